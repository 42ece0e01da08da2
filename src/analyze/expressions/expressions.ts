import type * as t from '@babel/types';
import { isCallNode, isClassNode, isFunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCall, evaluateReturn } from '../calls/calls.ts';
import { isAwaited } from '../calls/compiled-async.ts';
import { evaluateThis } from '../classes/this-value.ts';
import { isYielded } from '../clients/effect-http.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateOutcome } from '../frameworks/effect-services.ts';
import { isAskingContext } from '../frameworks/handed-down.ts';
import { evaluateMember } from '../members/member-expressions.ts';
import { createArray, createObject } from '../members/objects.ts';
import { evaluateAddedMember } from '../modules/exports.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { readEffectConfig } from '../settings/effect-config.ts';
import { readVariable } from '../settings/zapier-variables.ts';
import { evaluateArithmetic } from '../texts/arithmetic.ts';
import { makeUnknown } from '../texts/texts.ts';
import { evaluateSum, evaluateTemplate, literalText, quasiText } from '../texts/written-texts.ts';
import { type Env, NO_PROVENANCE, UNDEFINED, type Value } from '../values/values.ts';
import { evaluateConditional, evaluateLogical } from './branches.ts';
import { evaluateIdentifier } from './names.ts';

/** `Client = exports.Client || (exports.Client = {})` of a class: the name keeps what it has. */
function isLeftOut(node: t.AssignmentExpression, module: Module): boolean {
  const binding = node.left.type === 'Identifier' ? findBindingOf(module, node.left) : undefined;
  return binding !== undefined && !binding.assignments.some((assignment) => assignment.node === node);
}

/** What each kind of expression stands for. */

export function evaluateExpression(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env): Value {
  const inner = unwrap(node);
  if (inner !== node) return evaluator.evaluate(inner, module, env);
  if (isFunctionNode(node)) return { type: 'function', fn: node, module, env, self: null, bound: [], ...NO_PROVENANCE };
  if (isClassNode(node)) return { type: 'class', node, module, env, ...NO_PROVENANCE };
  if (isMemberNode(node)) return evaluateMember(evaluator, node, module, env);
  if (isCallNode(node)) return evaluateCall(evaluator, node, module, env);
  switch (node.type) {
    case 'StringLiteral':
      return readVariable(evaluator, literalText(evaluator, node, module), node.value, module);
    case 'TemplateLiteral':
      return evaluateTemplate(evaluator, node, module, env);
    case 'TemplateElement':
      return quasiText(evaluator, node, module);
    case 'BinaryExpression':
      return node.operator === '+'
        ? evaluateSum(evaluator, node, module, env)
        : evaluateArithmetic(evaluator, node, module, env);
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return { type: 'primitive', value: node.value, ...NO_PROVENANCE };
    case 'NullLiteral':
      return { type: 'primitive', value: null, ...NO_PROVENANCE };
    case 'Identifier':
    case 'JSXIdentifier':
      return evaluateIdentifier(evaluator, node, module, env);
    case 'ThisExpression':
      return evaluateThis(evaluator, node, module, env);
    case 'ObjectExpression':
      return createObject(evaluator, node, module, env);
    case 'ArrayExpression':
      return createArray(node, module, env);
    case 'ConditionalExpression':
      return evaluateConditional(evaluator, node, module, env);
    case 'LogicalExpression':
      return evaluateLogical(evaluator, node, module, env);
    case 'AssignmentExpression':
      return evaluator.evaluate(isLeftOut(node, module) ? node.left : node.right, module, env);
    case 'SequenceExpression':
      return evaluator.evaluate(node.expressions.at(-1) ?? node, module, env);
    case 'JSXExpressionContainer':
      return evaluator.evaluate(node.expression, module, env);
    case 'UnaryExpression':
      if (node.operator === '-' && node.argument.type === 'NumericLiteral')
        return { type: 'primitive', value: -node.argument.value, ...NO_PROVENANCE };
      return node.operator === 'void' ? UNDEFINED : makeUnknown(node, module, 'it is computed');
    case 'YieldExpression': {
      if (node.argument && isAwaited(node)) return evaluator.evaluate(node.argument, module, env);
      const isAsking = node.delegate || isAskingContext(node.argument);
      const given = isAsking && node.argument ? evaluator.evaluate(node.argument, module, env) : null;
      const effect = node.delegate ? given : null;
      const outcome =
        effect === null
          ? null
          : (readEffectConfig(evaluator, effect, module) ??
            evaluateOutcome(evaluator, effect, { node, module, evaluateReturn }));
      if (outcome !== null) return outcome;
      const isGiven = given !== null && (node.delegate ? isYielded(given) : given.type !== 'external');
      return given !== null && isGiven ? given : makeUnknown(node, module, 'it is computed');
    }
    case 'MetaProperty':
      return {
        type: 'external',
        module: 'global',
        path: [`${node.meta.name}.${node.property.name}`],
        made: null,
        ...NO_PROVENANCE,
      };
    case 'JSXMemberExpression':
      return (
        evaluateAddedMember(evaluator, node.object, node.property.name, module) ??
        evaluator.getProperty(evaluator.evaluate(node.object, module, env), node.property.name, node, module)
      );
    case 'TSQualifiedName':
      return evaluator.getProperty(evaluator.evaluate(node.left, module, env), node.right.name, node, module);
    default:
      return makeUnknown(node, module, 'it is computed');
  }
}
