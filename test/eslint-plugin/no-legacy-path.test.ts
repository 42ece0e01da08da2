import { join } from 'node:path';
import { RuleTester } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/eslint-plugin/index.ts';
import { createTree } from '../cli/run-cli.ts';

/** ESLint's own tester: texts as an editor holds them, in a project on the disk that may lack the file or differ from it. */

RuleTester.describe = describe;
RuleTester.it = it;

const cwd = createTree({
  'package.json': '{}',
  'v1-migrate.config.json': '{ "baseUrls": ["https://api.voice.example"] }',
  'src/a.js': '// saved long ago',
  'src/paths.js': "export const CALLS = '/calls';\n",
  'src/http.js': "export const get = (path) => fetch('https://api.voice.example' + path);\n",
  'quiet/v1-migrate.config.json': '{ "baseUrls": ["https://api.voice.example"], "levels": { "legacy-path": "off" } }',
  'odd/v1-migrate.config.json': '{ "baseUrl": 1 }',
  'none/package.json': '{}',
  'none/v1-migrate.config.json': '{}',
});
const filename = join(cwd, 'src/a.js');
const BASE = 'https://api.voice.example';

const LEGACY = `fetch('${BASE}/calls');`;
const MOVED = `fetch('${BASE}/v1/calls');`;
const at = (path: string): { readonly filename: string } => ({ filename: join(cwd, path) });

const tester = new RuleTester({ languageOptions: { ecmaVersion: 2023, sourceType: 'module' } });

