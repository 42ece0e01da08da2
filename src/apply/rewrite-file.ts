import type { JSCodeshift } from 'jscodeshift';
import { type CollectEdits, type SharedTrees, wrapScripts } from '../../transforms/shared/transform.ts';
import type { Edit } from '../model/plan.ts';
import type { FileProblem, SourceFile } from '../model/project.ts';
import type { FileChange } from '../model/report.ts';
import { parseFile, parseSource } from '../syntax/parse.ts';
import { applyTextEdits, isUnchangedOutside, type TextEdit } from '../syntax/text-edits.ts';
import { areTextInsertions } from '../syntax/text-insertions.ts';
import type { ParsedFile, SyntaxFailure } from '../syntax/tree.ts';
import { groupEdits } from './group-edits.ts';
import { renderDiff } from './render-diff.ts';

/** A new text for one file, proved but not yet written. */
export interface Rewrite {
  readonly source: SourceFile;
  readonly after: string;
  readonly change: FileChange;
}

type RewriteResult =
  | { readonly ok: true; readonly rewrite: Rewrite }
  | { readonly ok: false; readonly problem: FileProblem };

/** The transforms in use by the name that edits carry. */
type LoadedTransforms = ReadonlyMap<string, CollectEdits>;

function refuse(file: string, why: string, failure?: SyntaxFailure): RewriteResult {
  const place = failure === undefined ? {} : { line: failure.line, column: failure.column };
  return {
    ok: false,
    problem: {
      code: 'unparsed-file',
      file,
      ...place,
      message: `not edited: ${why}; nothing was written`,
      stage: 'edit',
    },
  };
}

function collectAll(
  trees: SharedTrees,
  j: JSCodeshift,
  edits: readonly Edit[],
  transforms: LoadedTransforms,
): readonly TextEdit[] {
  const collected: TextEdit[] = [];
  for (const [name, planned] of groupEdits(edits, 'transform')) {
    const collectEdits = transforms.get(name);
    if (collectEdits === undefined) throw new Error(`there is no transform ${name}`);
    collected.push(...collectEdits(trees, j, planned));
  }
  return collected;
}

/** Why the edited text is not the same scripts as before; null when it is. */
function findSyntaxFailure(before: ParsedFile, after: string): SyntaxFailure | null {
  const parsed = parseFile(before.path, after);
  if (!parsed.ok) return parsed.failure;
  // An expression of the markup that stops parsing is left out by the parser and would go unseen.
  const [old, fresh] = [before, parsed.file].map(({ scripts }) =>
    scripts.map(({ kind, pieces }) => `${kind} ${pieces}`),
  );
  if (old?.join() === fresh?.join()) return null;
  return { line: 1, column: 1, message: 'a script or expression of the component got lost' };
}

/** Runs the transforms of one file over one parsed tree, merges their edits and proves the result. Pure. */
export function rewriteFile(
  source: SourceFile,
  edits: readonly Edit[],
  j: JSCodeshift,
  transforms: LoadedTransforms,
): RewriteResult {
  const { path: file, text } = source;
  const parsed = parseSource(source);
  if (!parsed.ok) return refuse(file, parsed.failure.message, parsed.failure);
  try {
    const trees = { source: text, roots: wrapScripts(parsed.file.scripts, j) };
    const merged = collectAll(trees, j, edits, transforms);
    const after = applyTextEdits(text, merged);
    if (!isUnchangedOutside(text, after, merged)) return refuse(file, 'the edits would change bytes outside of them');
    const failure = areTextInsertions(text, parsed.file.scripts, merged) ? null : findSyntaxFailure(parsed.file, after);
    if (failure !== null) return refuse(file, `the edited text does not parse: ${failure.message}`, failure);
    const change = { file, edits: merged.length, diff: renderDiff(file, text, merged) };
    return { ok: true, rewrite: { source, after, change } };
  } catch (error) {
    // A mistake of the plan costs this file, named in the report, and not the others.
    return refuse(file, `the edits could not be made: ${error instanceof Error ? error.message : String(error)}`);
  }
}
