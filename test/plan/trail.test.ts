import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

/** The places between request and base, which a reviewer reads instead of searching. */

test.each([
  { name: 'a constant of the file', a: `const API = '${BASE}';`, b: '', step: `a.js:1 API = '${BASE}'` },
  { name: 'an import', a: "import { API } from './b.js';", b: `export const API = '${BASE}';`, step: 'b.js:1' },
  {
    name: 'an import, renamed',
    a: "import { X as API } from './b.js';",
    b: `const X = '${BASE}'; export { X };`,
    step: 'b.js:1',
  },
  { name: 'a re-export', a: "import { API } from './c.js';", b: `export const API = '${BASE}';`, step: 'b.js:1' },
  {
    name: 'a variable with a default',
    a: "import { API } from './b.js';",
    b: `export const API = process.env.V ?? '${BASE}';`,
    step: 'b.js:1 API = process.env.V',
  },
  { name: 'a base in the text itself', a: `/* */ fetch('${BASE}/agents'); const API = '';`, b: '', step: null },
])('$name', async ({ a, b, step }) => {
  const { plan } = await runPlan({
    'a.js': `${a}\nfetch(API + '/calls');\n`,
    'b.js': b,
    'c.js': "export * from './b.js';\n",
  });
  const [finding] = plan.findings;
  const trail = finding?.trail.map(({ file, line, text }) => `${file}:${line} ${text}`) ?? ['no finding'];
  expect(trail).toEqual(step === null ? [] : [expect.stringContaining(step)]);
});
