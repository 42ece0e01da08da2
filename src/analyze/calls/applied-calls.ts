import { type CallNode, describeName, findMemberRoot, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { dropNullish, listOptions, unite } from '../values/unions.ts';
import { type Argument, type Env, UNDEFINED, type Value } from '../values/values.ts';

/** What `fn.call(self, a)` and `fn.apply(self, list)` run. */

/** A function of the project, a client's method, or `fetch`; other objects may have a `call` of their own. */
function isAppliable(option: Value): boolean {
  if (option.type === 'client') return option.path.length > 0;
  return (
    option.type === 'function' ||
    (option.type === 'external' && option.module === 'global' && option.path.join('.') === 'fetch')
  );
}

/** In a method that is called on another object, `this` is that one. */
function runOn(callee: Value, self: Value): Value {
  if (self.type !== 'instance' && self.type !== 'object') return callee;
  return unite(
    listOptions(callee).map((option) =>
      option.type === 'function' && option.isBound !== true ? { ...option, self } : option,
    ),
  );
}

/** Where a function stands that somebody outside the project calls: handed to a call, a listener, a property of markup, exported. */
function isGivenAway(evaluator: Evaluator, bound: SyntaxNode, module: Module): boolean {
  const parent = getParent(bound);
  switch (parent?.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
    case 'NewExpression': {
      const callee = unwrap(parent.callee);
      if (callee === bound || nameMember(callee) === 'bind') return false;
      return !listOptions(evaluator.evaluate(callee, module, null)).some(
        ({ type }) => type !== 'external' && type !== 'unknown',
      );
    }
    case 'AssignmentExpression':
      if (parent.right !== bound) return false;
      return /^on[a-z]+$/.test(nameMember(parent.left) ?? '') || isExportedPath(evaluator, bound);
    case 'VariableDeclarator':
    case 'ObjectProperty':
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
    case 'ClassProperty':
      return isExportedPath(evaluator, bound);
    case 'ArrayExpression':
      return isGivenAway(evaluator, parent, module);
    case 'JSXExpressionContainer':
    case 'ExportDefaultDeclaration':
      return true;
    default:
      return false;
  }
}

/** Does a function begin so that is bound to it: `call.bind(null, 'GET', '/agents')`? */
function bindsPath({ words }: Evaluator, bound: SyntaxNode): boolean {
  if (bound.type !== 'CallExpression') return false;
  return bound.arguments.some((argument) => {
    const text = argument.type === 'TemplateLiteral' ? argument.quasis[0]?.value.cooked : undefined;
    const path = argument.type === 'StringLiteral' ? argument.value : (text ?? '');
    return words.has(/^\/([\w-]+)(?=[/?#]|$)/.exec(path)?.[1] ?? '');
  });
}

/**
 * `exports.list = get.bind(null, '/agents')`, `export const api = { list: get.bind(null, '/agents') }`, `return { list: get.bind(null,
 * '/agents') }`: what a package offers.
 */
function isExportedPath(evaluator: Evaluator, bound: SyntaxNode): boolean {
  if (!bindsPath(evaluator, bound)) return false;
  for (let at = getParent(bound); at !== undefined; at = getParent(at)) {
    if (at.type === 'AssignmentExpression') {
      const isOwn = findMemberRoot(at.left).type === 'ThisExpression';
      return isOwn || /^(?:module\.)?exports\b|\.prototype\./.test(describeName(unwrap(at.left)));
    }
    if (/^(?:Export(?:Named|Default)Declaration|ReturnStatement|ArrowFunctionExpression|ClassProperty)$/.test(at.type))
      return true;
    if (!/^(?:ObjectProperty|ObjectExpression|VariableDeclarator|VariableDeclaration)$/.test(at.type)) return false;
  }
  return false;
}

/** `onIdle(get.bind(null, '/agents'))`: whoever calls it, calls it with what was bound. */
export function resolveGivenAway(evaluator: Evaluator, node: CallNode, module: Module, env: Env): Applied | null {
  if (node.type !== 'CallExpression' || node.arguments.length < 2) return null;
  const member = unwrap(node.callee);
  if (!isMemberNode(member) || nameMember(member) !== 'bind' || !isGivenAway(evaluator, node, module)) return null;
  const callee = evaluator.evaluate(member.object, module, env);
  if (!listOptions(callee).every(isAppliable)) return null;
  const [self, ...rest] = evaluator.index.listCallArguments(node, module, env);
  return { callee: self === undefined ? callee : runOn(callee, evaluator.evaluateArgument(self)), args: rest };
}

export interface Applied {
  readonly callee: Value;
  readonly args: readonly Argument[];
}

function isReflect(node: SyntaxNode, module: Module): boolean {
  return node.type === 'Identifier' && node.name === 'Reflect' && findBindingOf(module, node) === undefined;
}

/** `Reflect.apply(fn, self, list)` */
function resolveReflected(evaluator: Evaluator, node: CallNode, module: Module, env: Env): Applied | null {
  const [fn, self, list] = evaluator.index.listCallArguments(node, module, env);
  const callee = fn === undefined ? UNDEFINED : evaluator.evaluateArgument(fn);
  const options = listOptions(callee);
  if (!options.some(isAppliable) || !options.every((option) => isAppliable(option) || option.type === 'param'))
    return null;
  const applied = self === undefined ? callee : runOn(callee, evaluator.evaluateArgument(self));
  return { callee: applied, args: list?.kind === 'expression' ? [{ ...list, kind: 'spread' }] : [] };
}

/** `fn.call(self, a)` calls `fn` without its first argument, `fn.apply(self, list)` spreads its second; null for other calls. */
export function resolveApplied(evaluator: Evaluator, node: CallNode, module: Module, env: Env): Applied | null {
  if (node.type === 'TaggedTemplateExpression' || node.type === 'NewExpression') return null;
  const member = unwrap(node.callee);
  const name = nameMember(member);
  if (!isMemberNode(member) || (name !== 'call' && name !== 'apply')) return null;
  if (name === 'apply' && isReflect(unwrap(member.object), module))
    return resolveReflected(evaluator, node, module, env);
  // A field that a compiler sets to nothing first is no function yet.
  const callee = dropNullish(evaluator.evaluate(member.object, module, env));
  const options = listOptions(callee);
  if (!options.some(isAppliable) || !options.every((option) => isAppliable(option) || option.type === 'param'))
    return null;
  const [self, ...rest] = evaluator.index.listCallArguments(node, module, env);
  const applied = self === undefined ? callee : runOn(callee, evaluator.evaluateArgument(self));
  if (name === 'call') return { callee: applied, args: rest };
  const [list] = rest;
  return { callee: applied, args: list?.kind === 'expression' ? [{ ...list, kind: 'spread' }] : [] };
}
