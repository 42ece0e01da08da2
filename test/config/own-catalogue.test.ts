import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTree, runCli } from '../cli/run-cli.ts';

/** Another API whose versions differ by path: migrated by data alone (contract 7). */

const CONFIG = `{
  // invented
  "baseUrls": ["https://api.dial.example"],
  "catalog": {
    "extends": "none",
    "cutoff": "2027-03-01",
    "versionPrefix": "/v2",
    "families": [
      { "legacy": "/call", "v1": "/v2/call", "item": "callId" },
      { "legacy": "/assistant", "v1": "/v2/assistant" },
      { "legacy": "/phone-number", "v1": "/v2/telephony/numbers" }
    ],
    "rules": [
      { "legacy": "/call/{callId}/recording", "outcome": "keep", "reason": "served by the old storage" },
      { "legacy": "/assistant/{id}/clone", "methods": ["POST"], "outcome": "no-equivalent", "reason": "Clone by hand." },
      { "legacy": "/call/phone", "methods": ["POST"], "outcome": "rewrite", "v1": "/v2/call/outbound" },
      { "legacy": "/tool/**", "outcome": "rewrite", "v1": "/v2/assistant-tools/**" },
      { "legacy": "/phone-number/{id}/analysis", "methods": ["PUT"], "outcome": "post-call-llm", "bodyField": "model" },
      { "legacy": "/phone-number/search", "outcome": "rewrite" },
      { "legacy": "/session/**", "outcome": "review", "code": "unlisted-path", "reason": "Sessions became calls." }
    ],
    "operations": [{ "method": "GET", "path": "/v2/call", "section": "guide 3" }]
  }
}
`;

const SOURCE = [
  "const API = 'https://api.dial.example';",
  'await fetch(`${API}/call?limit=5`);',
  'await fetch(`${API}/call/${id}`);',
  'await fetch(`${API}/call/${id}/recording`);',
  "await fetch(`${API}/call/phone`, { method: 'POST' });",
  "await fetch(`${API}/call/phone`, { method: 'GET' });",
  "await fetch(API + '/phone-number/' + id, { method: 'DELETE' });",
  'await fetch(`${API}/phone-number/search`);',
  'await fetch(`${API}/phone-number/${id}/analysis`, { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ model }) });',
  "await fetch(`${API}/assistant/${id}/clone`, { method: 'POST' });",
  'await fetch(`${API}/assistant/${id}`);',
  'await fetch(`${API}/tool/${id}/test`);',
  'await fetch(`${API}/session/${id}`);',
  'await fetch(`${API}/agents`);',
  'await fetch(`${API}/v2/call`);',
  "await fetch('https://api.voice.example/calls');",
  '',
].join('\n');

const MIGRATED = SOURCE.replace('/call?', '/v2/call?')
  .replace('/call/${id}`', '/v2/call/${id}`')
  .replace("/call/phone`, { method: 'POST'", "/v2/call/outbound`, { method: 'POST'")
  .replace("/call/phone`, { method: 'GET'", "/v2/call/phone`, { method: 'GET'")
  .replace('/phone-number/', '/v2/telephony/numbers/')
  .replace('/phone-number/search', '/v2/telephony/numbers/search')
  .replace('/phone-number/${id}/analysis`, { method: "PUT"', '/v2/telephony/numbers/${id}`, { method: "PATCH"')
  .replace('{ model }', '{ post_call_analysis_llm_id: model }')
  .replace('/assistant/${id}`)', '/v2/assistant/${id}`)')
  .replace('/tool/', '/v2/assistant-tools/');

test('an API with other words is migrated by its config alone', async () => {
  const cwd = createTree({ 'v1-migrate.config.json': CONFIG, 'a.js': SOURCE });
  const { stdout, stderr, exitCode } = await runCli(['--reporter', 'json'], cwd);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toBe(MIGRATED);
  const report = JSON.parse(stdout);
  expect(report.cutoff).toEqual({ date: '2027-03-01', daysLeft: 101 });
  expect(
    report.findings.map(
      (found: Record<string, unknown>) => `${found.line} ${found.code} ${found.fix} ${found.v1Path} ${found.evidence}`,
    ),
  ).toEqual([
    '2 legacy-path auto /v2/call documented',
    '3 legacy-path auto /v2/call/{callId} config',
    '5 legacy-path auto /v2/call/outbound config',
    '6 legacy-path auto /v2/call/phone config',
    '7 legacy-path auto /v2/telephony/numbers/{} config',
    '8 legacy-path auto /v2/telephony/numbers/search config',
    '9 post-call-llm-helper auto /v2/telephony/numbers/{id} config',
    '10 unlisted-path none null config',
    '11 legacy-path auto /v2/assistant/{} config',
    '12 legacy-path auto /v2/assistant-tools/{}/test config',
    '13 unlisted-path none null config',
    '14 unlisted-path none null null',
  ]);
  const again = await runCli(['--reporter', 'json', '--allow-dirty'], cwd);
  expect(JSON.parse(again.stdout).changes).toEqual([]);
});

