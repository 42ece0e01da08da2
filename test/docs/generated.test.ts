import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS, ROOT, renderDocument } from '../../scripts/generate-docs.ts';

/** Sections made from code: `npx vitest run test/docs -u` writes them anew. */

test.each(DOCUMENTS)('%s says what the code says', async (name) => {
  await expect(await renderDocument(name)).toMatchFileSnapshot(join(ROOT, name));
});
