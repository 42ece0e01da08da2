import { describe, expect, test } from 'vitest';
import { BASE, nameFindings, runPlan } from './run-plan.ts';

const SPEC = `openapi: 3.1.0
info: { title: Voice, version: 1.0.0 }
servers: [{ url: 'https://api.voice.example' }]
paths:
  /v1/calls:
    get: { tags: [V1], responses: {} }
    post: { tags: [Calls, V1], responses: {} }
  /v1/calls/{callId}:
    get: { tags: [V1], responses: {} }
  /v1/voices:
    get: { tags: [Internal], responses: {} }
  /v1/agents/{id}:
    patch: { tags: [V1], responses: {} }
`;

async function plan(source: string, spec = SPEC, name = 'api.yaml') {
  const { plan: result, after } = await runPlan({ 'a.js': source, [name]: spec }, { openapi: name });
  return { plan: result, after: after['a.js'], findings: result.findings };
}

test('what the description has is believed because of it', async () => {
  const { findings, after } = await plan(`fetch('${BASE}/calls');\nfetch('${BASE}/calls/' + id);\n`);
  expect(findings).toMatchObject([
    { code: 'legacy-path', fix: 'auto', evidence: 'openapi', v1Path: '/v1/calls' },
    { code: 'legacy-path', fix: 'auto', evidence: 'openapi', v1Path: '/v1/calls/{id}' },
  ]);
  expect(after).toBe(`fetch('${BASE}/v1/calls');\nfetch('${BASE}/v1/calls/' + id);\n`);
});

describe('what it does not have is for a person', () => {
  test.each([
    ['no such path', `fetch('${BASE}/llms')`, 'api.yaml has no operation tagged V1 at /v1/llms'],
    ['only another tag', `fetch('${BASE}/voices')`, 'api.yaml has no operation tagged V1 at /v1/voices'],
    [
      'another method',
      `fetch('${BASE}/calls', { method: 'DELETE' })`,
      'api.yaml has /v1/calls tagged V1 for GET, POST, not for DELETE',
    ],
  ])('%s', async (_name, source, reason) => {
    const { plan: result, findings, after } = await plan(source);
    expect(findings).toMatchObject([{ code: 'legacy-path', level: 'error', fix: 'manual' }]);
    expect(findings[0]?.message).toContain(reason);
    expect(after).toBe(source);
    expect(result.accounting.requests).toMatchObject({ total: 1, manual: 1 });
  });

  test('a helper whose new operation is missing', async () => {
    const source = `fetch('${BASE}/agents/' + id + '/post-call-llm', { method: 'DELETE' });\n`;
    expect((await plan(source)).findings).toMatchObject([{ fix: 'auto', evidence: 'openapi', v1Method: 'PATCH' }]);
    const { findings, after } = await plan(source, SPEC.replace('patch:', 'get:'));
    expect(findings).toMatchObject([{ code: 'post-call-llm-helper', fix: 'manual' }]);
    expect(findings[0]?.message).toContain('for GET, not for PATCH');
    expect(after).toBe(source);
  });
});

test('what it does not have keeps its headers with its path', async () => {
  const source = `fetch('${BASE}/llms', { headers: { 'x-api-key': process.env.KEY } });\n`;
  expect(nameFindings((await plan(source)).findings)).toEqual(['a.js:1 legacy-path']);
});

test('an unknown method is asked for the path alone, and proves nothing', async () => {
  const { findings } = await plan(`fetch('${BASE}/calls', { method });\nfetch('${BASE}/llms', { method });\n`);
  expect(findings).toMatchObject([
    { fix: 'auto', evidence: 'family' },
    { fix: 'manual', v1Path: '/v1/llms' },
  ]);
});

test('a catalogue without v1 form is not asked for', async () => {
  const { findings } = await plan(`fetch('${BASE}/campaigns');\nfetch('${BASE}/nothing');\n`);
  expect(nameFindings(findings)).toEqual(['a.js:1 campaign-no-v1', 'a.js:2 unlisted-path']);
});

