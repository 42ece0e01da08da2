import type * as t from '@babel/types';
import type { Fill } from '../../syntax/filled-names.ts';
import {
  contains,
  findMemberRoot,
  getStart,
  isFunctionNode,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { isSuperChoice } from '../../syntax/super-calls.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { asksItsBranches, asksItsReturns } from '../chains/ways.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, type Module, readCode } from '../modules/module.ts';
import { noteDefault } from '../settings/noted-defaults.ts';
import { isEmptyText, isNullish } from '../values/missing.ts';
import { chooseBetween, listOptions, unite, withOwnChoices } from '../values/unions.ts';
import { withProvenance } from '../values/value-marks.ts';
import { type Atom, type Env, UNDEFINED, type Value } from '../values/values.ts';
import { chooseByRows } from './asked-rows.ts';
import { decide } from './decide.ts';
import { applyDefault, isHanded } from './destructured.ts';
import { evaluateReplaced } from './handed-through.ts';
import { type KindQuestion, readKindQuestion } from './kind-questions.ts';
import { narrowByEnding } from './known-endings.ts';
import { narrowByStart } from './known-starts.ts';
import { listAddresses } from './text-questions.ts';

/** What an expression is that goes one of several ways. */

/** Two conditionals with the same test go the same way: `id ? urlA : urlB` beside `id ? 'PATCH' : 'POST'`. */
export function evaluateConditional(
  evaluator: Evaluator,
  node: t.ConditionalExpression,
  module: Module,
  env: Env,
): Value {
  const compiled = findGiven(node, module);
  if (compiled !== null) return evaluateFallback(evaluator, compiled, '??', node.alternate, module, env);
  const known = decide(evaluator, node.test, module, env);
  if (known !== null) return evaluator.evaluate(known ? node.consequent : node.alternate, module, env);
  const test = unwrap(node.test);
  const isNegated = test.type === 'UnaryExpression' && test.operator === '!';
  const subject = isNegated ? test.argument : test;
  const [given, otherwise] = isNegated ? [node.alternate, node.consequent] : [node.consequent, node.alternate];
  const isOfOthers = (option: Value): boolean =>
    isNullish(option) || option.type === 'param' || option.type === 'unknown';
  const mayBeUnset = namesDefaultBase(subject) ? isOfOthers : names(given, subject, module) ? isNullish : null;
  if (mayBeUnset !== null && listOptions(evaluator.evaluate(subject, module, env)).every(mayBeUnset))
    return evaluator.evaluate(otherwise, module, env);
  const kind = readKindQuestion(test);
  const narrow = (branch: t.Expression, isTrue: boolean) => {
    const ofKind = kind === null ? null : evaluateOfKind(evaluator, branch, kind, isTrue, module, env);
    const typed = ofKind ?? evaluator.evaluate(branch, module, env);
    const value = narrowByStart(typed, branch, subject, isTrue !== isNegated, module);
    return isTrue === isNegated ? value : narrowByEnding(value, branch, subject, module);
  };
  const byRows = chooseByRows(
    evaluator,
    node.test,
    [() => narrow(node.consequent, true), () => narrow(node.alternate, false)],
    module,
    env,
  );
  if (byRows !== null) return byRows;
  const branches = [narrow(node.consequent, true), narrow(node.alternate, false)] as const;
  const [one, other] = branches;
  const replaced =
    evaluateReplaced(evaluator, [one, node.consequent], [other, node.alternate], module, env) ??
    evaluateReplaced(evaluator, [other, node.alternate], [one, node.consequent], module, env);
  if (replaced !== null) return replaced;
  const isAsked = asksItsBranches(node, module);
  const noted = isAsked ? branches.map((branch) => noteDefault(branch, unite(branches))) : branches;
  return chooseBetween(
    nameDecision(subject, module),
    isNegated ? noted.toReversed() : noted,
    isAsked ? undefined : 'condition',
  );
}

/**
 * `axios.defaults.baseURL ? '' : basePath`: generated clients leave out their base where the program has set one for all.
 * A client that only users of the code hand over has the same one, or none.
 */
function namesDefaultBase(subject: SyntaxNode): boolean {
  const asked = unwrap(subject);
  return isMemberNode(asked) && nameMember(asked) === 'baseURL' && nameMember(unwrap(asked.object)) === 'defaults';
}

