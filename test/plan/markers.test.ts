import { describe, expect, test } from 'vitest';
import { readMarker } from '../../src/plan/marker-text.ts';
import { BASE, type Files, nameFindings, runPlan } from './run-plan.ts';

const OLD = `fetch('${BASE}/agents2')`;
const HINT = 'Review the request body against the agents schema, then call /v1/agents (§9.4).';

/** One file, annotated; ids stand as `VM`. The same again must change nothing, and every file must still parse. */
async function annotate(files: Files): Promise<Files> {
  const { plan, after, errors } = await runPlan(files, {}, 'sync');
  expect(errors).toEqual([]);
  const again = await runPlan(after, {}, 'sync');
  expect(again.errors).toEqual([]);
  expect(again.after).toEqual(after);
  expect(again.plan.edits).toEqual([]);
  const ids = new Set(again.plan.findings.map(({ id }) => id));
  const written = Object.values(after).flatMap((text) => text.match(/VM-[0-9a-f]{8}/g) ?? []);
  expect(written.filter((id) => !ids.has(id))).toEqual([]);
  expect(plan.edits.every(({ transform, finding }) => (transform === 'mark-manual-work') === (finding === ''))).toBe(
    true,
  );
  return Object.fromEntries(
    Object.entries(after).map(([name, text]) => [name, text.replaceAll(/VM-[0-9a-f]{8}/g, 'VM')]),
  );
}

test.each([
  ['of its envelope', `const list = await (await fetch('${BASE}/workflows')).json();\nlist.items.map(String);\n`],
  ['on the same line', `const { items } = await (await fetch('${BASE}/workflows')).json();\n`],
  [
    'of the stream',
    `const done = await fetch('${BASE}/agent-builder/run/stream', { method: 'POST' });\nif (done.ok) save();\n`,
  ],
  ['of the key', `fetch('${BASE}/calls', { headers: { 'x-api-key': 'live_1:aaaaaaaaaaaa' } });\n`],
  ['of the key id', `fetch('${BASE}/calls', { headers: { 'x-api-key': process.env.VOICE_KEY.split(':')[0] } });\n`],
])('what stays is the same finding when its request has moved: %s', async (_, code) => {
  const after = Object.values(await annotate({ 'a.js': code })).join('');
  expect(after).toContain('/v1/');
  expect(after).toContain('// TODO(v1-migrate): ');
});

const MARK = `// TODO(v1-migrate): agents2 VM - ${HINT}`;

