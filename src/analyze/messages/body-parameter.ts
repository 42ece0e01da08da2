import type * as t from '@babel/types';
import type { PatternStep } from '../../syntax/destructuring.ts';
import { getEnd, getStart, isFunctionNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { RequestMessage } from '../clients/message.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { Emission } from './emission.ts';

/** Which parameter of a wrapper becomes the body of what it sends. */

interface BodyParameter {
  readonly index: number;
  /** The member of an options parameter that is the body. */
  readonly member: string | null;
  /** The wrapper makes JSON of it. */
  readonly isEncoded: boolean;
}

const MAX_NAMES = 12;

/** The member of an options literal, also in a spread of it: `...(body ? { body: … } : {})`. */
function findMemberWithin(options: t.ObjectExpression, name: string): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  walk(options, true, (node, parent) => {
    if (isFunctionNode(node)) return null;
    const isNested = parent?.type === 'ObjectProperty';
    if (node.type === 'ObjectProperty' && nameKey(node) === name) found ??= node.value;
    return node.type === 'ObjectExpression' && isNested ? null : true;
  });
  return found;
}

function toParameter(steps: readonly PatternStep[], index: number, isEncoded: boolean): BodyParameter {
  const names = steps.flatMap((step) => (step.kind === 'property' ? [step.name] : []));
  return { index, member: names[0] ?? null, isEncoded };
}

/** The parameters that an expression is made of, through constants. */
function listParameters(start: SyntaxNode, module: Module, isText: boolean): readonly BodyParameter[] {
  const found = new Map<string, BodyParameter>();
  const queue = [start];
  const seen = new Set<SyntaxNode>();
  let source = '';
  for (let from = queue.pop(); from !== undefined && seen.size < MAX_NAMES; from = queue.pop()) {
    if (seen.has(from)) continue;
    seen.add(from);
    source += module.text.slice(getStart(from), getEnd(from));
    const isEncoded = !isText || source.includes('JSON.stringify(');
    walk(from, true, (part) => {
      if (part.type !== 'Identifier') return true;
      const origin = findBindingOf(module, part)?.source;
      if (origin?.kind === 'value' && origin.node !== null) queue.push(origin.node);
      if (origin?.kind !== 'param' || origin.rest) return true;
      const parameter = toParameter(origin.steps, origin.index, isEncoded);
      found.set(`${parameter.index} ${parameter.member}`, parameter);
      return true;
    });
  }
  return [...found.values()];
}

/** `fetch(url, { ...init, headers })`: what is spread brings the body along as it is. */
function findSpreadParameter(options: t.ObjectExpression, name: string, module: Module): BodyParameter | null {
  const found = options.properties.flatMap((member) => {
    if (member.type !== 'SpreadElement' || member.argument.type !== 'Identifier') return [];
    const origin = findBindingOf(module, member.argument)?.source;
    if (origin?.kind !== 'param' || origin.rest) return [];
    const isWhole = origin.steps.every((step) => step.kind === 'rest' || step.kind === 'default');
    const isLeftOut = origin.steps.some((step) => step.kind === 'rest' && step.without.includes(name));
    return isWhole && !isLeftOut ? [{ index: origin.index, member: name, isEncoded: false }] : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Null where it is not certain which. */
export function findBodyParameter(message: RequestMessage, { sink }: Emission): BodyParameter | null {
  const { node, module } = sink;
  if (node.type === 'TaggedTemplateExpression') return null;
  const carrier = message.carrier?.call ?? null;
  const isText = message.encoding === 'text';
  const options = unwrap(node.arguments[message.optionsIndex] ?? node);
  const written =
    message.carrier !== undefined
      ? carrier !== null && carrier.type !== 'TaggedTemplateExpression'
        ? carrier.arguments[0]
        : undefined
      : message.bodyIndex !== null && message.isVerb
        ? node.arguments[message.bodyIndex]
        : options.type === 'ObjectExpression'
          ? findMemberWithin(options, message.bodyName)
          : undefined;
  if (written) {
    const [only, ...others] = listParameters(written, module, isText);
    return only === undefined || others.length > 0 ? null : only;
  }
  return options.type === 'ObjectExpression' ? findSpreadParameter(options, message.bodyName, module) : null;
}
