import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTransforms, TRANSFORM_NAMES } from '../../src/apply/load-transforms.ts';

const FOLDER = join(import.meta.dirname, '../../transforms');

function listTransformFiles(): readonly string[] {
  const entries = readdirSync(FOLDER, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => basename(entry.name, '.ts'));
}

test('every transform file is registered under its name, and can be loaded', async () => {
  expect([...TRANSFORM_NAMES].sort()).toEqual([...listTransformFiles()].sort());
  const loaded = await loadTransforms(TRANSFORM_NAMES);
  expect([...loaded.keys()]).toEqual(TRANSFORM_NAMES);
});

test('every transform is a stock one with a default export', async () => {
  for (const name of listTransformFiles()) {
    const module: { default?: unknown } = await import(join(FOLDER, `${name}.ts`));
    expect(module.default).toBeTypeOf('function');
  }
});

test('a name without a transform is left out', async () => {
  expect([...(await loadTransforms(['agents2', 'constructor'])).keys()]).toEqual([]);
});
