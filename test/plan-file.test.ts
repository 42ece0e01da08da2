import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import { planFile } from '../src/plan-file.ts';
import { createTree } from './cli/run-cli.ts';

const BASE = 'https://api.voice.example';

/** What a file imports that its text does not show: each kind is read by a library of its own. */
const NEIGHBOURS: readonly [what: string, name: string, text: string][] = [
  ['YAML', 'config.yml', `# where it lives\nbase: ${BASE}\n`],
  ['JSON with comments', 'config.json', `{\n  // where it lives\n  "base": "${BASE}",\n}\n`],
  ['a module', 'config.js', `export default { base: '${BASE}' };\n`],
];

describe('one file on its own', () => {
  test.each(NEIGHBOURS)('knows what it imports from %s', (_what, name, text) => {
    const cwd = createTree({ 'package.json': '{}', [name]: text });
    const source = `import config from './${name}';\nfetch(config.base + '/calls');\n`;
    const edits = planFile(join(cwd, 'a.js'), source, { baseUrl: BASE });
    expect(edits.map((edit) => edit.text)).toEqual(['/v1']);
  });

  test.each([
    ['nope', '"nope" is neither a URL nor env:NAME'],
    ['api.voice.example', '"api.voice.example" has no scheme. Did you mean "https://api.voice.example"?'],
  ])('what is no base is a mistake, not a file without edits: %s', (baseUrl, problem) => {
    const plan = () => planFile(join(createTree(), 'a.js'), `fetch('${BASE}/calls');\n`, { baseUrl });
    expect(plan).toThrow(`--baseUrl: ${problem}`);
  });

  test('a base is read as the command line reads it', () => {
    const source = `fetch('${BASE}/calls');\n`;
    for (const baseUrl of [`${BASE}/`, `${BASE}/v1`, BASE.toUpperCase()])
      expect(planFile(join(createTree(), 'a.js'), source, { baseUrl })).toHaveLength(1);
  });

  test('has every library that the tool loads late', () => {
    const own = readFileSync('src/plan-file.ts', 'utf8');
    const texts = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8'));
    const late = texts.flatMap((text) => [...text.matchAll(/\bloadLibrary\('([\w-]+)'\)/g)].map(([, name]) => name));
    expect(new Set(late).size).toBeGreaterThan(3);
    expect(late.filter((name) => !own.includes(`from '${name}'`))).toEqual([]);
  });
});