describe('descriptions come in other forms', () => {
  const call = `fetch('${BASE}/calls');\n`;
  const paths = (path: string) => ({ [path]: { get: { tags: ['V1'] } } });

  test.each([
    ['JSON', JSON.stringify({ openapi: '3.0.3', paths: paths('/v1/calls') })],
    [
      'JSON with a byte order mark and tabs',
      `\uFEFF${JSON.stringify({ openapi: '3.0.3', paths: paths('/v1/calls') }, null, '\t')}`,
    ],
    ['a version that YAML takes for a number', 'openapi: 3.1\npaths: { /v1/calls: { get: { tags: [V1] } } }\n'],
    [
      'the version in the server',
      JSON.stringify({ openapi: '3.0.0', servers: [{ url: 'https://x.example/api/v1/' }], paths: paths('/calls') }),
    ],
    ['a relative server', JSON.stringify({ openapi: '3.0.0', servers: [{ url: '/v1' }], paths: paths('/calls') })],
    [
      'a path of its own',
      JSON.stringify({
        openapi: '3.1.0',
        paths: { '/v1/calls': { $ref: '#/components/pathItems/Calls' } },
        components: { pathItems: { Calls: { get: { tags: ['V1'] } } } },
      }),
    ],
    [
      'anchors and merges',
      'openapi: 3.0.0\nx-get: &get { tags: [V1] }\npaths:\n  /v1/calls:\n    get:\n      <<: *get\n',
    ],
  ])('%s', async (_name, spec) => {
    const { findings } = await plan(call, spec);
    expect(findings).toMatchObject([{ fix: 'auto', evidence: 'openapi' }]);
  });
});

describe('what is no description is said', () => {
  const bomb = Array.from(
    { length: 9 },
    (_, n) =>
      `a${n}: &a${n} [${
        n === 0
          ? 'x'
          : Array(9)
              .fill(`*a${n - 1}`)
              .join(', ')
      }]`,
  );

  test.each([
    [
      'broken YAML',
      'openapi: 3.0.0\npaths:\n  - a\n b: [\n',
      /^--openapi: api\.yaml:\d+:\d+ is neither JSON nor YAML: /,
    ],
    ['broken JSON', '{ "openapi": "3.0.0",\n  "paths": ', /^--openapi: api\.yaml:2:\d+ is neither JSON nor YAML: /],
    ['nothing', '', /is no OpenAPI description: it is not an object/],
    ['a list', '[]', /it is not an object/],
    ['another document', 'name: x\n', /it has no member "openapi"/],
    ['Swagger', 'swagger: "2.0"\npaths: {}\n', /is Swagger 2\.0; OpenAPI 3 is needed/],
    ['a later one', 'openapi: 4.0.0\npaths: {}\n', /is OpenAPI 4\.0\.0; 3 is needed/],
    ['without paths', 'openapi: 3.0.0\n', /has no paths/],
    ['without V1', 'openapi: 3.0.0\npaths: { /calls: { get: { tags: [Calls] } } }\n', /has no operation tagged V1/],
    [
      'in several files',
      'openapi: 3.0.0\npaths: { /v1/calls: { $ref: calls.yaml } }\n',
      /its path \/v1\/calls stands in another file \(calls\.yaml\)/,
    ],
    [
      'with a loose end',
      "openapi: 3.0.0\npaths: { /v1/calls: { $ref: '#/x/y' } }\n",
      /refers to #\/x\/y, which is not there/,
    ],
    [
      'that refers to itself',
      "openapi: 3.0.0\npaths: { /v1/calls: { $ref: '#/paths/~1v1~1calls' } }\n",
      /which is not there/,
    ],
    ['that unfolds without end', `openapi: 3.0.0\n${bomb.join('\n')}\n`, /cannot be read: Excessive alias count/],
  ])('%s', async (_name, spec, message) => {
    await expect(plan('f()', spec)).rejects.toThrow(message);
  });

  test('no file, and a folder', async () => {
    await expect(runPlan({ 'a.js': 'f()' }, { openapi: 'none.yaml' })).rejects.toThrow(
      '--openapi: there is no file none.yaml.',
    );
    await expect(runPlan({ 'b/a.js': 'f()' }, { openapi: 'b' })).rejects.toThrow('--openapi: b is not a file.');
  });
});