/** `port ? ':' + port : ''`: as long as the port is null, what it will be is not known, but without it the text is. */
function names(branch: SyntaxNode, subject: SyntaxNode, module: Module): boolean {
  const asked = unwrap(subject);
  const root = findMemberRoot(asked);
  if (root.type !== 'Identifier' || (root !== asked && !isMemberNode(asked))) return false;
  const code = readCode(module, asked);
  return findScript(module, branch)
    .identifiers.get(root.name)
    .some((name) => contains(branch, name) && module.text.startsWith(code, getStart(name)));
}

export function evaluateLogical(evaluator: Evaluator, node: t.LogicalExpression, module: Module, env: Env): Value {
  if (isSuperChoice(node)) return evaluator.evaluate(node.right, module, env);
  if (node.operator !== '&&') return evaluateFallback(evaluator, node.left, node.operator, node.right, module, env);
  const left = listOptions(evaluator.evaluate(node.left, module, env));
  // `tenant && `t/${tenant}`` of a call that names none.
  if (left.every(isNullish) && !evaluator.isLeftOpen) return unite(left);
  const falsy = left.filter(isFalsy);
  const right = evaluator.evaluate(node.right, module, env);
  // `process.env.LOCAL && 'http://localhost:3000'`: where it is not known, it may be nothing.
  const isKnown =
    falsy.length > 0 || left.every(isCertainlyTruthy) || decide(evaluator, node.left, module, env) === true;
  return isKnown ? unite([...falsy, right]) : chooseBetween(nameDecision(node.left, module), [right, UNDEFINED]);
}

/** `value != null`, `(_a = value) !== null && _a !== void 0`: the value that is asked whether it is there. */
function findAskedIfGiven(test: t.Expression): { readonly value: t.Expression; readonly name: t.Node } | null {
  const node = unwrap(test);
  if (node.type === 'BinaryExpression' && node.operator === '!=' && node.right.type === 'NullLiteral') {
    const name = unwrap(node.left);
    return { value: name as t.Expression, name };
  }
  if (node.type !== 'LogicalExpression' || node.operator !== '&&') return null;
  const [first, second] = [unwrap(node.left), unwrap(node.right)];
  if (first.type !== 'BinaryExpression' || second.type !== 'BinaryExpression') return null;
  const isStrict = first.operator === '!==' && second.operator === '!==';
  const isVoid = second.right.type === 'UnaryExpression' && second.right.operator === 'void';
  if (!isStrict || first.right.type !== 'NullLiteral' || !isVoid) return null;
  const asked = unwrap(first.left);
  const value = asked.type === 'AssignmentExpression' ? asked.right : (asked as t.Expression);
  return { value, name: unwrap(second.left) };
}

/** `(_a = options.base) !== null && _a !== void 0 ? _a : BASE`, as compilers write `options.base ?? BASE`: what stands before `??`. */
function findGiven({ test, consequent }: t.ConditionalExpression, module: Module): t.Expression | null {
  const asked = findAskedIfGiven(test);
  return asked !== null && readCode(module, asked.name) === readCode(module, unwrap(consequent)) ? asked.value : null;
}

/** `(partner && process.env.CRM_URL) || BASE`: chosen by what does not ask whether it is there, it has no default by that. */
function isOwnChoice(given: SyntaxNode, module: Module): boolean {
  const node = unwrap(given);
  return (
    node.type === 'LogicalExpression' && node.operator === '&&' && !asksItsReturns(node.left, [node.right], module)
  );
}

function evaluateFallback(
  evaluator: Evaluator,
  given: t.Expression,
  operator: '??' | '||',
  fallback: t.Expression,
  module: Module,
  env: Env,
): Value {
  const left = evaluator.evaluate(given, module, env);
  const kept = listOptions(left).filter((option) => !(operator === '??' ? isNullish(option) : isFalsy(option)));
  const isCertain = kept.length > 0 && kept.length === listOptions(left).length && kept.every(isCertainlyTruthy);
  // `table[key] ?? other`: a key that is not known may be none of the table's.
  const isSure = isCertain && !isLookUp(unwrap(given));
  if (isSure && !evaluator.isLeftOpen) return left;
  const right = evaluator.evaluate(fallback, module, env);
  // Whose host it is, is no matter of which way is taken.
  if (isSure && listAddresses(listOptions(right)) !== null) return left;
  if (kept.length === 0) return right;
  const replaced = evaluateReplaced(evaluator, [left, given], [right, fallback], module, env);
  if (replaced !== null) return replaced;
  // `process.env.PREFIX ?? ''`: what the variable holds is still not known.
  if (isEmptyText(right) && kept.every(isEnvironmentText)) return left;
  // `this.baseUrl || ''`, where that is an address unless somebody set it: then it is another one.
  const isAddress = kept.length === listOptions(left).length && kept.some((option) => listAddresses([option]) !== null);
  if (isEmptyText(right) && isAddress) return left;
  const own = kept.filter((option) => option.choices !== undefined && isEnvironmentText(option));
  const isOwnOnly = own.length > 0 && own.length === listOptions(left).length;
  // `options.base ?? OWN`: who hands a variable over says nothing of what others have who leave it out.
  const mayBeHanded = comesWithCall(given, module);
  const isChosen = isOwnChoice(given, module);
  const noted = kept.map((option) =>
    isChosen || (mayBeHanded && isHanded(option)) ? option : noteDefault(option, right),
  );
  return unite([...noted, ...own.map((option) => takeOver(right, option)), ...(isOwnOnly ? [] : [right])]);
}

