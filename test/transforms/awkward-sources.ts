// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test hold templates
/**
 * Sources that reprinting codemods damage (each line names the damage). `¦` marks where `/v1` belongs; everything else
 * must come out byte for byte.
 */
export interface AwkwardSource {
  readonly name: string;
  readonly file: string;
  readonly marked: string;
}

function source(name: string, file: string, ...lines: readonly string[]): AwkwardSource {
  return { name, file, marked: lines.join('') };
}

const LAYOUT: readonly AwkwardSource[] = [
  source('CRLF on every line', 'a.js', 'fetch(`${B}¦/calls`);\r\n', 'const t = `x\r\n  y`;\r\n'),
  source('mixed line ends', 'a.js', "fetch('¦/calls');\r\n", 'b();\n', 'c();\r\n', 'd(); // \u2028 \n'),
  source('a lone CR', 'a.js', "fetch('¦/calls');\r", 'b();\r'),
  source('no newline at the end', 'a.js', "x();\nfetch('¦/calls')"),
  source('both quotes', 'a.js', "fetch('¦/calls'); fetch(\"¦/agents\"); const s = 'it\\'s', d = \"a'b\";\n"),
  source('tabs', 'a.js', "fetch('¦/calls', {\n\tmethod: 'GET',\n\t\theaders: {},\n});\n"),
  source('an object on one line', 'a.js', "post('¦/calls', { a: 1, b: {c:2} , });\n"),
  source('header comment kept', 'a.js', "/* (c) Acme */\n// licence\nfetch('¦/calls');\n"),
  source('comments inside a call', 'a.js', "fetch(/* keep */ '¦/calls' /* this */, // and this\n  { /* too */ });\n"),
  source('BOM', 'a.js', "\uFEFFfetch('¦/calls');\n"),
  source('BOM and CRLF', 'a.ts', "\uFEFFimport x from 'x';\r\nfetch('¦/calls');\r\n"),
  source('hashbang', 'a.mjs', "#!/usr/bin/env node\nfetch('¦/calls');\n"),
  source(
    'spread and parentheses a printer adds',
    'a.js',
    "f({ ...a || {} }); const g = () => function () {}; fetch('¦/calls');\n",
  ),
  source('no semicolons', 'a.js', "const a = 1\n;[1].map(f)\nfetch('¦/calls')\n"),
];

const LITERALS: readonly AwkwardSource[] = [
  source(
    'a template over lines',
    'a.js',
    'const q = `\n\tselect *\n      from x\n`;\nfetch(`${B}¦/agents/${\n  id\n}/calls`);\n',
  ),
  source('a template behind a hole', 'a.js', 'fetch(`${B}${P}¦/agents/${id}?x=${`${n}`}`);\n'),
  source('an empty piece of a template', 'a.js', 'fetch(`${B}¦${path}`);\n'),
  source('a tagged template', 'a.js', 'url`https://api.voice.example¦/calls/${id}`;\n'),
  source(
    'unicode and hex escapes',
    'a.js',
    "fetch('https://api.voice.example¦\\u002Fcalls\\x2f\\u{2f}' + '\\'\\0');\n",
  ),
  source('a continued line in a string', 'a.js', "fetch('https://api.voice.example\\\n¦/calls');\n"),
  source('an astral character before it', 'a.js', "const s = '😀'; /* 😀 */ fetch('😀¦/calls');\n"),
  source('a concatenation', 'a.js', "fetch(B + '¦/calls/' + id + '/x');\n"),
  source('a map of paths', 'a.js', "const R = { calls: '¦/calls', 'agents': '¦/agents', [k]: '¦/voices' };\n"),
  source('two edits in one literal', 'a.js', "const s = 'https://a.example¦/calls, https://a.example¦/agents';\n"),
];

