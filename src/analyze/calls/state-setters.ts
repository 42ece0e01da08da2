import { type CallNode, isCallNode, isFunctionNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** `const [path, setPath] = useState('/calls')`: what is set is what is read. */

/** Calls that give back, in a box or beside its setter, what they are given. */
export function keepsState(call: CallNode): boolean {
  const name = 'callee' in call ? nameCallee(call.callee) : null;
  return name !== null && /^(?:useState|useRef|ref|shallowRef|signal|createSignal)$/.test(name);
}

interface State {
  readonly state: SyntaxNode | null;
  readonly setter: SyntaxNode | null;
}

/** The names that the state and its setter are given; null where it is kept in another way. */
export function findState(made: SyntaxNode): State | null {
  const declared = getParent(made);
  if (declared?.type !== 'VariableDeclarator' || declared.id.type !== 'ArrayPattern') return null;
  const [state = null, setter = null, ...others] = declared.id.elements;
  return others.length === 0 ? { state, setter } : null;
}

/** The name of the state that a call makes, or sets. */
export function findStateOf(call: CallNode, module: Module): SyntaxNode | null {
  if (!('callee' in call)) return null;
  if (nameCallee(call.callee) === 'useState') return findState(call)?.state ?? null;
  const declared = findBindingOf(module, call.callee)?.declaration;
  const declarator = declared === undefined ? undefined : getParent(getParent(declared) ?? declared);
  if (declarator?.type !== 'VariableDeclarator' || !declarator.init) return null;
  const made = unwrap(declarator.init);
  if (!isCallNode(made) || !('callee' in made) || nameCallee(made.callee) !== 'useState') return null;
  const found = findState(made);
  return found !== null && found.setter === declared ? found.state : null;
}

/** What the setter is given; null where it is handed to somebody else, or computes the state from what it was. */
function findSet(reading: SyntaxNode): SyntaxNode | null {
  const call = getParent(reading);
  const given = call?.type === 'CallExpression' && call.callee === reading ? call.arguments[0] : undefined;
  return given === undefined || isFunctionNode(unwrap(given)) ? null : given;
}

/** Of a text it is enough to know how it begins. */
function isKnown(value: Value): boolean {
  return listOptions(value).every(
    (option) => option.type === 'primitive' || (option.type === 'text' && option.atoms[0]?.kind !== 'hole'),
  );
}

interface Settings {
  readonly known: readonly Value[];
  /** May it be set to something else? */
  readonly isOpen: boolean;
}

/** What the state is set to, as far as that is known. */
export function listSet(evaluator: Evaluator, setter: SyntaxNode, module: Module): Settings {
  const values = listReadings(setter, module).map((reading) => {
    const given = findSet(reading);
    return given === null ? null : evaluator.evaluate(given, module, evaluator.anyCaller);
  });
  const known = values.filter((value) => value !== null && isKnown(value)) as readonly Value[];
  return { known, isOpen: known.length < values.length };
}
