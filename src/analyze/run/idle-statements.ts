import { contains, type FunctionNode, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';

/**
 * `if (!isEmpty(defaults)) query = { ...defaults, ...query }`, `const text = pairs.reduce(merge, '')`, `if (text) url.search = text`:
 * statements that only put together the query of a URL. What they ask takes most steps of a generated client, and decides nothing about a path.
 */

const QUERY_MEMBERS = /^(?:search|hash)$/;
const QUERY_CALLS = /^(?:append|set|delete|sort)$/;

/** A name that a statement gives another value, or no name where it changes nothing but the query. */
interface Effect {
  readonly binding: Binding | null;
}

function holdsEffect(node: SyntaxNode): boolean {
  return someNode(
    node,
    (inner) => /^(?:Assignment|Update|Await|Yield)Expression$/.test(inner.type) || isFunctionNode(inner),
  );
}

/** `url.searchParams.append(name, value)` */
function isQueryCall(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = unwrap(node.callee);
  if (!isMemberNode(callee) || !QUERY_CALLS.test(nameMember(callee) ?? '')) return false;
  const params = unwrap(callee.object);
  if (nameMember(params) !== 'searchParams') return false;
  return !node.arguments.some(holdsEffect);
}

/** What an expression changes; null where that may be anything. */
function readEffect(expression: SyntaxNode, module: Module): Effect | null {
  const node = unwrap(expression);
  if (isQueryCall(node)) return { binding: null };
  if (node.type !== 'AssignmentExpression' || holdsEffect(node.right)) return null;
  const left = unwrap(node.left);
  if (isMemberNode(left)) {
    const isQuery = QUERY_MEMBERS.test(nameMember(left) ?? '');
    return isQuery && !isMemberNode(unwrap(left.object)) ? { binding: null } : null;
  }
  const binding = findBindingOf(module, left);
  return binding === undefined ? null : { binding };
}

/** All that a statement changes; null where that may be more than names and the query. */
function listEffects(statement: SyntaxNode | null | undefined, module: Module): readonly Effect[] | null {
  if (statement == null) return [];
  const inner = (statements: readonly (SyntaxNode | null | undefined)[]): readonly Effect[] | null => {
    const effects = statements.map((one) => listEffects(one, module));
    return effects.some((list) => list === null) ? null : effects.flatMap((list) => list ?? []);
  };
  switch (statement.type) {
    case 'BlockStatement':
      return inner(statement.body);
    case 'IfStatement':
      return holdsEffect(statement.test) ? null : inner([statement.consequent, statement.alternate]);
    case 'ForOfStatement':
    case 'ForInStatement':
      return statement.left.type === 'VariableDeclaration' && !holdsEffect(statement.right)
        ? inner([statement.body])
        : null;
    case 'ExpressionStatement': {
      const effect = readEffect(statement.expression, module);
      return effect === null ? null : [effect];
    }
    // What its value does besides is no step of the function, and is known to change on the way as it is.
    case 'VariableDeclaration': {
      const bindings = statement.declarations.map(({ id }) =>
        id.type === 'Identifier' ? findBindingOf(module, id) : undefined,
      );
      return bindings.some((binding) => binding === undefined)
        ? null
        : bindings.flatMap((binding) => (binding === undefined ? [] : [{ binding }]));
    }
    default:
      return null;
  }
}

function isOwn(binding: Binding, fn: FunctionNode): boolean {
  return contains(fn, binding.declaration);
}

/** `{ query }` stands for a key and a value. */
function isKey(node: SyntaxNode): boolean {
  const property = getParent(node);
  return property?.type === 'ObjectProperty' && !property.computed && property.key === node;
}

/** Is the name read only where that is idle, too? */
export function isReadWithin(binding: Binding, statements: readonly SyntaxNode[], module: Module): boolean {
  const script = findScript(module, binding.declaration);
  const targets = new Set<SyntaxNode>(binding.assignments.map(({ node }) => node.left));
  const scope = binding.scope.node;
  return script.identifiers.get(binding.name).every((node) => {
    // A bundle has thousands of names that are spelt the same.
    if (!contains(scope, node)) return true;
    if (node === binding.declaration || targets.has(node) || isKey(node)) return true;
    if (findBinding(script, node) !== binding) return true;
    return statements.some((statement) => contains(statement, node));
  });
}

const idle = new WeakMap<FunctionNode, ReadonlySet<SyntaxNode>>();

/** The statements at the top of a function that need not be run. */
export function findIdleStatements(fn: FunctionNode, module: Module): ReadonlySet<SyntaxNode> {
  const known = idle.get(fn);
  if (known !== undefined) return known;
  let found: readonly (readonly [SyntaxNode, readonly Effect[]])[] =
    fn.body.type !== 'BlockStatement'
      ? []
      : fn.body.body.flatMap((statement) => {
          const effects = /^(?:(?:If|ForOf|ForIn|Expression)Statement|VariableDeclaration)$/.test(statement.type)
            ? listEffects(statement, module)
            : null;
          return effects === null || effects.length === 0 ? [] : [[statement, effects] as const];
        });
  for (let count = -1; count !== found.length; ) {
    count = found.length;
    const statements = found.map(([statement]) => statement);
    found = found.filter(([, effects]) =>
      effects.every(
        ({ binding }) => binding === null || (isOwn(binding, fn) && isReadWithin(binding, statements, module)),
      ),
    );
  }
  const statements = new Set(found.map(([statement]) => statement));
  idle.set(fn, statements);
  return statements;
}
