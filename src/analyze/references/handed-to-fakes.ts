import { findClassAround } from '../../syntax/enclosing.ts';
import {
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findFaked } from '../callers/faked-calls.ts';
import { findBindingOf, type Module, readCode } from '../modules/module.ts';

/**
 * `expect(path).toBe('/calls')` in `class FakeHttp { get(path) { … } }`, `expect(req.url).toBe('/calls')` in a server of the test: what a
 * fake is handed by the code under test, while nobody can tell for whom the fake stands.
 */

const ADDRESS = /^(?:url|path|pathname|originalUrl|uri|endpoint)$/;
const SERVING = /^(?:createServer|use|all|get|post|put|patch|delete|route)$/;

/** Is it what a server, a middleware or an interceptor runs? */
function isHandler(fn: FunctionNode): boolean {
  const call = getParent(fn);
  if (call?.type !== 'CallExpression' || call.callee === fn) return false;
  return SERVING.test(nameCallee(call.callee) ?? '');
}

/** The function whose parameter is asked, by itself or for its address. */
function findAsked(subject: SyntaxNode, module: Module): FunctionNode | null {
  const at = unwrap(subject);
  const isMember = isMemberNode(at) && ADDRESS.test(nameMember(at) ?? '');
  const source = findBindingOf(module, isMember ? unwrap(at.object) : at)?.source;
  if (source?.kind !== 'param') return null;
  const [step, ...others] = source.steps;
  const isTaken = step?.kind === 'property' && ADDRESS.test(step.name) && others.length === 0;
  return step === undefined || (isTaken && !isMember) ? source.fn : null;
}

/** Is it what a fake of the test is handed? */
export function isHandedToFake(subject: SyntaxNode, module: Module): boolean {
  const fn = findAsked(subject, module);
  return fn !== null && (isHandler(fn) || findFaked(fn) !== null);
}

/** What a fake is called: the name of the method or the variable, with that of its class. */
function nameFake(fn: FunctionNode, module: Module): string {
  const names: string[] = [];
  for (let at: SyntaxNode | undefined = fn; at !== undefined && at.type !== 'BlockStatement'; at = getParent(at)) {
    if (at.type === 'ObjectProperty' || at.type === 'ObjectMethod' || at.type === 'ClassMethod')
      names.push(nameKey(at) ?? '');
    if (at.type === 'VariableDeclarator') names.push(readCode(module, at.id));
    if (at.type === 'AssignmentExpression') names.push(readCode(module, at.left));
    if (isCallNode(at) && 'callee' in at) names.push(readCode(module, at.callee));
  }
  const around = findClassAround(fn);
  return [...names, around?.id?.name ?? ''].join('.');
}

/** The words by which one sees whom an assertion speaks of: the code of `vi.fn((path) => …)` has others. */
export function nameSubject(subject: SyntaxNode, module: Module): string {
  const at = unwrap(subject);
  const fn = at.type === 'CallExpression' ? at.arguments.find(isFunctionNode) : at;
  return fn !== undefined && isFunctionNode(fn) ? nameFake(fn, module) : readCode(module, at);
}

/** The words by which one sees what a subject has to do with. */
export function nameHanded(subject: SyntaxNode, module: Module): string {
  const fn = findAsked(subject, module);
  return fn === null ? readCode(module, subject) : `${readCode(module, subject)}.${nameFake(fn, module)}`;
}