describe('a comment goes above the line', () => {
  test.each([
    [
      'with its indentation',
      `function f() {\n  return ${OLD};\n}\n`,
      `function f() {\n  ${MARK}\n  return ${OLD};\n}\n`,
      'a.js',
    ],
    ['with tabs and CRLF', `if (x) {\r\n\t${OLD};\r\n}\r\n`, `if (x) {\r\n\t${MARK}\r\n\t${OLD};\r\n}\r\n`, 'a.js'],
    ['in a file of one line', OLD, `${MARK}\n${OLD}`, 'a.js'],
    ['behind a byte order mark', `\uFEFF${OLD};\n`, `\uFEFF${MARK}\n${OLD};\n`, 'a.js'],
    ['below a hashbang', `#!/usr/bin/env node\n${OLD};\n`, `#!/usr/bin/env node\n${MARK}\n${OLD};\n`, 'a.mjs'],
    ['inside a call', `fetch(\n  '${BASE}/agents2',\n);\n`, `fetch(\n  ${MARK}\n  '${BASE}/agents2',\n);\n`, 'a.js'],
    [
      'above a comment that must stay next to its line',
      `// @ts-expect-error\n${OLD};\n`,
      `${MARK}\n// @ts-expect-error\n${OLD};\n`,
      'a.ts',
    ],
    ['between decorators', `class A {\n  @Input()\n  @Url('${BASE}/agents2')\n  x = ${OLD};\n}\n`, null, 'a.ts'],
    [
      'of a template that began earlier',
      `const q = \`\n  \${${OLD}}\n\`;\n`,
      `${MARK}\nconst q = \`\n  \${${OLD}}\n\`;\n`,
      'a.js',
    ],
    [
      'inside the expression of a template',
      `const q = \`\n  \${\n    ${OLD}\n  }\n\`;\n`,
      `const q = \`\n  \${\n    ${MARK}\n    ${OLD}\n  }\n\`;\n`,
      'a.js',
    ],
    ['of a string that goes on', `const s = 'x \\\ny' + ${OLD};\n`, `${MARK}\nconst s = 'x \\\ny' + ${OLD};\n`, 'a.js'],
    ['of a comment that ends in it', `/* a\n b */ ${OLD};\n`, `${MARK}\n/* a\n b */ ${OLD};\n`, 'a.js'],
    [
      'in a Vue script',
      `<template><p>// x</p></template>\n<script>\n${OLD};\n</script>\n`,
      `<template><p>// x</p></template>\n<script>\n${MARK}\n${OLD};\n</script>\n`,
      'a.vue',
    ],
    ['in an Astro frontmatter', `---\n${OLD};\n---\n<p>x</p>\n`, `---\n${MARK}\n${OLD};\n---\n<p>x</p>\n`, 'a.astro'],
  ])('%s', async (_name, before, after, file) => {
    const result = await annotate({ [file]: before });
    if (after !== null) expect(result[file]).toBe(after);
    expect(result[file]?.replaceAll(/[ \t]*\/\/ TODO\(v1-migrate\).*\r?\n/g, '')).toBe(before);
  });

  test('once for each finding of a line', async () => {
    const text = `const a = [${OLD}, fetch('${BASE}/nothing')];\n`;
    const { 'a.js': after = '' } = await annotate({ 'a.js': text });
    expect(after.split('\n').map((line) => line.slice(0, 40))).toEqual([
      '// TODO(v1-migrate): agents2 VM - Review',
      '// TODO(v1-migrate): unlisted-path VM - ',
      text.slice(0, 40),
      '',
    ]);
  });

  test('with the id of the next run, when an edit changes the line it is taken from', async () => {
    const { 'a.js': after = '' } = await annotate({ 'a.js': `const a = [fetch('${BASE}/calls'), ${OLD}];\n` });
    expect(after).toBe(`${MARK}\nconst a = [fetch('${BASE}/v1/calls'), ${OLD}];\n`);
  });
});

describe('in JSX', () => {
  const jsx = (children: string) => `const A = (\n  <div>\n${children}  </div>\n);\n`;
  const call = `<B on={() => ${OLD}} />`;

  test('among children it has braces', async () => {
    const { 'a.jsx': after } = await annotate({ 'a.jsx': jsx(`    ${call}\n`) });
    expect(after).toBe(jsx(`    {/* ${MARK.slice(3)} */}\n    ${call}\n`));
  });

  test('it does not come between two words', async () => {
    const { 'a.jsx': after } = await annotate({ 'a.jsx': jsx(`    <p>one\n      two ${call}</p>\n`) });
    expect(after).toBe(jsx(`    {/* ${MARK.slice(3)} */}\n    <p>one\n      two ${call}</p>\n`));
  });

  test('it may come before the text', async () => {
    const { 'a.jsx': after } = await annotate({ 'a.jsx': jsx(`    two ${call}\n`) });
    expect(after).toBe(jsx(`    {/* ${MARK.slice(3)} */}\n    two ${call}\n`));
  });

  test('attributes and expressions are code', async () => {
    const text = `const A = (\n  <B\n    on={() => ${OLD}}\n  />\n);\n`;
    const { 'a.jsx': after } = await annotate({ 'a.jsx': text });
    expect(after).toBe(`const A = (\n  <B\n    ${MARK}\n    on={() => ${OLD}}\n  />\n);\n`);
  });
});

describe('where a comment cannot stand there is none, and it is said', () => {
  test.each([
    ['a.vue', `<script>${OLD}</script>\n`],
    ['a.svelte', `<p>x</p><script>${OLD}\n</script>\n`],
  ])('%s', async (file, text) => {
    const { plan, after } = await runPlan({ [file]: text }, {}, 'sync');
    expect(after[file]).toBe(text);
    expect(plan.notices.join()).toMatch(
      new RegExp(`^${file}:1 has no place for a comment about agents2 VM-\\w+: its line begins with markup`),
    );
  });
});

