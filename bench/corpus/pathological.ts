import { BASE } from './voice-files.ts';

/** Inputs that a careless analyser never comes back from. Each is one small project. */
export type Project = Iterable<readonly [path: string, text: string]>;

function repeat(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join('');
}

/** `count` functions that all hand their path to two others, in circles. */
function writeMutualWrappers(count: number): string {
  return `const BASE = '${BASE}';\n${repeat(
    count,
    (index) => `export function f${index}(path, depth) {
  if (depth > 3) return fetch(BASE + path + '/${index}');
  return depth % 2 ? f${(index + 1) % count}(path + '/a', depth + 1) : f${(index * 7 + 3) % count}('/calls' + path, depth + 1);
}
`,
  )}f0('/calls', 0);\nf1('/agents', 0);\n`;
}

function* listReexports(hops: number): Generator<readonly [string, string]> {
  yield [
    'src/hop0.js',
    `export const CALLS = '${BASE}/calls';\nexport const request = (path) => fetch(CALLS + path);\n`,
  ];
  for (let hop = 1; hop <= hops; hop += 1) {
    yield [
      `src/hop${hop}.js`,
      hop % 2 ? `export * from './hop${hop - 1}.js';\n` : `export { CALLS, request } from './hop${hop - 1}.js';\n`,
    ];
  }
  yield ['src/use.js', `import { CALLS, request } from './hop${hops}.js';\nfetch(CALLS);\nrequest('/c_1');\n`];
}

function writeMinified(bytes: number): string {
  const piece = `function t(e,n){return fetch("${BASE}/calls/"+e).then(function(r){return r.json()}).then(n)}`;
  return `!function(){${piece.repeat(Math.ceil(bytes / piece.length))}}();`;
}

export const PATHOLOGICAL: Readonly<Record<string, () => Project>> = {
  '300 mutually recursive wrappers': () => [['src/a.js', writeMutualWrappers(300)]],
  'a union of 10,000 paths': () => [
    [
      'src/a.js',
      `const P = {\n${repeat(10_000, (index) => `  k${index}: '/calls/${index}',\n`)}};\nexport const f = (k) => fetch('${BASE}' + P[k]);\n`,
    ],
  ],
  'a wrapper called from 10,000 places': () => [
    [
      'src/a.js',
      `const f = (path) => fetch('${BASE}' + path);\n${repeat(10_000, (index) => `f('/calls/${index}');\n`)}`,
    ],
  ],
  'a product of 10 x 10 x 10 x 10 texts': () => [
    [
      'src/a.js',
      `${repeat(4, (part) => `const c${part} = [${repeat(10, (index) => `'p${part}_${index}', `)}][Math.floor(Math.random() * 10)];\n`)}fetch(\`${BASE}/calls/\${c0}/\${c1}/\${c2}/\${c3}\`);\n`,
    ],
  ],
  'a concatenation of 5,000 elements': () => [
    ['src/a.js', `fetch('${BASE}/calls'${repeat(5_000, (index) => ` + '/${index}'`)});\n`],
  ],
  'a variable appended to 5,000 times': () => [
    ['src/a.js', `let url = '${BASE}/calls';\n${repeat(5_000, (index) => `url += '/${index}';\n`)}fetch(url);\n`],
  ],
  '200 re-export hops': () => listReexports(200),
  'a chain of 2,000 constants': () => [
    [
      'src/a.js',
      `const c0 = '${BASE}/calls';\n${repeat(2_000, (index) => `const c${index + 1} = c${index};\n`)}fetch(c2000);\n`,
    ],
  ],
  'a class chain of 200 ancestors': () => [
    [
      'src/a.js',
      `class C0 { get(path) { return fetch('${BASE}' + this.prefix + path); } }\n${repeat(200, (index) => `class C${index + 1} extends C${index} { prefix = '/calls'; }\n`)}new C200().get('/c_1');\n`,
    ],
  ],
  'a minified file of 30 MB': () => [
    ['src/a.js', writeMinified(30_000_000)],
    ['src/b.js', `fetch('${BASE}/calls');\n`],
  ],
};
