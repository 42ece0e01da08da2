import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FINDING_CODES, type FindingCode } from '../../src/model/findings.ts';
import { createTree, runCli } from '../cli/run-cli.ts';
import { type Fence, listFences, listHeadings, readDocument, readSection } from './read-docs.ts';

/** MIGRATION.md has a heading for each finding code, and its examples are what the tool really says and writes. */

const TEXT = readDocument('MIGRATION.md');
const SCOPE = ['.', '--base-url', 'https://api.voice.example'];
/** Stands in the section of a code that is described and not reported yet. */
const PENDING = 'Not looked for in this version.';
/** What the text of a document cannot show: bytes that are no UTF-8. */
const NO_EXAMPLE: readonly FindingCode[] = ['unreadable-file'];

interface Example {
  readonly code: FindingCode;
  readonly file: string;
  readonly before: string;
  /** Null where nothing is to be changed. */
  readonly after: string | null;
  readonly isPending: boolean;
}

/** One side of a diff block: the lines with this mark and those with none. */
function readSide({ lines }: Fence, mark: '-' | '+'): string {
  const other = mark === '-' ? '+' : '-';
  return `${lines
    .filter((line) => !line.startsWith(other))
    .map((line) => line.slice(1))
    .join('\n')}\n`;
}

function readExample(code: FindingCode): Example {
  const section = readSection(TEXT, `### \`${code}\``);
  const fence = listFences(section).find(({ info }) => info.length === 2);
  if (fence === undefined) throw new Error(`the section of ${code} has no example with a file name`);
  const isDiff = fence.info[0] === 'diff';
  return {
    code,
    file: fence.info[1] ?? '',
    before: isDiff ? readSide(fence, '-') : `${fence.lines.join('\n')}\n`,
    after: isDiff ? readSide(fence, '+') : null,
    isPending: section.includes(PENDING),
  };
}

interface Said {
  readonly findings: readonly { readonly code: string; readonly fix?: string }[];
  readonly errors: readonly { readonly code: string }[];
}

/** What the tool says of one file with this code: the fix of each finding, `none` for an error. */
async function listFixes(code: FindingCode, file: string, text: string): Promise<readonly string[]> {
  const cwd = createTree({ [file]: text });
  const { stdout } = await runCli([...SCOPE, '--dry-run', '--reporter', 'json'], cwd);
  const { findings, errors } = JSON.parse(stdout) as Said;
  return [...findings, ...errors.map((error) => ({ ...error, fix: 'none' }))]
    .filter((said) => said.code === code)
    .map(({ fix }) => fix ?? 'none');
}

async function rewrite(file: string, text: string): Promise<string> {
  const cwd = createTree();
  writeFileSync(join(cwd, file), text);
  await runCli(SCOPE, cwd);
  return readFileSync(join(cwd, file), 'utf8');
}

describe('headings', () => {
  test('each finding code has one, in the order of the list, and nothing else has', () => {
    const titles = listHeadings(readSection(TEXT, '## Findings')).map(({ text }) => text);
    expect(titles).toEqual(FINDING_CODES.map((code) => `\`${code}\``));
  });

  test('the first one is the question that a reader comes with', () => {
    expect(listHeadings(TEXT)[1]?.text).toBe('Do I need to do anything?');
  });
});

describe('examples', () => {
  const examples = FINDING_CODES.filter((code) => !NO_EXAMPLE.includes(code)).map(readExample);

  test.each(examples)('$code is found before', async ({ code, file, before, isPending }) => {
    const fixes = await listFixes(code, file, before);
    // A code that is found now must lose its note, and one that is not found must have it.
    expect(fixes.length === 0 ? 'pending' : 'found').toBe(isPending ? 'pending' : 'found');
  });

  test.each(examples.filter(({ after }) => after !== null))('$code is gone after', async ({ code, file, after }) => {
    expect(await listFixes(code, file, after ?? '')).toEqual([]);
  });

  test.each(examples.filter(({ after }) => after !== null))(
    'what the tool writes for $code is what is shown',
    async ({ code, file, before, after }) => {
      const isAutomatic = (await listFixes(code, file, before)).includes('auto');
      expect(isAutomatic ? await rewrite(file, before) : after).toBe(after);
    },
  );
});