test('a target whose parts change places is for a person', async () => {
  const config = `{ "catalog": { "extends": "none", "rules": [
    { "legacy": "/call/{id}/hangup", "outcome": "rewrite", "v1": "/v1/hangups/{id}" } ] } }`;
  const source = "fetch('https://api.dial.example/call/' + id + '/hangup');\n";
  const cwd = createTree({ 'v1-migrate.config.json': config, 'a.js': source });
  const { stdout } = await runCli(['--base-url', 'https://api.dial.example', '--reporter', 'json'], cwd);
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toBe(source);
  expect(JSON.parse(stdout).findings).toMatchObject([
    { fix: 'manual', hint: 'More than the beginning of the path changes: write /v1/hangups/{id} by hand.' },
  ]);
});

test('rules shows what is in force, and the line that each row comes from', async () => {
  const { stdout } = await runCli(['rules'], createTree({ 'v1-migrate.config.json': CONFIG }));
  expect(stdout).toMatchInlineSnapshot(`
    "Cut-off 2027-03-01, version prefix /v2

    Families: the path and everything below it
      /call          ->  /v2/call               config  v1-migrate.config.json:9
      /assistant     ->  /v2/assistant          config  v1-migrate.config.json:10
      /phone-number  ->  /v2/telephony/numbers  config  v1-migrate.config.json:11

    Rules: before families; a later one beats an earlier one
      *     /call/{callId}/recording     keep                                                               config  v1-migrate.config.json:14
      POST  /assistant/{id}/clone        no-equivalent                                                      config  v1-migrate.config.json:15
      POST  /call/phone                  rewrite        -> /v2/call/outbound                                config  v1-migrate.config.json:16
      *     /tool/**                     rewrite        -> /v2/assistant-tools/**                           config  v1-migrate.config.json:17
      PUT   /phone-number/{id}/analysis  post-call-llm  -> PATCH /v2/telephony/numbers/{id}                 config  v1-migrate.config.json:18
      *     /phone-number/search         rewrite        -> /v2/telephony/numbers/search                     config  v1-migrate.config.json:19
      *     /session/**                  review                                              unlisted-path  config  v1-migrate.config.json:20

    Documented operations
      GET  /v2/call  guide 3
    "
  `);
});

test('rows of the config stand behind those of the platform', async () => {
  const config = '{\n"catalog": {\n"families": [\n{ "legacy": "/tools", "v1": "/v1/tools" }\n] } }';
  const { stdout } = await runCli(['rules'], createTree({ 'v1-migrate.config.json': config }));
  expect(stdout).toMatch(/\/agents +-> +\/v1\/agents +family +§5\.6/);
  expect(stdout).toMatch(/\/tools +-> +\/v1\/tools +config +v1-migrate\.config\.json:4/);
});

