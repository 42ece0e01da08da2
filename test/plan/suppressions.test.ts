import { describe, expect, test } from 'vitest';
import { BASE, nameFindings, runPlan } from './run-plan.ts';

const CALL = `fetch('${BASE}/calls');`;

describe('a comment that ignores the next line', () => {
  test.each([
    ['a line comment', `// v1-migrate-ignore-next-line legacy-path -- sunset on our side\n${CALL}\n`, 'a.js'],
    ['a block comment', `/* v1-migrate-ignore-next-line legacy-path -- sunset */\n${CALL}\n`, 'a.ts'],
    [
      'several codes',
      `// v1-migrate-ignore-next-line legacy-path, unlisted-path -- sunset\n${CALL}fetch('${BASE}/x')\n`,
      'a.js',
    ],
    ['CRLF', `// v1-migrate-ignore-next-line legacy-path -- sunset\r\n${CALL}\r\n`, 'a.js'],
    [
      'with another tool between',
      `// v1-migrate-ignore-next-line legacy-path -- sunset\n// eslint-disable-next-line no-undef\n${CALL}\n`,
      'a.js',
    ],
    ['Vue', `<script setup>\n// v1-migrate-ignore-next-line legacy-path -- sunset\n${CALL}\n</script>\n`, 'a.vue'],
    [
      'Svelte',
      `<script>\n// v1-migrate-ignore-next-line legacy-path -- sunset\n${CALL}\n</script>\n<p>x</p>\n`,
      'a.svelte',
    ],
    ['Astro', `---\n// v1-migrate-ignore-next-line legacy-path -- sunset\n${CALL}\n---\n<p>x</p>\n`, 'a.astro'],
    ['markup', `<!-- v1-migrate-ignore-next-line legacy-path -- sunset -->\n<script>${CALL}</script>\n`, 'a.vue'],
    [
      'JSX',
      `export const A = () => (\n  <div>\n    {/* v1-migrate-ignore-next-line legacy-path -- sunset */}\n    <Form onSubmit={() => fetch('${BASE}/calls')} />\n  </div>\n);\n`,
      'a.tsx',
    ],
  ])('%s', async (_name, text, file) => {
    const { plan, after, errors } = await runPlan({ [file]: text });
    expect(errors).toEqual([]);
    expect(plan.findings).toEqual([]);
    expect(plan.edits).toEqual([]);
    expect(after).toEqual({ [file]: text });
    expect(plan.suppressed.map(({ code }) => code)).toContain('legacy-path');
    const { total, suppressed } = plan.accounting.requests;
    expect(suppressed).toBe(total);
    expect(total).toBeGreaterThan(0);
  });

  test('of several on the line hides only the codes it names', async () => {
    const text = `// v1-migrate-ignore-next-line legacy-path -- x\n${CALL} fetch('${BASE}/agents2');\n`;
    const { plan } = await runPlan({ 'a.js': text });
    expect(nameFindings(plan.findings)).toEqual(['a.js:2 agents2']);
    expect(plan.accounting.requests).toMatchObject({ total: 2, manual: 1, suppressed: 1 });
  });

  test('above a request hides the text that it sends, wherever that stands', async () => {
    const files = {
      'paths.js': "export const CALLS = '/calls';\n",
      'a.js': `import { CALLS } from './paths.js';\n// v1-migrate-ignore-next-line legacy-path -- x\nfetch('${BASE}' + CALLS);\n`,
    };
    const { plan } = await runPlan(files);
    expect(nameFindings(plan.findings)).toEqual([]);
    expect(nameFindings(plan.suppressed)).toEqual(['paths.js:1 legacy-path']);
  });

  test('above one of two requests of a text hides nothing, and says why', async () => {
    const files = {
      'paths.js': "export const CALLS = '/calls';\n",
      'a.js': `import { CALLS } from './paths.js';\n// v1-migrate-ignore-next-line legacy-path -- x\nfetch('${BASE}' + CALLS);\n`,
      'b.js': `import { CALLS } from './paths.js';\nfetch('${BASE}' + CALLS);\n`,
    };
    const { plan } = await runPlan(files);
    expect(nameFindings(plan.findings)).toEqual(['a.js:2 unused-suppression', 'paths.js:1 legacy-path']);
    expect(plan.findings[0]?.message).toContain('other requests send the same text');
  });

  test('leaves the ids of the others as they are', async () => {
    const twice = `${CALL}\n${CALL}\n`;
    const before = await runPlan({ 'a.js': twice });
    const { plan } = await runPlan({ 'a.js': `// v1-migrate-ignore-next-line legacy-path -- x\n${twice}` });
    expect(plan.findings.map(({ id }) => id)).toEqual([before.plan.findings[1]?.id]);
  });
});

test('a comment for the file hides the code in all of it', async () => {
  const text = `/* v1-migrate-ignore-file legacy-path -- a recorded session */\n${CALL}\n${CALL}\nfetch('${BASE}/agents2');\n`;
  const { plan } = await runPlan({ 'a.js': text, 'b.js': CALL });
  expect(nameFindings(plan.findings)).toEqual(['a.js:4 agents2', 'b.js:1 legacy-path']);
  expect(plan.accounting.requests).toMatchObject({ total: 4, rewrite: 1, manual: 1, suppressed: 2 });
});