tester.run('no-legacy-path', plugin.rules['no-legacy-path'], {
  valid: [
    { name: 'the versioned path', filename, code: MOVED },
    { name: 'another host', filename, code: "fetch('https://other.example/calls');" },
    { name: 'a route of its own', filename, code: "app.get('/calls', list);" },
    {
      name: 'a comment of ESLint',
      filename,
      code: `// eslint-disable-next-line rule-to-test/no-legacy-path\n${LEGACY}`,
    },
    {
      name: 'a comment of v1-migrate',
      filename,
      code: `// v1-migrate-ignore-next-line legacy-path -- kept\n${LEGACY}`,
    },
    { name: 'a warning, unless asked for', filename, code: `fetch('${BASE}/campaigns');` },
    {
      name: 'a wrapper whose callers are elsewhere',
      filename,
      code: `export const get = (p) => fetch('${BASE}' + p);`,
    },
    { name: 'text without a place', code: LEGACY },
    { name: 'a level that is off in the config', ...at('quiet/a.js'), code: LEGACY },
  ],
  invalid: [
    {
      name: 'moves the text of a request, with the place of the text',
      filename,
      code: LEGACY,
      output: MOVED,
      errors: [{ messageId: 'finding', line: 1, column: 33, endColumn: 39 }],
    },
    {
      name: 'in a file that was never saved',
      ...at('src/new/b.js'),
      code: `import { CALLS } from '../paths.js';\nfetch('${BASE}' + CALLS);`,
      output: null,
      errors: [{ messageId: 'elsewhere', line: 2, column: 1 }],
    },
    {
      name: 'through a wrapper of another file',
      filename,
      code: "import { get } from './http.js';\nget('/calls');",
      output: "import { get } from './http.js';\nget('/v1/calls');",
      errors: [{ messageId: 'finding', line: 2, column: 6 }],
    },
    {
      name: 'behind a byte order mark',
      filename,
      code: `\uFEFF${LEGACY}`,
      output: `\uFEFF${MOVED}`,
      errors: [{ messageId: 'finding', column: 33 }],
    },
    {
      name: 'a constant of the file',
      filename,
      code: `const CALLS = '/calls';\nexport const list = () => fetch('${BASE}' + CALLS);`,
      output: `const CALLS = '/v1/calls';\nexport const list = () => fetch('${BASE}' + CALLS);`,
      errors: [{ messageId: 'finding', line: 1, column: 16 }],
    },
    ...[
      ["export const CALLS = '/calls';", 'CALLS'],
      ["const CALLS = '/calls'; export { CALLS };", 'CALLS'],
      ["const CALLS = '/calls'; const paths = { CALLS }; module.exports = paths;", 'paths.CALLS'],
      ["export const paths = { calls: ['/calls'] };", 'paths.calls[0]'],
      ["export const find = () => '/calls';", 'find()'],
      ["export function find() { const path = '/calls'; return path; }", 'find()'],
      ["function find() { return '/calls'; } export default find;", 'find()'],
      ["export class Paths { calls = '/calls'; }", 'new Paths().calls'],
      ["let CALLS; CALLS = '/calls'; export { CALLS };", 'CALLS'],
    ].map(([text = '', use]) => ({
      name: `suggests, where other files can reach the text: ${text}`,
      filename,
      code: `${text} fetch('${BASE}' + ${use});`,
      output: null,
      errors: [
        {
          messageId: 'finding',
          suggestions: [
            { messageId: 'change', output: `${text.replace("'/calls'", "'/v1/calls'")} fetch('${BASE}' + ${use});` },
          ],
        },
      ],
    })),
    ...[
      ["const CALLS = '/calls';", 'CALLS'],
      ["const find = () => '/calls';", 'find()'],
      ["function find() { const path = '/calls'; return path; }", 'find()'],
      ["class Paths { calls = '/calls'; }", 'new Paths().calls'],
    ].map(([text = '', use]) => ({
      name: `changes a text that stays in the file: ${text}`,
      filename,
      code: `${text} export const list = () => fetch('${BASE}' + ${use});`,
      output: `${text.replace("'/calls'", "'/v1/calls'")} export const list = () => fetch('${BASE}' + ${use});`,
      errors: [{ messageId: 'finding' }],
    })),
    {
      name: 'keeps a text that serves something else, too',
      filename,
      code: `const CALLS = '/calls'; app.get(CALLS, list); fetch('${BASE}' + CALLS);`,
      output: `const CALLS = '/calls'; app.get(CALLS, list); fetch('${BASE}' + '/v1' + CALLS);`,
      errors: [{ messageId: 'finding' }],
    },
    {
      name: 'keeps a text that an export gives whoever calls it',
      filename,
      code: `const CALLS = '/calls'; export default () => CALLS; fetch('${BASE}' + CALLS);`,
      output: `const CALLS = '/calls'; export default () => CALLS; fetch('${BASE}' + '/v1' + CALLS);`,
      errors: [{ messageId: 'finding' }],
    },
    {
      name: 'makes all edits of one finding at once',
      filename,
      code: `fetch('${BASE}/agents/a1/post-call-llm', { method: 'PUT', headers, body: JSON.stringify({ llm_id: id }) });`,
      output: `fetch('${BASE}/v1/agents/a1', { method: 'PATCH', headers, body: JSON.stringify({ post_call_analysis_llm_id: id }) });`,
      errors: [{ messageId: 'finding' }],
    },
    {
      name: 'says what a person must do',
      filename,
      code: `fetch('${BASE}/agents2');`,
      output: null,
      errors: [{ message: /agents2.*\(agents2\)$/ }],
    },
    {
      name: 'warnings when asked for',
      filename,
      code: `fetch('${BASE}/campaigns');`,
      options: [{ level: 'warning' }],
      output: null,
      errors: [{ messageId: 'finding' }],
    },
    {
      name: 'a base of the options, also of a variable',
      ...at('none/a.js'),
      code: 'fetch(`${process.env.VOICE}/calls`);',
      options: [{ baseUrls: ['env:VOICE'] }],
      output: 'fetch(`${process.env.VOICE}/v1/calls`);',
      errors: [{ messageId: 'finding' }],
    },
    {
      name: 'no base: said once, where it matters',
      ...at('none/b.js'),
      code: "fetch(host + '/calls');",
      errors: [{ messageId: 'problem', line: 1 }],
    },
    {
      name: 'a config with a mistake: said, not thrown',
      ...at('odd/a.js'),
      code: LEGACY,
      errors: [{ message: /^v1-migrate: .*baseUrl/ }],
    },
  ],
});

it('an ESLint that hands over neither file nor text is told which one is needed', () => {
  const old = { getFilename: () => filename, getSourceCode: () => ({}), options: [] };
  const create = plugin.rules['no-legacy-path'].create as (context: unknown) => unknown;
  expect(() => create(old)).toThrow('needs ESLint 8.57 or later');
});
