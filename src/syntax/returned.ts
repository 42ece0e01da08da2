import { type FunctionNode, isFunctionNode, unwrap } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';
import { walk } from './walk.ts';

/** The values that functions give back, as they are written. */

interface Returns {
  readonly values: readonly SyntaxNode[];
  /** The statements that give back nothing. */
  readonly empty: readonly SyntaxNode[];
}

const returns = new WeakMap<FunctionNode, Returns>();

function collectReturns({ body }: FunctionNode): Returns {
  if (body.type !== 'BlockStatement') return { values: [body], empty: [] };
  const values: SyntaxNode[] = [];
  const empty: SyntaxNode[] = [];
  walk(body, true, (node) => {
    if (isFunctionNode(node)) return null;
    if (node.type === 'ReturnStatement') {
      if (node.argument) values.push(node.argument);
      else empty.push(node);
    }
    return true;
  });
  return { values, empty };
}

/** The expressions that a function can return, and where it returns without one; nested functions keep theirs. */
export function findReturns(fn: FunctionNode): Returns {
  const known = returns.get(fn) ?? collectReturns(fn);
  returns.set(fn, known);
  return known;
}

/** What a function always gives back; null where it can return several things, or nothing. */
export function findOnlyReturn(fn: FunctionNode): SyntaxNode | null {
  const [only, ...others] = findReturns(fn).values;
  return only === undefined || others.length > 0 ? null : unwrap(only);
}

/** Is there a value that it can return? */
export function givesBack(fn: FunctionNode): boolean {
  return findReturns(fn).values.length > 0;
}

/** What a function gives back at its end: `() => ({ path })`, `() => { …; return { path }; }`. */
export function findReturned({ body }: FunctionNode): SyntaxNode | null {
  if (body.type !== 'BlockStatement') return unwrap(body);
  const last = body.body.findLast((statement) => statement.type === 'ReturnStatement');
  return last?.type === 'ReturnStatement' && last.argument ? unwrap(last.argument) : null;
}

/** `{ info() {}, warn: () => {} }`: it looks at nothing that it is handed. */
export function isEmptyFunction({ params, body }: FunctionNode): boolean {
  return params.length === 0 && body.type === 'BlockStatement' && body.body.length === 0;
}