describe('no comment for', () => {
  test.each([
    ['a comment', `// v1-migrate-ignore-next-line agents2 -- x\nf();\n`],
    ['what is ignored', `// v1-migrate-ignore-next-line agents2 -- x\n${OLD};\n`],
    ['what is edited', `fetch('${BASE}/calls');\n`],
  ])('%s', async (_name, text) => {
    const { plan } = await runPlan({ 'a.js': text }, {}, 'sync');
    expect(plan.edits.filter(({ transform }) => transform === 'mark-manual-work')).toEqual([]);
  });
});

test('a note is left for a person as well', async () => {
  const text = "fetch(base + '/calls');\n";
  const { after } = await runPlan({ 'a.js': text }, {}, 'sync');
  expect(after['a.js']).toMatch(/^\/\/ TODO\(v1-migrate\): unresolved-base VM-[0-9a-f]{8} - .*\nfetch/);
  expect(after['a.js']?.endsWith(text)).toBe(true);
});

test('a comment that somebody wrote more into is theirs', () => {
  const own = '/* TODO(v1-migrate): agents2 VM-00000000 - Review it.\n Bob: not before May */';
  expect(readMarker({ text: own.slice(2, -2) })).toBeNull();
});

describe('its own comments go', () => {
  const stale = 'TODO(v1-migrate): agents2 VM-00000000 - Review it.';

  test.each([
    ['a line', `f();\n  // ${stale}\ng();\n`, 'f();\ng();\n', 'a.js'],
    ['with CRLF', `f();\r\n// ${stale}\r\ng();\r\n`, 'f();\r\ng();\r\n', 'a.js'],
    ['at the beginning', `\uFEFF// ${stale}\ng();\n`, '\uFEFFg();\n', 'a.js'],
    ['at the end', `g();\n// ${stale}`, 'g();\n', 'a.js'],
    ['behind code', `g(); // ${stale}\nf();\n`, 'g();\nf();\n', 'a.js'],
    [
      'among children',
      `const a = (\n  <p>\n    {/* ${stale} */}\n    <b />\n  </p>\n);\n`,
      'const a = (\n  <p>\n    <b />\n  </p>\n);\n',
      'a.jsx',
    ],
    ['in Vue', `<script>\n// ${stale}\ng();\n</script>\n`, '<script>\ng();\n</script>\n', 'a.vue'],
    ['replaced by the right one', `// ${stale}\n${OLD};\n`, `${MARK}\n${OLD};\n`, 'a.js'],
  ])('%s', async (_name, before, after, file) => {
    expect((await annotate({ [file]: before }))[file]).toBe(after);
  });

  test('and nothing that only looks like one', async () => {
    const text = `const a = \`\n// ${stale}\n\`;\nconst b = '// ${stale}';\n// TODO: v1-migrate agents2\n`;
    expect((await runPlan({ 'a.js': text }, {}, 'sync')).after['a.js']).toBe(text);
  });

  test('not where nobody knows where the platform is, nor from what one file shows', async () => {
    const text = `// ${stale}\nfetch(base + '/calls');\n`;
    expect((await runPlan({ 'a.js': text }, { baseUrls: [] }, 'sync')).after['a.js']).toContain(stale);
    expect((await runPlan({ 'a.js': text }, {}, 'add')).after['a.js']).toContain(stale);
  });
});

test('a comment does not move the ids of findings', async () => {
  const text = `${OLD};\n${OLD};\nfetch('${BASE}/nothing');\n`;
  const { plan, after } = await runPlan({ 'a.js': text }, {}, 'sync');
  const again = await runPlan(after, {});
  expect(again.plan.findings.map(({ id, code }) => `${id} ${code}`)).toEqual(
    plan.findings.map(({ id, code }) => `${id} ${code}`),
  );
  expect(nameFindings(again.plan.findings)).toEqual(['a.js:2 agents2', 'a.js:4 agents2', 'a.js:6 unlisted-path']);
});
