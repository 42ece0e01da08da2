import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import createWabt from 'wabt';

/** Written anew by `npx vitest run test/discover/byte-filter.test.ts -u`. */
it('byte-filter-module.ts is byte-filter.wat, compiled', async () => {
  const source = new URL('../../src/discover/byte-filter.wat', import.meta.url);
  const wabt = await createWabt();
  const module = wabt.parseWat('byte-filter.wat', readFileSync(source, 'utf8'), { simd: true });
  const lines =
    Buffer.from(module.toBinary({}).buffer)
      .toString('base64')
      .match(/.{1,110}/g) ?? [];
  const code = lines.map((line) => `  '${line}'`).join(' +\n');
  const text = `/** byte-filter.wat, compiled; test/discover/byte-filter.test.ts writes this file. */\nexport const BYTE_FILTER =\n${code};\n`;
  await expect(text).toMatchFileSnapshot('../../src/discover/byte-filter-module.ts');
});
