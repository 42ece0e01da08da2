import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PLATFORM } from '../src/contract/platform.ts';
import { renderCodes, renderFamilies, renderOperations, renderRules } from './docs/catalog-tables.ts';
import { renderCommands, renderExitCodes } from './docs/command-tables.ts';
import { renderExample } from './docs/example.ts';
import { fillImports } from './docs/part-table.ts';
import { type RenderSection, replaceSection } from './docs/sections.ts';

/**
 * The documents with the sections that are made from code. `npx vitest run test/docs -u` writes them; without `-u` the
 * same tests fail while a section is stale.
 */

export const ROOT = resolve(import.meta.dirname, '..');

const SECTIONS: Readonly<Record<string, Readonly<Record<string, RenderSection>>>> = {
  'README.md': {
    example: () => renderExample(ROOT),
    commands: renderCommands,
    'exit-codes': renderExitCodes,
  },
  'MIGRATION.md': {
    codes: renderCodes,
    families: () => renderFamilies(PLATFORM),
    rules: () => renderRules(PLATFORM),
    operations: () => renderOperations(PLATFORM),
  },
  'ARCHITECTURE.md': { parts: fillImports },
};

/** The documents that have such sections. */
export const DOCUMENTS: readonly string[] = Object.keys(SECTIONS);

/** The text that the document should have. */
export async function renderDocument(name: string): Promise<string> {
  let text = readFileSync(join(ROOT, name), 'utf8');
  for (const [section, render] of Object.entries(SECTIONS[name] ?? {})) {
    text = await replaceSection(text, section, render);
  }
  return text;
}
