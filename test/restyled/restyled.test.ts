import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CaseFolder, type Expected, listCases, readTree, runTool } from '../fixtures/run-case.ts';
import { BRANCHING_STYLES } from './branching-styles.ts';
import { MODULE_STYLES } from './module-styles.ts';
import { PIECEWISE_STYLES } from './piecewise-styles.ts';
import { restyle } from './restyle.ts';
import { SHAPE_STYLES } from './shape-styles.ts';
import { STEPWISE_STYLES } from './stepwise-styles.ts';
import { STYLES, type Style } from './styles.ts';

/**
 * The fixtures in other styles: a program that is written another way sends the same requests, so the tool finds the same
 * in it. `npm run nightly` takes all of them, the normal suite every hundred-and-twentieth.
 */

const STEP = process.env.MODE === 'nightly' ? 1 : 120;

/** By style: the cases in which the style changes what can be known, or which are known to fall short. */
const KNOWN: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'known-differences.json'), 'utf8'),
);

const ALL_STYLES: Readonly<Record<string, Style>> = {
  ...STYLES,
  ...PIECEWISE_STYLES,
  ...STEPWISE_STYLES,
  ...BRANCHING_STYLES,
  ...SHAPE_STYLES,
  ...MODULE_STYLES,
};

type Found = readonly { readonly file: string; readonly code: string; readonly fix?: string }[];

/** Where on a line it stands is another matter in another style. */
function describeFound(findings: Found): readonly string[] {
  return findings.map(({ file, code, fix }) => `${file} ${code} ${fix ?? ''}`).sort();
}

async function findIn(files: ReadonlyMap<string, string>, expected: Expected): Promise<readonly string[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'restyled-')));
  try {
    for (const [file, text] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return describeFound((await runTool(folder, expected)).plan.findings);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function restyleAll(input: ReadonlyMap<string, string>, style: Style): ReadonlyMap<string, string> | null {
  const restyled = new Map<string, string>();
  for (const [file, text] of input) {
    const other = restyle(text, file, style);
    if (other === null) return null;
    restyled.set(file, other);
  }
  return restyled;
}

interface PlainCase {
  readonly input: ReadonlyMap<string, string>;
  /** As Babel writes it without a style. */
  readonly plain: ReadonlyMap<string, string> | null;
}

const read = new Map<string, PlainCase>();

/** A case as it is, read once for all styles. */
function readPlainly({ name, folder }: CaseFolder): PlainCase {
  const known = read.get(name);
  if (known !== undefined) return known;
  const input = readTree(join(folder, 'input'));
  const found = { input, plain: restyleAll(input, () => ({})) };
  read.set(name, found);
  return found;
}

const plainly = new Map<string, Promise<readonly string[]>>();

/** What is found in a case as it is, worked out once for all styles. */
function findPlainly({ name, expected }: CaseFolder, input: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const found = plainly.get(name) ?? findIn(input, expected);
  plainly.set(name, found);
  return found;
}

/** The cases of one style whose findings are others. */
async function listDifferent(style: Style, cases: readonly CaseFolder[]): Promise<readonly string[]> {
  const different: string[] = [];
  for (const entry of cases) {
    const { name, expected } = entry;
    const { input, plain } = readPlainly(entry);
    const restyled = restyleAll(input, style);
    if (plain === null || restyled === null || [...plain].every(([file, text]) => restyled.get(file) === text))
      continue;
    const wanted = await findPlainly(entry, input);
    if ((await findIn(restyled, expected)).join('\n') !== wanted.join('\n')) different.push(name);
  }
  return different;
}

describe('the same is found in', () => {
  const cases = listCases()
    .filter(({ expected }) => expected.annotate !== true)
    .filter((_, index) => index % STEP === 0);

  test.each(Object.entries(ALL_STYLES))('%s', { timeout: 300_000 }, async (name, style) => {
    const known = new Set(KNOWN[name] ?? []);
    const different = await listDifferent(style, cases);
    expect(different.filter((found) => !known.has(found))).toEqual([]);
    // One that is found again is taken off the list.
    const tried = new Set(cases.map((entry) => entry.name));
    expect([...known].filter((found) => tried.has(found) && !different.includes(found))).toEqual([]);
  });
});
