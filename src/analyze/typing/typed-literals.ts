import { findAnnotation } from '../../syntax/declared-members.ts';
import {
  type CallNode,
  type FunctionNode,
  getEnd,
  getStart,
  isCallNode,
  isClassNode,
  isFunctionNode,
  isMemberNode,
  nameKey,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { listCasts } from '../../syntax/plain-literals.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { isAnnotated, isPutIntoTyped, isTypedCall, isTypedTarget } from '../following/typed-targets.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { listOptions } from '../values/unions.ts';
import { findComparedType } from './compared-types.ts';
import { findInferringType } from './inferring-types.ts';
import { findTypeText, type TypeText } from './type-texts.ts';

/**
 * `const PATHS: Record<Name, Path> = { agents: '/agents' }`, `get('/agents')` of an overloaded function: a literal that a type
 * of the project lists, where that type has a say. Another text would not compile.
 */

/** What a literal can stand in and still be what the type speaks of. */
const HOLDING =
  /^(?:ObjectProperty|ObjectExpression|ArrayExpression|ConditionalExpression|LogicalExpression|SpreadElement|TSNonNullExpression)$/;

const UNCHECKED = /^TS(?:Any|Unknown|Never|String)Keyword$/;

/** Names that a literal is followed through. */
const MAX_NAMES = 2;

/** Does the parameter say of itself that it takes any text? */
function takesAnyText(param: SyntaxNode | undefined): boolean {
  return findAnnotation(param)?.type === 'TSStringKeyword';
}

/** `this`, `new Agents()`, `agents` of `const agents = new Agents()`: an instance that no other type stands for. */
function isOfItsClass(receiver: SyntaxNode, module: Module): boolean {
  const object = unwrap(receiver);
  if (object.type === 'ThisExpression' || object.type === 'NewExpression') return true;
  const binding = findBindingOf(module, object);
  if (binding?.source.kind !== 'value' || binding.source.node?.type !== 'NewExpression') return false;
  return binding.source.steps.length === 0 && !isAnnotated(binding.declaration);
}

/** A function of the project that may say which texts it takes; those of packages have types that no file here declares. */
function isOwnCall(evaluator: Evaluator, call: SyntaxNode, argument: SyntaxNode, module: Module): boolean {
  if (!isCallNode(call) || !('arguments' in call)) return false;
  const own = [...listOptions(evaluateCallee(evaluator, call, module, null)), ...evaluator.index.listCallees(call)];
  const at = call.arguments.findIndex((given) => given === argument);
  return own.some((option) => {
    if (option.type !== 'function') return option.type === 'class';
    // The type of a receiver and overloads say more than the function that has the body.
    const callee = unwrap(call.callee);
    const isPlain = (!isMemberNode(callee) || isOfItsClass(callee.object, module)) && !isOverloaded(option.fn);
    return !(isPlain && takesAnyText(option.fn.params[at]));
  });
}

function takesTyped(evaluator: Evaluator, call: CallNode, argument: SyntaxNode, module: Module): boolean {
  if (isTypedCall(call) || isOwnCall(evaluator, call, argument, module)) return true;
  return 'callee' in call && isPutIntoTyped(unwrap(call.callee), module);
}

/** Does another signature of the same name stand beside it? */
function isOverloaded(fn: FunctionNode): boolean {
  const name = 'id' in fn && fn.id ? fn.id.name : 'key' in fn ? nameKey(fn) : null;
  const holder = getParent(fn);
  const around = holder !== undefined && 'declaration' in holder ? getParent(holder) : holder;
  if (name === null || around === undefined || !('body' in around) || !Array.isArray(around.body)) return false;
  return around.body.some((member: SyntaxNode) => {
    const own = 'declaration' in member && member.declaration ? member.declaration : member;
    if (own.type === 'TSDeclareFunction') return own.id?.name === name;
    return own.type === 'TSDeclareMethod' && nameKey(own) === name;
  });
}

function hasReturnType(fn: SyntaxNode): boolean {
  if (!isFunctionNode(fn)) return false;
  const holder = getParent(fn);
  return Boolean(fn.returnType) || (holder?.type === 'VariableDeclarator' && isAnnotated(holder.id));
}

/** `class Agents extends Resource<'/agents'>`, `implements Resource`: the class above says what the member may be. */
function isOfTypedClass(member: SyntaxNode): boolean {
  const body = getParent(member);
  const owner = body === undefined ? undefined : getParent(body);
  if (owner === undefined || !isClassNode(owner)) return false;
  return Boolean(owner.superTypeParameters) || (owner.implements?.length ?? 0) > 0;
}

/** `<Table endpoint="/agents" />`: what belongs to the page itself takes any text. */
function isOfComponent(attribute: SyntaxNode): boolean {
  const element = getParent(attribute);
  if (element?.type !== 'JSXOpeningElement') return false;
  return element.name.type !== 'JSXIdentifier' || /^[A-Z]/.test(element.name.name);
}

/** A cast to a type that has other texts is refused; null for `as const`, which says nothing of which texts there may be. */
function isHeldTo(type: SyntaxNode, module: Module): boolean | null {
  if (UNCHECKED.test(type.type)) return false;
  return module.text.slice(getStart(type), getEnd(type)) === 'const' ? null : true;
}

/** Does a type have a say where the literal stands? */
function isTyped(evaluator: Evaluator, literal: SyntaxNode, module: Module, names = 0): boolean {
  for (let at = literal, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    for (const { kind, type } of listCasts(at)) {
      const isHeld = kind === 'satisfies' || isHeldTo(type, module);
      if (isHeld !== null) return isHeld;
    }
    switch (parent.type) {
      case 'VariableDeclarator':
        // `const AGENTS = '/agents'` has its text for a type, which is looked at where the name stands.
        return (
          parent.init === at &&
          (isAnnotated(parent.id) ||
            (names < MAX_NAMES &&
              listReadings(parent.id, module).some((reading) => isTyped(evaluator, reading, module, names + 1))))
        );
      case 'ClassProperty':
      case 'ClassPrivateProperty':
        return parent.value === at && (isAnnotated(parent) || isOfTypedClass(parent));
      case 'AssignmentExpression':
        return parent.right === at && isTypedTarget(parent.left, module);
      case 'JSXAttribute':
        return isOfComponent(parent);
      case 'JSXExpressionContainer':
        continue;
      case 'AssignmentPattern':
        return parent.right === at && isAnnotated(parent.left);
      case 'TSSatisfiesExpression':
        return true;
      case 'TSTypeAssertion':
      case 'TSAsExpression': {
        const isHeld = isHeldTo(parent.typeAnnotation, module);
        if (isHeld !== null) return isHeld;
        continue;
      }
      case 'ReturnStatement': {
        let fn = getParent(parent);
        while (fn !== undefined && !isFunctionNode(fn)) fn = getParent(fn);
        return fn !== undefined && hasReturnType(fn);
      }
      case 'ArrowFunctionExpression':
        return parent.body === at && hasReturnType(parent);
      default:
        if (isCallNode(parent))
          return 'callee' in parent && parent.callee !== at && takesTyped(evaluator, parent, at, module);
        if (!HOLDING.test(parent.type) || (parent.type === 'ObjectProperty' && parent.value !== at)) return false;
    }
  }
  return false;
}

/** What a template leaves open is some text or number. */
function readText(literal: SyntaxNode): string | null {
  if (literal.type === 'StringLiteral') return literal.value;
  return literal.type === 'TemplateLiteral' ? literal.quasis.map(({ value }) => value.cooked).join('0') : null;
}

/** Where a type lists the text of a literal, so that it has to stay; null where none has a say. */
export function findRestrictingType(evaluator: Evaluator, literal: SyntaxNode, module: Module): TypeText | null {
  const whole = literal.type === 'TemplateElement' ? (getParent(literal) ?? literal) : literal;
  const text = readText(whole);
  const found = text === null ? null : findTypeText(evaluator.graph, module, text);
  if (found !== null && isTyped(evaluator, whole, module)) return found;
  if (found !== null && findComparedType(found, whole)) return found;
  return findInferringType(evaluator, whole, module);
}