const DIALECTS: readonly AwkwardSource[] = [
  source('type arguments of a call', 'a.ts', "client.post<Agent, R<'/calls'>>('¦/agents', { a: 1 });\n"),
  source('a cast in angle brackets', 'a.ts', "const x = <Call[]>await get('¦/calls'); const y = <T>(z: T) => z;\n"),
  source('satisfies and as const', 'a.ts', "const R = { a: '¦/calls' } as const satisfies Record<string, string>;\n"),
  source('using', 'a.ts', "{ using a = open('¦/calls'); await using b = open('¦/agents'); }\n"),
  source(
    'accessor and private names',
    'a.ts',
    "class A { accessor u = '¦/calls'; static #p = '¦/agents'; static { f('¦/llms'); } }\n",
  ),
  source('const type parameters', 'a.ts', "function f<const T>(t: T) { return t; }\nf('¦/calls');\n"),
  source('const enum', 'a.ts', "const enum P { Calls = '¦/calls', Agents = '¦/agents' }\n"),
  source('a type of literals', 'a.ts', "type P = '¦/calls' | `¦/agents/${string}`; declare const p: P;\n"),
  source(
    'an abstract overload',
    'a.ts',
    "abstract class A { abstract f(): void; f2(): void; f2(x?: 1) { fetch('¦/calls'); } }\n",
  ),
  source(
    'legacy decorators',
    'a.ts',
    "@C({ base: '¦/calls' }) export class A { constructor(@I('¦/agents') private a: X, @I('¦/llms') b: Y) {} }\n",
  ),
  source(
    'a decorator behind export',
    'a.ts',
    "export @C('¦/calls') class A { @P({ default: '¦/agents' }) u: string; @M('¦/llms') m() {} }\n",
  ),
  source('import attributes', 'a.mjs', "import d from './d.json' with { type: 'json' };\nfetch('¦/calls');\n"),
  source('old import assertions', 'a.mjs', "import d from './d.json' assert { type: 'json' };\nfetch('¦/calls');\n"),
  source(
    'import defer and source',
    'a.mjs',
    "import defer * as n from 'n';\nimport source s from 's';\nfetch('¦/calls');\n",
  ),
  source('import.meta, optional calls, bigint', 'a.mjs', 'api?.get?.(`${import.meta.env.B}¦/calls`, 1n, a ??= b);\n'),
  source('Flow types', 'a.js', "// @flow\nconst f = (x: ?string): Promise<{| a: 1 |}> => fetch('¦/calls');\n"),
  source('a CommonJS file with return', 'a.cjs', "'use strict';\nif (x) return;\nfetch('¦/calls');\n"),
];

const MARKUP: readonly AwkwardSource[] = [
  source(
    'JSX in parentheses',
    'a.jsx',
    "const a = b && (\n  <a href='¦/calls' x={`¦/agents`}>\n    {c ? (<b/>) : null}\n  </a>\n);\n",
  ),
  source('JSX text', 'a.tsx', 'const a = <p>see https://api.voice.example¦/calls &amp; more</p>;\n'),
  source(
    'a JSX attribute with entities',
    'a.jsx',
    'const a = <a href="https://api.voice.example¦/calls?a=1&amp;b=\\">x</a>;\n',
  ),
  source('a generic component', 'a.tsx', "const a = <T,>(t: T) => <List<T> src={'¦/calls'} />;\n"),
  source('an arrow that returns an object', 'a.jsx', "const f = () => ({ u: '¦/calls' });\n"),
  source('await in a condition', 'a.js', "const f = async () => (await fetch('¦/calls')).ok ? (await g()) : (h, i);\n"),
  source(
    'a Vue component with two scripts',
    'a.vue',
    '<template>\r\n  <a href="/calls">\'/calls\'</a>\r\n</template>\r\n',
    "<script>\r\nexport const A = '¦/calls';\r\n</script>\r\n",
    '<script setup lang="ts">\r\nconst b = await fetch(`${B}¦/agents/${id as string}`);\r\n</script>\r\n',
    '<style>a { background: url(/calls) }</style>',
  ),
  source(
    'a Svelte component',
    'a.svelte',
    "<script lang='ts'>\n\tlet p = fetch('¦/calls');\n</script>\n{#await p}…{/await}\n",
  ),
  source('an Astro page', 'a.astro', "---\nconst c = await fetch('¦/calls');\n---\n<p>{c.status}</p>\n"),
];

export const AWKWARD_SOURCES: readonly AwkwardSource[] = [...LAYOUT, ...LITERALS, ...DIALECTS, ...MARKUP];
