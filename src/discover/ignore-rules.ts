import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import type { Ignore, Options } from 'ignore';
import { getFolder, joinNames } from '../model/paths.ts';
import { loadLibrary } from './load-library.ts';

/**
 * The `.gitignore` files of a folder and those above it as one list of rules, of which the last that matches decides.
 * One list and not one per file: a file further down may take back a folder that one further up ignores, and then
 * what lies in that folder must not be lost to the rule above after all.
 */
export type IgnoreRules = Ignore;

/** Loaded when first needed: inside a repository git does this work. */
function createRules(): IgnoreRules {
  const create = loadLibrary('ignore') as (options: Options) => Ignore;
  return create({ ignorecase: platform() === 'darwin' || platform() === 'win32' }); // as git decides it
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/);
  } catch {
    return []; // absent, a folder, or closed: no rules
  }
}

/** Makes a rule of `folder` one of the top: anchored where it has a slash before its end, else for any depth below. */
function moveRule(line: string, folder: string): string {
  if (folder === '' || line.trim() === '' || line.startsWith('#')) return line;
  const sign = line.startsWith('!') ? '!' : '';
  const pattern = line.slice(sign.length);
  const place = folder.replace(/[\\*?[\] ]/g, '\\$&');
  return /\/(?!\s*$)/.test(pattern)
    ? `${sign}/${place}/${pattern.replace(/^\//, '')}`
    : `${sign}/${place}/**/${pattern}`;
}

/** The rules in force in `folder` (relative to `top`): those above and its own `.gitignore`. */
export function extendRules(above: IgnoreRules | null, top: string, folder: string): IgnoreRules | null {
  const lines = readLines(`${joinNames(top, folder)}/.gitignore`);
  if (lines.length === 0) return above;
  const rules = createRules();
  return (above === null ? rules : rules.add(above)).add(lines.map((line) => moveRule(line, folder)));
}

/** `path` is relative to the top and ends in "/" for a folder. */
export function isIgnored(rules: IgnoreRules | null, path: string): boolean {
  return rules?.ignores(path) ?? false;
}

/**
 * The rules that reach `folder` from `top` downwards, without its own. A folder that they ignore was named on
 * purpose by whoever asks, so then none of them counts.
 */
export function collectRulesAbove(top: string, folder: string): IgnoreRules | null {
  if (folder === '') return null;
  const parent = getFolder(folder);
  const rules = extendRules(collectRulesAbove(top, parent), top, parent);
  return isIgnored(rules, `${folder}/`) ? null : rules;
}
