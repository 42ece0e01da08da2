import { isTestFile } from '../../model/test-files.ts';
import { isCallNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listReached } from '../modules/reached-files.ts';
import { unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';

/** The instances of axios that a test means where it replaces the package. */

/** `vi.mock('./client', …)` */
export const MOCKING = /^(?:mock|doMock|unstable_mockModule)$/;
const SENDING = /^(?:request|get|post|put|patch|delete|head|options)$/;

interface Instances {
  readonly value: Value | null;
  /** How many files were loaded when it was looked for. */
  readonly loaded: number;
}

const tested = new WeakMap<Evaluator, Map<Module, Instances>>();

/** `axios.create(…)` or what axios itself sends, as the callee of a call; null for the many other calls. */
function evaluateAxiosCallee(evaluator: Evaluator, call: SyntaxNode, module: Module): ExternalValue | null {
  if (!isCallNode(call) || !('callee' in call)) return null;
  const node = unwrap(call.callee);
  const name = nameCallee(node) ?? '';
  const isLikely = node.type === 'Identifier' ? /axios/i.test(name) : name === 'create' || SENDING.test(name);
  const callee = isLikely ? evaluator.evaluate(node, module, null) : null;
  if (callee?.type !== 'external' || callee.module !== 'axios' || callee.made !== null) return null;
  // `isAxiosError(error)`
  const [asked = 'request', ...others] = callee.path.filter((step) => step !== 'default');
  return others.length === 0 && (asked === 'create' || SENDING.test(asked)) ? callee : null;
}

/** What the code under test has of axios: the instances that it makes, and axios itself where that sends something. */
export function findInstances(evaluator: Evaluator, test: Module): Value | null {
  const known = tested.get(evaluator) ?? new Map<Module, Instances>();
  tested.set(evaluator, known);
  const found = known.get(test);
  const loaded = evaluator.graph.loaded.length;
  if (found?.loaded === loaded) return found.value;
  const made: Value[] = [];
  for (const module of listReached(evaluator.graph, test).filter(({ path }) => !isTestFile(path)))
    for (const { calls } of module.scripts)
      for (const call of calls) {
        const callee = evaluateAxiosCallee(evaluator, call, module);
        if (callee === null) continue;
        const isMaking = callee.path.at(-1) === 'create';
        const value = isMaking ? evaluator.evaluate(call, module, evaluator.anyCaller) : { ...callee, path: [] };
        if (!isMaking || value.type === 'client') made.push(value);
      }
  const value = made.length === 0 ? null : unite(made);
  known.set(test, { value, loaded });
  return value;
}

/** `jest.mock('axios', …)`: does the test put something in the place of the package? */
function replacesPackage(test: Module): boolean {
  return test.scripts.some(({ calls }) =>
    calls.some((call) => {
      if (call.type !== 'CallExpression' || !MOCKING.test(nameCallee(call.callee) ?? '')) return false;
      const [first] = call.arguments;
      return first?.type === 'StringLiteral' && first.value === 'axios';
    }),
  );
}

/** `axios.create()` of the test that replaces axios itself, and `axios.create.mock.results[0].value`: the member that is named of it. */
function findMadeInTest(subject: Value, test: Module): string | null {
  if (subject.type === 'client' && subject.library === 'axios') {
    const [name, ...rest] = subject.path;
    const isOfTest =
      subject.made !== null && test.scripts.some(({ calls }) => calls.some((call) => call === subject.made));
    return name !== undefined && rest.length === 0 && isOfTest ? name : null;
  }
  if (subject.type !== 'external' || subject.module !== 'axios' || subject.made !== null) return null;
  return /^create mock results (?:\d+|last) value (\w+)$/.exec(subject.path.join(' '))?.[1] ?? null;
}

/** What sends of axios itself: `get` of `axios.get`. */
function findOwnMember(subject: Value): string | null {
  if (subject.type !== 'external' || subject.module !== 'axios' || subject.made !== null) return null;
  return subject.path.length === 1 ? (subject.path[0] ?? null) : null;
}

/** `axios.get` of a test that replaces axios is that of the instances which the code under test makes. */
export function replaceAxios(evaluator: Evaluator, subject: Value, node: SyntaxNode, module: Module): Value {
  const own = findOwnMember(subject);
  const made = own === null && replacesPackage(module) ? findMadeInTest(subject, module) : null;
  const name = own ?? made;
  const instances = name === null ? null : findInstances(evaluator, module);
  return instances === null || name === null ? subject : evaluator.getProperty(instances, name, node, module);
}