/** So many names of one value are followed. */
const MAX_NAMES = 4;

/** `this.options.base`, `options.base`, and `base` of `const { base } = options`: what came with a call of the function around. */
function comesWithCall(given: SyntaxNode, module: Module, names = 0): boolean {
  const root = findMemberRoot(unwrap(given));
  if (root.type === 'ThisExpression') return true;
  const source = findBindingOf(module, root)?.source;
  if (source?.kind !== 'value') return source?.kind === 'param';
  return source.node !== null && names < MAX_NAMES && comesWithCall(source.node, module, names + 1);
}

/** `if (base === undefined) base = BASE;`: as if the default stood at the parameter, or behind `??` and `||`. */
export function evaluateFill(evaluator: Evaluator, fill: Fill, module: Module, env: Env): Value {
  const { asked, without, value } = fill;
  if (without === 'undefined')
    return applyDefault(evaluator, evaluator.evaluate(asked, module, env), value, module, env);
  return evaluateFallback(evaluator, asked, without === 'falsy' ? '||' : '??', value, module, env);
}

/** `typeof path === 'function' ? path(id) : path`, `Array.isArray(row) ? row[0] : row`: what is left where the kind was asked. */
function evaluateOfKind(
  evaluator: Evaluator,
  branch: t.Expression,
  { subject, holds }: KindQuestion,
  isTrue: boolean,
  module: Module,
  env: Env,
): Value | null {
  const node = unwrap(branch);
  const owner = isMemberNode(node) ? unwrap(node.object) : node;
  if (readCode(module, owner) !== readCode(module, unwrap(subject))) return null;
  const name = owner === node ? null : nameElement(node);
  if (owner !== node && name === null) return null;
  const options = listOptions(evaluator.evaluate(owner, module, env));
  const left = options.filter((option) => (holds(option) ?? isTrue) === isTrue);
  if (left.length === 0 || left.length === options.length) return null;
  const kept = unite(left);
  return name === null ? kept : evaluator.getProperty(kept, name, node, module);
}

/** `row.path`, `row[0]` */
function nameElement(node: SyntaxNode): string | null {
  if (!isMemberNode(node)) return null;
  const { property } = node;
  return node.computed && property.type === 'NumericLiteral' ? String(property.value) : nameMember(node);
}

/** What a variable falls back to belongs to the caller that named the variable. */
function takeOver(fallback: Value, { refs, choices }: Value): Value {
  return withProvenance(withOwnChoices(fallback, choices), refs);
}

/** The same text in the same function decides the same. */
export function nameDecision(node: SyntaxNode, module: Module): string {
  let at = getParent(node);
  while (at !== undefined && !isFunctionNode(at)) at = getParent(at);
  return `${module.path}:${at === undefined ? '' : getStart(at)}:${readCode(module, node)}`;
}

function isEnvironmentText(value: Value): boolean {
  return value.type === 'text' && value.atoms.some((atom) => atom.kind === 'env');
}

function isLookUp(node: SyntaxNode): boolean {
  return isMemberNode(node) && nameMember(node) === null;
}

function isFalsy(value: Value): boolean {
  if (value.type === 'text') return value.atoms.length === 0;
  return value.type === 'primitive' && !value.value;
}

function isCertainlyTruthy(value: Value): boolean {
  if (value.type === 'text') return value.atoms.some((atom: Atom) => atom.kind === 'text' && atom.text !== '');
  return (
    value.type === 'object' ||
    value.type === 'array' ||
    value.type === 'function' ||
    value.type === 'class' ||
    value.type === 'client' ||
    value.type === 'instance'
  );
}
