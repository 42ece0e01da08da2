import type { API, Collection, FileInfo, JSCodeshift, Options } from 'jscodeshift';
import type { TransformName } from '../../src/model/plan.ts';
import { parseFile } from '../../src/syntax/parse.ts';
import { applyTextEdits, type TextEdit } from '../../src/syntax/text-edits.ts';
import type { Script } from '../../src/syntax/tree.ts';
import { planFile } from './plan-file.ts';

/** One parsed file as all its transforms share it: a component has a tree for each of its scripts. */
export interface SharedTrees {
  readonly source: string;
  readonly roots: readonly Collection[];
}

/**
 * A transform says how, the plan says what: finds the planned edits' nodes and returns the edits to make. Pure. Throws
 * when an edit does not fall where this transform edits, which is a mistake of the plan.
 */
export type CollectEdits = (trees: SharedTrees, j: JSCodeshift, planned: readonly TextEdit[]) => readonly TextEdit[];

/** What in-process callers hand over; stock jscodeshift hands over its command line. */
export interface TransformOptions extends Options {
  readonly planned?: readonly TextEdit[];
  readonly scripts?: readonly Script[];
  readonly baseUrl?: string;
}

export function wrapScripts(scripts: readonly Script[], j: JSCodeshift): readonly Collection[] {
  // Babel's tree is what ast-types describes as well; the two packages only name its types differently.
  return scripts.map((script) => j(script.program as unknown as Parameters<JSCodeshift>[0] & object));
}

function parseScripts(file: FileInfo): readonly Script[] {
  const result = parseFile(file.path, file.source);
  if (result.ok) return result.file.scripts;
  const { line, column, message } = result.failure;
  throw new SyntaxError(`${line}:${column} ${message}`);
}

function planStandalone(name: TransformName, file: FileInfo, options: TransformOptions): readonly TextEdit[] {
  if (typeof options.baseUrl !== 'string') throw new Error('pass the base as --baseUrl=https://…');
  const edits = planFile(file.path, file.source, {
    baseUrl: options.baseUrl,
    annotate: name === 'mark-manual-work' ? 'add' : undefined,
  });
  return edits.filter((edit) => edit.transform === name);
}

/**
 * The body of every transform's default export. Returns the text with range edits made, never a reprinted tree
 * (recast's printer changes line ends, quotes and template literals); undefined when nothing is to be done.
 */
export function runTransform(
  name: TransformName,
  collectEdits: CollectEdits,
  file: FileInfo,
  api: API,
  options: TransformOptions,
): string | undefined {
  const planned = options.planned ?? planStandalone(name, file, options);
  if (planned.length === 0) return undefined;
  const roots = wrapScripts(options.scripts ?? parseScripts(file), api.jscodeshift);
  return applyTextEdits(file.source, collectEdits({ source: file.source, roots }, api.jscodeshift, planned));
}