describe('a mistake in it names its place and the nearest right word', () => {
  const rules = (...rows: readonly string[]) =>
    `{ "catalog": { "extends": "none", "rules": [\n${rows.join(',\n')}\n] } }`;

  test.each([
    [
      'an outcome',
      rules('{ "legacy": "/call", "outcome": "rewrit" }'),
      'v1-migrate.config.json:2:33: catalog.rules[0].outcome: is "rewrit"; did you mean "rewrite"?',
    ],
    [
      'a key',
      rules('{ "legcy": "/call", "outcome": "keep" }'),
      'catalog.rules[0].legcy: is unknown. Did you mean "legacy"?',
    ],
    [
      'a method',
      rules('{ "legacy": "/call", "methods": ["PSOT"], "outcome": "keep" }'),
      'is "PSOT"; did you mean "POST"?',
    ],
    [
      'a code',
      rules('{ "legacy": "/call", "outcome": "keep", "code": "campaign-no-v2" }'),
      'is "campaign-no-v2"; did you mean "campaign-no-v1"?',
    ],
    [
      'a parameter',
      rules('{ "legacy": "/call/{callId}", "outcome": "rewrite", "v1": "/v1/call/{calId}" }'),
      'target /v1/call/{calId} uses {calId}, which /call/{callId} does not have. Did you mean "{callId}"?',
    ],
    [
      'a quote',
      rules(`{ "legacy": "/call", "outcome": "rewrite", "v1": "/v1/it's" }`),
      "target /v1/it's holds a quote",
    ],
    [
      'a rule for everything',
      rules('{ "legacy": "/**", "outcome": "keep" }'),
      'v1-migrate.config.json:2:13: catalog.rules[0].legacy: rule /** matches everything',
    ],
    [
      'the same with a name',
      rules('{ "legacy": "/{any}/**", "outcome": "keep" }'),
      'rule /{any}/** matches everything',
    ],
    [
      'two answers',
      rules('{ "legacy": "/call/{id}", "outcome": "keep" }', '{ "legacy": "/call/{callId}", "outcome": "rewrite" }'),
      'v1-migrate.config.json:3:42: catalog.rules[1].outcome: rule /call/{callId} is "rewrite" here and "keep" in rules[0]; keep one',
    ],
    [
      'two targets',
      rules(
        '{ "legacy": "/call", "outcome": "rewrite", "v1": "/v1/a" }',
        '{ "legacy": "/call", "outcome": "rewrite", "v1": "/v1/b" }',
      ),
      'rule /call is "rewrite" to /v1/b here and "rewrite" to /v1/a in rules[0]; keep one',
    ],
    [
      'one that never applies',
      rules('{ "legacy": "/call/{id}", "outcome": "rewrite" }', '{ "legacy": "/call/**", "outcome": "keep" }'),
      'catalog.rules[0].legacy: rule /call/{id} never applies: rules[1] (/call/**) comes later and beats it',
    ],
    [
      'a regular expression',
      rules('{ "legacy": "/call/(a+)+$", "outcome": "keep" }'),
      'has the segment "(a+)+$"; a pattern is no regular expression',
    ],
    [
      'a body that is no text',
      rules('{ "legacy": "/a/{id}/llm", "outcome": "post-call-llm", "bodyField": 5 }'),
      'catalog.rules[0].bodyField: must be a string',
    ],
  ])('%s', async (_name, config, message) => {
    const { stderr, exitCode } = await runCli(['rules'], createTree({ 'v1-migrate.config.json': config }));
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  test('other methods, or a narrower rule behind a wider one, are no mistake', async () => {
    const config = rules(
      '{ "legacy": "/call/{id}", "outcome": "keep", "methods": ["GET"] }',
      '{ "legacy": "/call/{id}", "outcome": "rewrite", "methods": ["POST"] }',
      '{ "legacy": "/tool/**", "outcome": "keep" }',
      '{ "legacy": "/tool/{id}", "outcome": "rewrite" }',
    );
    expect((await runCli(['rules'], createTree({ 'v1-migrate.config.json': config }))).exitCode).toBe(0);
  });
});

test.each([
  ['none', '"extends": "none", "families": [{ "legacy": "/orders", "v1": "/v2/orders" }]', []],
  ['its own word', '"extends": "none", "credentials": "bearer", "families": []', ['api-key-header']],
  ['the platform', '"families": []', ['api-key-header']],
])('the key header of an API is the business of its catalogue: %s', async (_name, catalog, codes) => {
  const cwd = createTree({
    'v1-migrate.config.json': `{ "baseUrls": ["https://api.dial.example"], "catalog": { ${catalog} } }`,
    'a.js': "fetch('https://api.dial.example/v1/orders', { headers: { 'x-api-key': process.env.KEY } });",
  });
  const { stdout } = await runCli(['--dry-run', '--reporter', 'json'], cwd);
  expect(JSON.parse(stdout).findings.map(({ code }: { code: string }) => code)).toEqual(codes);
});

test('what the program asks of a path is judged by the version of the config', async () => {
  const source = (path: string) =>
    [
      "const API = 'https://api.dial.example';",
      'const request = (path) => {',
      "  if (path.includes('/version-2')) throw new Error('already moved');",
      '  return fetch(API + path);',
      '};',
      `export const list = () => request('${path}');`,
      '',
    ].join('\n');
  const config = `{
    "baseUrls": ["https://api.dial.example"],
    "catalog": {
      "extends": "none",
      "versionPrefix": "/version-2",
      "families": [{ "legacy": "/call", "v1": "/version-2/call" }]
    }
  }`;
  const cwd = createTree({ 'v1-migrate.config.json': config, 'a.js': source('/call') });
  await runCli(['--reporter', 'json'], cwd);
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toBe(
    source('/call').replace('API + path', "API + '/version-2' + path"),
  );
});
