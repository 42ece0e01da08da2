import type * as t from '@babel/types';
import {
  describeName,
  getEnd,
  getStart,
  isMemberNode,
  type MemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { TextEdit } from '../../syntax/text-edits.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { isRequestModule } from '../clients/effect-http.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { quoteAuthorization, readCredential, toCredential, type WrittenHeader } from './written-header.ts';

/** Headers that statements and chained calls set: `headers.set(…)`, `headers['x-api-key'] = …`. */

interface SetHeader {
  readonly header: WrittenHeader;
  /** What the header is set on. */
  readonly receiver: SyntaxNode;
  /** The statement that sets it; null in the middle of an expression. */
  readonly statement: SyntaxNode | null;
}

/** An object of headers handed to a call: `.set({ … })`. */
interface GivenHeaders {
  readonly given: SyntaxNode;
  readonly receiver: SyntaxNode;
}

export const SETTERS = new Set([
  'set',
  'append',
  'setRequestHeader',
  'setHeader',
  'appendHeader',
  'header',
  'addHeader',
  'matchHeader',
]);
const GIVERS = new Set(['set', 'headers', 'setHeaders', 'header']);

/** The whole line of a statement that stands alone in it. */
function removeStatement(statement: SyntaxNode, source: string): TextEdit {
  const lineStart = source.lastIndexOf('\n', getStart(statement) - 1) + 1;
  const lineEnd = source.indexOf('\n', getEnd(statement));
  const end = lineEnd === -1 ? source.length : lineEnd + 1;
  const isAlone =
    source.slice(lineStart, getStart(statement)).trim() === '' &&
    source.slice(getEnd(statement), end).trim() === '' &&
    !source.slice(getStart(statement), getEnd(statement)).startsWith('\uFEFF');
  if (isAlone) return { start: lineStart, end, text: '' };
  const behind = /^[ \t]*/.exec(source.slice(getEnd(statement)))?.[0].length ?? 0;
  return { start: getStart(statement), end: getEnd(statement) + behind, text: '' };
}

function findStatement(node: SyntaxNode): SyntaxNode | null {
  const parent = getParent(node);
  if (parent?.type !== 'ExpressionStatement') return null;
  const around = getParent(parent);
  return around?.type === 'BlockStatement' || around?.type === 'Program' ? parent : null;
}

function readSetterCall(evaluator: Evaluator, node: SyntaxNode, module: Module): SetHeader | null {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(node.callee);
  if (!isMemberNode(callee) || !SETTERS.has(nameMember(callee) ?? '')) return null;
  const [key, value] = node.arguments;
  if (key === undefined || value === undefined || value.type === 'SpreadElement') return null;
  const name = readCredential(evaluator, key, module);
  if (name === null) return null;
  const statement = findStatement(node);
  // A step of a pipe, `HttpClientRequest.setHeader(…)`: without it the pipe has a hole.
  const isStep = statement === null && isRequestModule(evaluator.evaluate(callee.object, module, null));
  const removal = isStep
    ? null
    : statement === null
      ? { start: getEnd(callee.object), end: getEnd(node), text: '' }
      : isMemberNode(unwrap(callee.object)) || unwrap(callee.object).type === 'Identifier'
        ? removeStatement(statement, module.text)
        : { start: getEnd(callee.object), end: getEnd(node), text: '' };
  const header = {
    name,
    module,
    key: { start: getStart(key), end: getEnd(key), text: quoteAuthorization(module.text, getStart(key)) },
    value,
    removal,
    hasAuthorization: false,
    owner: null,
  };
  return { header, receiver: callee.object, statement };
}

function readAssigned(target: MemberNode, value: SyntaxNode, name: string | null, module: Module): SetHeader | null {
  if (name === null) return null;
  const assignment = getParent(target);
  const statement = assignment === undefined ? null : findStatement(assignment);
  const { property } = target;
  const header = {
    name,
    module,
    key: { start: getStart(property), end: getEnd(property), text: renameProperty(target, module.text) },
    value,
    removal: statement === null ? null : removeStatement(statement, module.text),
    hasAuthorization: false,
    owner: null,
  };
  return { header, receiver: target.object, statement };
}

function renameProperty({ property, computed }: MemberNode, source: string): string {
  return computed ? quoteAuthorization(source, getStart(property)) : 'Authorization';
}

export function findGivenHeaders(node: SyntaxNode): GivenHeaders | null {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(node.callee);
  if (!isMemberNode(callee)) return null;
  const [given, second] = node.arguments;
  // `Object.assign(headers, { 'x-api-key': key });`
  if (describeName(callee) === 'Object.assign' && given !== undefined && second !== undefined) {
    const target = unwrap(given);
    const isKept = target.type === 'Identifier' || isMemberNode(target);
    return isKept && node.arguments.length === 2 ? { given: second, receiver: target } : null;
  }
  if (!GIVERS.has(nameMember(callee) ?? '')) return null;
  const isObject = given !== undefined && second === undefined && given.type !== 'StringLiteral';
  return isObject ? { given, receiver: callee.object } : null;
}

function isCredentialAssignment(node: t.AssignmentExpression): boolean {
  return node.operator === '=' || node.operator === '??=' || node.operator === '||=';
}

/** Every place of the loaded files that sets a credential header on something. */
export function findSetHeaders(evaluator: Evaluator): readonly SetHeader[] {
  const modules = evaluator.graph.loaded;
  const named = modules.filter(({ text }) => /x-api-key|authorization/i.test(text));
  if (named.length === 0) return [];
  return modules.flatMap((module) =>
    module.scripts.flatMap((script): readonly SetHeader[] => {
      evaluator.ask();
      const calls = script.calls.flatMap((node) => readSetterCall(evaluator, node, module) ?? []);
      const assigned = script.memberAssignments.flatMap(({ target, value, name }) =>
        isMemberNode(target) ? (readAssigned(target, value, toCredential(name), module) ?? []) : [],
      );
      const computed = script.computedAssignments.flatMap((node) => {
        if (!isMemberNode(node.left) || !isCredentialAssignment(node)) return [];
        const name = readCredential(evaluator, node.left.property, module);
        return readAssigned(node.left, node.right, name, module) ?? [];
      });
      return [...calls, ...assigned, ...computed];
    }),
  );
}
