import { findAnnotation } from '../../syntax/declared-members.ts';
import { findClassAround } from '../../syntax/enclosing.ts';
import { type CallNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { findConstructor } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { NO_PROVENANCE, type Value } from '../values/values.ts';

/**
 * `constructor(private readonly redis: Redis)`: whoever hands it over, a container or code that nobody sees, the type says of which
 * package it is.
 */

/** `this.redis`: the field, or the parameter of the constructor that becomes it. */
function findField(member: SyntaxNode): SyntaxNode | undefined {
  const owner = findClassAround(member);
  const name = nameMember(member);
  if (owner === null || name === null) return undefined;
  const field = owner.body.body.find(
    (entry) => (entry.type === 'ClassProperty' || entry.type === 'ClassPrivateProperty') && nameKey(entry) === name,
  );
  return (
    field ??
    findConstructor(owner)?.params.find((param) => {
      if (param.type !== 'TSParameterProperty') return false;
      const target = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
      return target.type === 'Identifier' && target.name === name;
    })
  );
}

/** Where the type of what a method is called on, or of the function that is called, is written. */
function findDeclaration(receiver: SyntaxNode, module: Module): SyntaxNode | undefined {
  const node = unwrap(receiver);
  if (isMemberNode(node)) return unwrap(node.object).type === 'ThisExpression' ? findField(node) : undefined;
  const source = findBindingOf(module, node)?.source;
  return source?.kind === 'param' && source.steps.length === 0 ? source.fn.params[source.index] : undefined;
}

/** The package of a type; an import of a type alone declares no name (`syntax/declarations.ts`). */
function findTypePackage(declaration: SyntaxNode, module: Module): Value | null {
  const annotation = findAnnotation(declaration);
  const name = annotation?.type === 'TSTypeReference' ? annotation.typeName : null;
  if (name?.type !== 'Identifier') return null;
  const { program } = findScript(module, declaration);
  for (const node of program.type === 'Program' ? program.body : []) {
    if (node.type !== 'ImportDeclaration' || node.source.value.startsWith('.')) continue;
    if (node.specifiers.some(({ local }) => local.name === name.name))
      return { type: 'external', module: node.source.value, path: [name.name], made: null, ...NO_PROVENANCE };
  }
  return null;
}

/** What a call can call; of what is not known, what the type of its owner says instead. */
export function listCallees(evaluator: Evaluator, call: CallNode, module: Module): readonly Value[] {
  const options = listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller));
  if (!('callee' in call) || options.every(({ type }) => type !== 'param' && type !== 'unknown')) return options;
  const callee = unwrap(call.callee);
  const declaration = findDeclaration(isMemberNode(callee) ? callee.object : callee, module);
  const declared = declaration === undefined ? null : findTypePackage(declaration, module);
  return declared === null ? options : [...options, declared];
}
