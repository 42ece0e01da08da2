import { isMemberNode, nameCallee } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateSuperclass } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';

/**
 * NestJS: `const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder().build()`. What the static
 * methods of a class that extends the first are told, in `forRoot({ url })` or `registerAsync({ useFactory })`, is injected for the second.
 */

const BUILDER = '@nestjs/common';
const TOKEN = 'MODULE_OPTIONS_TOKEN';
const CLASS = 'ConfigurableModuleClass';

/** The builder's `build()` of which the value is this member; null for all else. */
function findBuild(value: Value | null, member: string): SyntaxNode | null {
  if (value?.type !== 'external' || value.module !== BUILDER || value.path.join('.') !== member) return null;
  return value.made?.by.path.at(-1) === 'build' ? value.made.call : null;
}

export function isOptionsToken(token: Value): token is ExternalValue {
  return findBuild(token, TOKEN) !== null;
}

export interface GivenOptions {
  /** What the static method is called with. */
  readonly given: SyntaxNode;
  readonly isAsync: boolean;
  readonly module: Module;
}

/** The calls that say what is injected for the token of a builder, whatever name the builder gave the method. */
export function listGivenOptions(evaluator: Evaluator, token: ExternalValue): readonly GivenOptions[] {
  const build = findBuild(token, TOKEN);
  return evaluator.index.calls.flatMap(({ node, module }): readonly GivenOptions[] => {
    if (node.type !== 'CallExpression' || !isMemberNode(node.callee)) return [];
    const [given] = node.arguments;
    if (given === undefined) return [];
    const isOfBuilder = listOptions(evaluator.evaluate(node.callee.object, module, null)).some(
      (owner) => owner.type === 'class' && findBuild(evaluateSuperclass(evaluator, owner), CLASS) === build,
    );
    return isOfBuilder ? [{ given, isAsync: /Async$/.test(nameCallee(node.callee) ?? ''), module }] : [];
  });
}
