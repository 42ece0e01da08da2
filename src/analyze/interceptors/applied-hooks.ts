import { contains, type FunctionNode, getKeyName, isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { isReachable } from '../chains/reachable.ts';
import type { Evaluator } from '../evaluator.ts';
import { decide } from '../expressions/decide.ts';
import { makeObject } from '../members/objects.ts';
import { findBindingOf, findScript } from '../modules/modules.ts';
import { getTextHead } from '../texts/texts.ts';
import { isAbsoluteUrl, joinUrl } from '../urls/urls.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, FunctionValue, TextValue, Value } from '../values/values.ts';
import { isAddressName } from './address-changes.ts';

/**
 * `config.baseURL = BASE` and `{ ...config, url: BASE + config.url }` in an interceptor: where a request goes that has no base of
 * its own. What such a function does to an address in any other way is not followed.
 */

interface AddressSet {
  readonly name: 'url' | 'baseURL';
  readonly value: SyntaxNode;
}

function isOwnName(name: string | null): name is AddressSet['name'] {
  return name === 'url' || name === 'baseURL';
}

/** The object that an arrow function is, or that a function gives back. */
function findGivenBack(node: SyntaxNode, fn: FunctionNode): SyntaxNode | null {
  if (node.type === 'ObjectExpression' && unwrap(fn.body) === node) return node;
  const given = node.type === 'ReturnStatement' && node.argument ? unwrap(node.argument) : null;
  return given?.type === 'ObjectExpression' ? given : null;
}

function readMembers(object: SyntaxNode): readonly AddressSet[] | null {
  if (object.type !== 'ObjectExpression') return null;
  const found: AddressSet[] = [];
  for (const member of object.properties) {
    const name = member.type === 'SpreadElement' ? null : getKeyName(member.key, member.computed);
    if (member.type === 'ObjectProperty' && isOwnName(name)) found.push({ name, value: member.value });
    else if (name !== null && isAddressName(name)) return null;
  }
  return found;
}

/** All that the function does to the address that it is handed; null where that is not all known. */
function readAddressSets({ fn, module, bound }: FunctionValue): readonly AddressSet[] | null {
  const param = fn.params[bound.length];
  if (param?.type !== 'Identifier') return null;
  const binding = findBindingOf(module, param);
  const found: AddressSet[] = [];
  for (const { object, name, value, operator, target } of findScript(module, fn).memberAssignments) {
    if (!contains(fn, target) || !isAddressName(name)) continue;
    const owner = unwrap(object);
    const isOwn = owner.type === 'Identifier' && findBindingOf(module, owner) === binding;
    if (!isOwn || !isOwnName(name) || operator !== '=') return null;
    found.push({ name, value });
  }
  let isKnown = true;
  const visit = (node: SyntaxNode): void => {
    const object = findGivenBack(node, fn);
    const members = object === null ? [] : readMembers(object);
    if (members === null) isKnown = false;
    else found.push(...members);
  };
  visit(unwrap(fn.body));
  walk(fn.body, true, (node) => {
    if (isFunctionNode(node)) return null;
    visit(node);
    return true;
  });
  return isKnown && found.length > 0 ? found : null;
}

/** Is there a condition on the way to it of which nobody knows how it is decided? */
export function isUncertain(
  evaluator: Evaluator,
  { value }: Pick<AddressSet, 'value'>,
  { fn, module }: FunctionValue,
  env: Env,
): boolean {
  for (
    let at: SyntaxNode = value, parent = getParent(at);
    parent !== undefined && at !== fn;
    at = parent, parent = getParent(at)
  ) {
    if (parent.type === 'SwitchCase') return true;
    if (parent.type !== 'IfStatement' && parent.type !== 'ConditionalExpression') continue;
    if (parent.test !== at && decide(evaluator, parent.test, module, env) === null) return true;
  }
  return false;
}

/** What one function makes of an address without a host; null where it is not known. */
function applyHook(evaluator: Evaluator, hook: FunctionValue, url: TextValue): Value | null {
  const sets = readAddressSets(hook);
  if (sets === null) return null;
  const { fn, module, bound, self } = hook;
  const args = [...bound, { kind: 'value' as const, value: makeObject({ url }) }];
  const env = extendEnv(hook.env, { fn, args, self, call: null }, false);
  const reached = sets.filter(({ value }) => isReachable(evaluator, value, module, env));
  const urls = reached.filter(({ name }) => name === 'url');
  const bases = reached.filter(({ name }) => name === 'baseURL');
  const paths = urls.length === 0 ? [url] : urls.map(({ value }) => evaluator.evaluate(value, module, env));
  const changed = paths.flatMap((path) =>
    bases.length === 0
      ? [path]
      : bases.map(({ value }) => joinUrl(evaluator.evaluate(value, module, env), path, 'slash', value, module)),
  );
  const stays = reached.length > 0 && reached.every((set) => isUncertain(evaluator, set, hook, env));
  // Of two that exclude each other one is always taken.
  return unite(stays && reached.length === 1 ? [url, ...changed] : changed);
}

/** The URL as the functions leave it that see all requests of a client; null where one of them is not understood. */
export function applyHooks(evaluator: Evaluator, hooks: readonly Value[], url: Value): Value | null {
  let current: Value = url;
  for (const hook of hooks.flatMap(listOptions)) {
    const options = listOptions(current);
    if (hook.type !== 'function') return null;
    const changed = options.map((option) => {
      if (option.type !== 'text' || getTextHead(option) === '' || isAbsoluteUrl(option)) return null;
      return applyHook(evaluator, hook, option);
    });
    const known = changed.filter((option) => option !== null);
    if (known.length < options.length) return null;
    current = unite(known);
  }
  return current;
}
