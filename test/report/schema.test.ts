import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import { CONFIG_SCHEMA } from '../../src/config/schema.ts';
import type { Report } from '../../src/model/report.ts';
import { REPORT_SCHEMA } from '../../src/report/schema.ts';

/** The shipped schemas are generated: `vitest run test/report/schema.test.ts -u` writes them anew. */

type DeepReadonly<Type> = Type extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Type extends object
    ? { readonly [Key in keyof Type]: DeepReadonly<Type[Key]> }
    : Type;

/** The formatter puts a short list of words on one line, and `npm run check` would ask for it. */
function joinShortLists(json: string): string {
  return json.replace(/^( *)(.*)\[\n([^[\]{}]*)\n *\]/gm, (block, indent: string, key: string, items: string) => {
    const line = `${indent}${key}[${items.trim().replace(/,\n */g, ', ')}]`;
    return line.length < 120 ? line : block;
  });
}

function render(schema: v.GenericSchema, id: string, title: string): string {
  const { $schema, ...rest } = toJsonSchema(schema);
  return `${joinShortLists(JSON.stringify({ $schema, $id: id, title, ...rest }, null, 2))}\n`;
}

test('report.schema.json is what the code says', async () => {
  const text = render(REPORT_SCHEMA, 'https://unpkg.com/v1-migrate@1/report.schema.json', 'JSON report of v1-migrate');
  await expect(text).toMatchFileSnapshot('../../report.schema.json');
});

test('config.schema.json is what the code says', async () => {
  const text = render(CONFIG_SCHEMA, 'https://unpkg.com/v1-migrate@1/config.schema.json', 'v1-migrate.config.json');
  await expect(text).toMatchFileSnapshot('../../config.schema.json');
});

test('the schema and the type of the report are one', () => {
  expectTypeOf<DeepReadonly<v.InferOutput<typeof REPORT_SCHEMA>>>().toEqualTypeOf<DeepReadonly<Report>>();
});
