import type { Rule, Scope, SourceCode } from 'eslint';

/** A node of whatever parser ESLint was given: only what is looked at is named. */
type Node = Rule.Node;

interface Search {
  readonly source: SourceCode;
  readonly seen: Set<Node>;
}

function getParent(node: Node): Node | null {
  // The root has none, although its type says so.
  return (node.parent as Node | undefined) ?? null;
}

function isAnyExposed(variables: readonly Scope.Variable[], search: Search): boolean {
  return variables.some(({ references }) =>
    // The tree has the parents that the scope manager's type leaves out.
    references.some(({ identifier, init }) => init !== true && isExposed(identifier as Node, search)),
  );
}

function isDeclarationExposed(node: Node, search: Search): boolean {
  const exporter = getParent(node.type === 'VariableDeclarator' ? node.parent : node);
  if (exporter?.type.startsWith('Export') === true) return true;
  return isAnyExposed(search.source.scopeManager.getDeclaredVariables(node), search);
}

/** `x = text`: a name is looked after, a member could be read by anybody. */
function isTargetExposed(left: Node, search: Search): boolean {
  if (left.type !== 'Identifier') return true;
  for (let scope: Scope.Scope | null = search.source.getScope(left); scope !== null; scope = scope.upper) {
    const variable = scope.set.get(left.name);
    if (variable !== undefined) return isAnyExposed([variable], search);
  }
  return true;
}

function findFunction(node: Node): Node | null {
  for (let at = getParent(node); at !== null; at = getParent(at)) if (/Function/.test(at.type)) return at;
  return null;
}

/** Who holds the value of `node`: the next node to ask, or the answer. */
function follow(node: Node, parent: Node, search: Search): Node | boolean | null {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return isDeclarationExposed(node, search);
  switch (parent.type) {
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === node ? parent : false; // what a call is given, the evaluator has followed
    case 'AssignmentPattern':
      return false;
    case 'AssignmentExpression':
      return parent.left !== node && isTargetExposed(parent.left as Node, search);
    case 'VariableDeclarator':
      return parent.init === node && isDeclarationExposed(parent, search);
    case 'PropertyDefinition':
      return parent.key.type === 'PrivateIdentifier' ? false : parent;
    case 'ReturnStatement':
      return findFunction(parent);
    default:
      if (parent.type.startsWith('Export')) return true;
      return /^JSX|Statement$|^Program$/.test(parent.type) ? false : parent;
  }
}

function isExposed(start: Node, search: Search): boolean {
  let node: Node = start;
  while (!search.seen.has(node)) {
    search.seen.add(node);
    const parent = getParent(node);
    const next = parent === null ? false : follow(node, parent, search);
    if (next === null || typeof next === 'boolean') return next === true;
    node = next;
  }
  return false;
}

/**
 * Can code of other files get hold of the text at `offset`? Then they may use it for something else than a request, which
 * one file alone does not show.
 */
export function canLeaveFile(source: SourceCode, offset: number): boolean {
  const node = source.getNodeByRangeIndex(offset);
  return node !== null && isExposed(node as Node, { source, seen: new Set() });
}
