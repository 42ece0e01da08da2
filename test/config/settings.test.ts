import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { loadSettings } from '../../src/config/load-settings.ts';
import type { Settings, SettingsInput } from '../../src/config/settings.ts';
import { PLATFORM } from '../../src/contract/platform.ts';

const folders: string[] = [];

function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'v1-config-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function load(cwd: string, input: Partial<SettingsInput> = {}): Settings {
  return loadSettings({
    cwd,
    paths: [],
    baseUrls: [],
    config: undefined,
    include: [],
    exclude: [],
    gitignore: true,
    evidence: 'family',
    today: '2026-11-20',
    ...input,
  });
}

/** The message for one config file, lines joined. */
function fail(text: string, name = 'v1-migrate.config.json'): string {
  const cwd = createFolder({ [name]: text });
  try {
    load(cwd);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'no error';
}

describe('where the config is found', () => {
  test('comments and trailing commas are fine', () => {
    const cwd = createFolder({ 'v1-migrate.config.json': '\uFEFF// why\n{ "baseUrls": ["env:A",], /* x */ }\n' });
    expect(load(cwd).bases).toEqual([{ base: 'env:A', source: 'config' }]);
  });

  test('its globs count from its folder; those of a flag, and of a config that a flag names, from the cwd', () => {
    const cwd = createFolder({
      '.git/HEAD': '',
      'v1-migrate.config.json': '{ "include": ["src/**"], "exclude": ["src/api/old/**"] }',
      'src/api/a.ts': '',
    });
    const inside = join(cwd, 'src/api');
    expect(load(cwd).globCwd).toEqual({ include: '', exclude: '' });
    expect(load(inside).globCwd).toEqual({ include: 'src/api', exclude: 'src/api' });
    expect(load(inside, { include: ['*.ts'] }).globCwd).toEqual({ include: '', exclude: 'src/api' });
    expect(load(inside, { config: '../../v1-migrate.config.json' }).globCwd).toEqual({ include: '', exclude: '' });
  });

  test('upward to the root of the repository, no further', () => {
    const cwd = createFolder({
      'v1-migrate.config.json': '{ "baseUrls": ["env:OUTSIDE"] }',
      'repo/.git/HEAD': '',
      'repo/package.json': '{ "v1-migrate": { "baseUrls": ["env:INSIDE"] } }',
      'repo/packages/a/package.json': '{ "devDependencies": { "v1-migrate": "1" } }',
      'bare/.git/HEAD': '',
    });
    expect(load(join(cwd, 'repo/packages/a'))).toMatchObject({
      bases: [{ base: 'env:INSIDE' }],
      configFile: '../../package.json',
    });
    expect(load(join(cwd, 'bare')).configFile).toBeNull();
  });

  test('outside a repository only the folder itself is looked at', () => {
    const cwd = createFolder({ 'v1-migrate.config.json': '{}', 'sub/x': '' });
    expect(load(join(cwd, 'sub')).configFile).toBeNull();
    expect(load(cwd).configFile).toBe('v1-migrate.config.json');
  });

  test('--config names one, and it must exist', () => {
    const cwd = createFolder({ 'other.json': '{ "levels": { "unresolved-base": "off" } }' });
    expect(load(cwd, { config: 'other.json' }).levels).toEqual({ 'unresolved-base': 'off' });
    expect(() => load(cwd, { config: 'nope.json' })).toThrow('--config: there is no file nope.json.');
  });

  test('flags come before the config, bases add up', () => {
    const text = '{ "baseUrls": ["env:A", "https://b.example/"], "include": ["src/**"], "exclude": ["x"] }';
    const cwd = createFolder({ 'v1-migrate.config.json': text });
    const settings = load(cwd, { baseUrls: ['https://B.example'], include: ['lib/**'] });
    expect(settings.bases).toEqual([
      { base: 'https://b.example', source: 'flag' },
      { base: 'env:A', source: 'config' },
    ]);
    expect(settings.include).toEqual(['lib/**']);
    expect(settings.exclude).toEqual(['x']);
    expect(settings.sources).toMatchObject({ include: 'flag', exclude: 'config', levels: 'default' });
  });

  test("a wrapper's base is a base", () => {
    const client = '{ "module": "@acme/http", "export": "voice", "base": "https://api.voice.example/", "url": 0 }';
    const cwd = createFolder({ 'v1-migrate.config.json': `{ "clients": [${client}] }` });
    expect(load(cwd).bases).toEqual([{ base: 'https://api.voice.example', source: 'config' }]);
  });
});

describe('mistakes are named with their place and the nearest right word', () => {
  test.each([
    ['{\n  "baseUrl": []\n}', 'v1-migrate.config.json:2:3: baseUrl: is unknown. Did you mean "baseUrls"?'],
    ['{ "x\\"\\u001b": 1 }', 'v1-migrate.config.json:1:3: x"\u001b: is unknown.'],
    ['{ "probe": { "baseUrl": "https://x" } }', ':1:14: probe.baseUrl: is unknown. Known here: keyEnv.'],
    ['{ "levels": {},\n "baseUrls": [], "levels": {} }', ':2:18: levels: is written twice.'],
    ['{ "clients": [{ "url": 0, "url": 1 }] }', ':1:27: url: is written twice.'],
    ['{ "xyzzy": 1 }', 'v1-migrate.config.json:1:3: xyzzy: is unknown. Known here: $schema, baseUrls, '],
    ['{ "baseUrls": "env:A" }', 'v1-migrate.config.json:1:15: baseUrls: must be an array of strings'],
    [
      '{ "baseUrls": ["env:A",\n "api.voice.example"] }',
      'v1-migrate.config.json:2:2: baseUrls[1]: "api.voice.example" has no scheme. Did you mean "https://api.voice.example"?',
    ],
    ['{ "levels": { "legacy-paht": "off" } }', ':1:15: levels.legacy-paht: is unknown. Did you mean "legacy-path"?'],
    [
      '{ "levels": { "agents2": "warn" } }',
      ':1:26: levels.agents2: is "warn"; must be one of error, warning, note, off',
    ],
    ['{ "clients": [{ "module": "x" }] }', ':1:15: clients[0].export: is missing'],
    ['{ "catalog": { "rules": [{ "legacy": "/x", "outcome": "rewrit" }] } }', 'is "rewrit"; did you mean "rewrite"?'],
    ['{ "catalog": { "rules": [{ "legacy": "/x", "outcome": "keep", "methods": ["GTE"] }] } }', 'did you mean "GET"?'],
    [
      '{ "catalog": { "rules": [{ "legacy": "/x", "outcome": "keep", "code": "agents3" }] } }',
      'did you mean "agents2"?',
    ],
    ['{ "catalog": { "rules": [{ "legacy": "/a/{id", "outcome": "keep" }] } }', 'unbalanced brace in "{id"'],
    ['{ "catalog": { "rules": [{ "legacy": "/**", "outcome": "keep" }] } }', 'rule /** matches everything'],
    ['{ "catalog": { "rules": [{ "legacy": "/{a}/**", "outcome": "keep" }] } }', 'matches everything'],
    ['{ "catalog": { "rules": [{ "legacy": "/a/*", "outcome": "keep" }] } }', 'write {name} for one segment'],
    ['{ "catalog": { "rules": [{ "legacy": "a", "outcome": "keep" }] } }', 'does not begin with a slash'],
    ['{ "catalog": { "rules": [{ "legacy": "/a/**/b", "outcome": "keep" }] } }', 'has ** before its end'],
    ['{ "catalog": { "families": [{ "legacy": "/", "v1": "/v1" }] } }', 'family / matches everything'],
    ['{ "catalog": { "families": [{ "legacy": "/a", "v1": "/v1/{x}" }] } }', 'uses {x}, which /a does not have'],
    ['{ "catalog": { "families": [{ "legacy": "/campaigns", "v1": "/v1/campaigns" }] } }', 'never applies'],
    ['{ "catalog": { "cutoff": "2026-02-30" } }', ':1:26: catalog.cutoff: cutoff "2026-02-30" is not a date'],
    ['{ "probe": { "keyEnv": "id:secret" } }', 'must be the name of an environment variable'],
    ['{ "baseUrls": [ }', 'v1-migrate.config.json:1:17: not valid JSON: value expected.'],
    ['', 'not valid JSON'],
    ['[]', 'v1-migrate.config.json:1:1: must be an object'],
    ['{ "catalog": [] }', 'v1-migrate.config.json:1:14: catalog: must be an object'],
  ])('%s', (text, message) => expect(fail(text)).toContain(message));

  test('rules that contradict each other', () => {
    const rules = `[
      { "legacy": "/x/{a}", "methods": ["GET", "PUT"], "outcome": "keep" },
      { "legacy": "/x/{b}", "methods": ["POST"], "outcome": "rewrite" },
      { "legacy": "/x/{c}", "methods": ["PUT"], "outcome": "rewrite" }
    ]`;
    expect(fail(`{ "catalog": { "rules": ${rules} } }`)).toBe(
      'v1-migrate.config.json:4:60: catalog.rules[2].outcome: rule /x/{c} is "rewrite" here and "keep" in rules[0]; keep one',
    );
  });

  test('all of them, one in a line, and in package.json too', () => {
    const lines = fail('{\n"v1-migrate": {\n"include": 1,\n"b": 2 } }', 'package.json').split('\n');
    expect(lines).toEqual([
      'package.json:3:12: include: must be an array of strings',
      expect.stringMatching(/^package\.json:4:1: b: is unknown\. Known here: /),
    ]);
  });

  test('a package.json that --config names and that has none', () => {
    const cwd = createFolder({ 'package.json': '{ "name": "x" }' });
    expect(() => load(cwd, { config: 'package.json' })).toThrow('package.json has no member "v1-migrate".');
  });

  test('a package.json that is no JSON is named if it holds a config, and is not ours otherwise', () => {
    expect(fail('{ "v1-migrate": { "include": [] }, oops }', 'package.json')).toContain(
      'package.json:1:36: not valid JSON',
    );
    expect(fail('{ "devDependencies": { "v1-migrate": "1" }, oops }', 'package.json')).toBe('no error');
  });

  test('the value of a key that should be a name is not shown', () => {
    expect(fail('{ "probe": { "keyEnv": "key_1:s3cr3t" } }')).not.toContain('s3cr3t');
  });
});

describe('the catalogue in force', () => {
  function loadCatalog(catalog: unknown) {
    return load(createFolder({ 'v1-migrate.config.json': JSON.stringify({ catalog }) })).catalog;
  }

  test('rows come after those of the platform', () => {
    const { families, rules, cutoff } = loadCatalog({
      families: [{ legacy: '/call', v1: '/v1/call' }],
      rules: [{ legacy: '/campaigns/**', outcome: 'rewrite' }],
    });
    expect(families.length).toBe(PLATFORM.families.length + 1);
    expect(families.at(-1)).toEqual({
      legacy: '/call',
      v1: '/v1/call',
      section: 'v1-migrate.config.json:1',
      evidence: 'config',
    });
    expect(rules.at(-1)).toMatchObject({ legacy: '/campaigns/**', outcome: 'rewrite', evidence: 'config' });
    expect(cutoff).toBe('2026-07-31');
  });

  test('a post-call rule knows its agent', () => {
    const rule = { methods: ['PUT'], legacy: '/agents/{agent}/analysis-llm', outcome: 'post-call-llm', bodyField: 'm' };
    expect(loadCatalog({ rules: [rule] }).rules.at(-1)).toMatchObject({
      v1: '/v1/agents/{agent}',
      v1Method: 'PATCH',
      bodyFields: ['m'],
    });
  });

  test('what `rules --format json` prints can be a catalogue of its own', () => {
    expect(loadCatalog({ extends: 'none', ...PLATFORM })).toEqual(PLATFORM);
  });

  test('none begins empty', () => {
    const catalog = loadCatalog({ extends: 'none', versionPrefix: '/v2', families: [{ legacy: '/a', v1: '/v2/a' }] });
    expect(catalog).toMatchObject({ versionPrefix: '/v2', rules: [], operations: [] });
    expect(catalog.families.length).toBe(1);
  });
});
