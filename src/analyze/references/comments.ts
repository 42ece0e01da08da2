import { type CommentPlace, type SourceComment, TOOL_NAME } from '../../model/comment.ts';
import { findCommentPlace, listTextRanges, type TextRange } from '../../syntax/comment-places.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { getRegion, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';

/** The comments that users write to this tool, and the places for those that it writes to them. */
export class CommentFinder {
  readonly #graph: ModuleGraph;
  readonly #ranges = new Map<SyntaxNode, readonly TextRange[]>();

  constructor(graph: ModuleGraph) {
    this.#graph = graph;
  }

  /** By file, in order of place. */
  listOwn(): readonly SourceComment[] {
    const modules = [...this.#graph.loaded].sort((a, b) => (a.path < b.path ? -1 : 1));
    return modules.flatMap((module) =>
      module.comments
        .filter(({ value }) => value.includes(TOOL_NAME))
        .map(({ kind, value, start, end }) => ({ ...getRegion(module, start, end), kind, text: value, start, end })),
    );
  }

  #listRanges(program: SyntaxNode, module: Module): readonly TextRange[] {
    const known = this.#ranges.get(program);
    if (known !== undefined) return known;
    const ranges = listTextRanges(program, module.comments);
    this.#ranges.set(program, ranges);
    return ranges;
  }

  findPlace(file: string, offset: number): CommentPlace | null {
    const module = this.#graph.load(file);
    const script = module?.scripts.find(({ program }) => getStart(program) <= offset && offset <= getEnd(program));
    // A line of markup takes no comment of code.
    if (script?.kind === 'markup') return null;
    if (module === null || script === undefined) return null;
    return findCommentPlace(module.text, script.program, this.#listRanges(script.program, module), offset);
  }
}