describe('what only looks like a comment hides nothing', () => {
  test.each([
    ['a string', `const s = '// v1-migrate-ignore-next-line legacy-path -- x'\n${CALL}\n`, 'a.js', 2],
    [
      'a template',
      `const s = \`\n// v1-migrate-ignore-next-line legacy-path -- x\n\${${CALL.replace(';', '')}}\`\n`,
      'a.js',
      3,
    ],
    [
      'JSX text',
      `const s = <p>\n// v1-migrate-ignore-next-line legacy-path -- x\n{fetch('${BASE}/calls')}</p>\n`,
      'a.jsx',
      3,
    ],
    [
      'a string in a component',
      `<script>\nconst s = '<!-- v1-migrate-ignore-file legacy-path -- x -->';\n${CALL}\n</script>\n`,
      'a.vue',
      3,
    ],
    ['prose about it', `// write v1-migrate-ignore-next-line legacy-path -- x\n${CALL}\n`, 'a.js', 2],
  ])('%s', async (_name, text, file, line) => {
    const { plan } = await runPlan({ [file]: text });
    expect(nameFindings(plan.findings)).toEqual([`${file}:${line} legacy-path`]);
  });
});

describe('a comment that hides nothing is said', () => {
  test.each([
    [
      'there is nothing',
      '// v1-migrate-ignore-next-line legacy-path -- x\nf();\n',
      'There is no legacy-path on line 2 to ignore.',
    ],
    [
      'another code',
      `// v1-migrate-ignore-next-line agents2 -- x\nf('${BASE}/v1/calls');\n`,
      'There is no agents2 on line 2 to ignore.',
    ],
    [
      'nothing in the file',
      '/* v1-migrate-ignore-file agents2 -- x */\nf();\n',
      'There is no agents2 in this file to ignore.',
    ],
    [
      'a mistyped code',
      '// v1-migrate-ignore-next-line legacy-paths -- x\nf();\n',
      '"legacy-paths" is no finding code. Did you mean "legacy-path"?',
    ],
    ['no code', '// v1-migrate-ignore-next-line -- x\nf();\n', 'It names no finding code.'],
    [
      'a mistyped comment',
      '// v1-migrate-ignore-nextline legacy-path -- x\nf();\n',
      '"v1-migrate-ignore-nextline" is no comment of this tool. Did you mean "v1-migrate-ignore-next-line"?',
    ],
    [
      'a code that always counts',
      '/* v1-migrate-ignore-file unparsed-file -- x */\nf();\n',
      'unparsed-file cannot be ignored: exclude the file instead.',
    ],
    [
      'the end of the file',
      'f();\n// v1-migrate-ignore-next-line legacy-path -- x',
      'There is no legacy-path on line 3 to ignore.',
    ],
  ])('%s', async (_name, text, message) => {
    const { plan } = await runPlan({ 'a.js': text });
    expect(plan.findings).toMatchObject([{ code: 'unused-suppression', level: 'note', fix: 'manual', message }]);
    expect(plan.edits).toEqual([]);
  });

  test('once for a comment, and not where it is hidden itself', async () => {
    const text = '// v1-migrate-ignore-next-line legacy-path, agents3 -- x\nf();\n';
    const { plan } = await runPlan({ 'a.js': text });
    expect(nameFindings(plan.findings)).toEqual(['a.js:1 unused-suppression']);
    const hidden = await runPlan({ 'a.js': `/* v1-migrate-ignore-file unused-suppression -- generated */\n${text}` });
    expect(hidden.plan.findings).toEqual([]);
  });

  test('not where nobody knows yet where the platform is', async () => {
    const text = `// v1-migrate-ignore-next-line legacy-path -- x\nfetch(base + '/calls');\n`;
    const { plan } = await runPlan({ 'a.js': text }, { baseUrls: [] });
    expect(nameFindings(plan.findings)).toEqual(['a.js:2 unresolved-base']);
  });
});

test('a comment without a reason hides all the same, and is said', async () => {
  const { plan } = await runPlan({ 'a.js': `// v1-migrate-ignore-next-line legacy-path\n${CALL}\n` });
  expect(plan.findings).toEqual([]);
  expect(plan.notices).toEqual(['a.js:1 ignores a finding without a reason; add "-- <reason>" to the comment']);
});

test('a text that a comment keeps is kept for the request that would become another operation, too', async () => {
  const helper = (comment: string) =>
    `const url = (id) => '${BASE}/agents/' + id;\nfetch(url(1));\n${comment}fetch(url(2) + '/post-call-llm', { method: 'DELETE' });\n`;
  const free = await runPlan({ 'a.js': helper('') });
  expect(nameFindings(free.plan.findings)).toEqual(['a.js:1 legacy-path', 'a.js:1 post-call-llm-helper']);
  const { plan } = await runPlan({ 'a.js': helper('// v1-migrate-ignore-next-line post-call-llm-helper -- x\n') });
  expect(plan.edits).toEqual([]);
  expect(plan.findings).toMatchObject([{ code: 'shared-literal', fix: 'manual' }]);
  expect(plan.findings[0]?.message).toContain('a comment at a.js:3 keeps it as it is');
  expect(plan.accounting.requests).toMatchObject({ total: 2, manual: 1, suppressed: 1 });
});

test('a request that a comment keeps on its legacy path keeps its headers', async () => {
  const call = (path: string) => `fetch('${BASE}${path}', { headers: { 'x-api-key': process.env.KEY } });\n`;
  const source = `// v1-migrate-ignore-next-line legacy-path -- x\n${call('/calls')}${call('/agents')}`;
  const { plan, after } = await runPlan({ 'a.js': source });
  expect(nameFindings(plan.findings)).toEqual(['a.js:3 legacy-path', 'a.js:3 api-key-header']);
  expect(after['a.js']?.split('\n')[1]).toBe(call('/calls').trim());
});
