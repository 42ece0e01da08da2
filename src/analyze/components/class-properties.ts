import { isElementCall } from '../../syntax/element-calls.ts';
import { type ClassNode, contains, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { getStaticMember } from '../classes/instances.ts';
import { evaluateSuperclass } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import { listProperties, makeObject } from '../members/objects.ts';
import { findScript, type Module } from '../modules/modules.ts';
import { getKnownText, makeUnknown } from '../texts/texts.ts';
import { chooseEach, listOptions } from '../values/unions.ts';
import type { InstanceValue, ObjectValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';

/**
 * `this.props` of a component that is a class: `<List api={api} />` makes it, and no code of the project calls its constructor.
 */

const MODULES = /^(?:react|preact(?:\/compat)?)$/;
const COMPONENTS = /^(?:default\.)?(?:Pure)?Component$/;

/** Of more elements the properties are only mixed up. */
const MAX_ELEMENTS = 32;

interface Made {
  /** How many calls were looked through. */
  readonly asked: number;
  readonly elements: ReadonlyMap<ClassNode, readonly CallSite[]>;
}

const made = new WeakMap<Evaluator, Made>();

function collectElements(evaluator: Evaluator): Made {
  const { calls } = evaluator.index;
  const elements = new Map<ClassNode, CallSite[]>();
  for (const site of calls) {
    if (!isElementCall(site.node)) continue;
    for (const option of listOptions(evaluateCallee(evaluator, site.node, site.module, null)))
      if (option.type === 'class') elements.set(option.node, [...(elements.get(option.node) ?? []), site]);
  }
  return { asked: calls.length, elements };
}

function listElementsOf(evaluator: Evaluator, node: ClassNode): readonly CallSite[] {
  const known = made.get(evaluator);
  const current = known?.asked === evaluator.index.calls.length ? known : collectElements(evaluator);
  made.set(evaluator, current);
  return current.elements.get(node) ?? [];
}

/** `https://host`, or a variable that holds it: nothing of it is ever edited. */
function isOrigin(value: Value): boolean {
  if (value.type !== 'text') return false;
  const known = getKnownText(value);
  if (known !== null) return /^https?:\/\/[^/?#]+\/?$/.test(known);
  return value.atoms.every(({ kind }) => kind === 'env');
}

/** Does it hold no text that an edit could change? */
function isFixed(value: Value): boolean {
  return listOptions(value).every(
    (option) => /^(?:client|instance|external|primitive|param|unknown)$/.test(option.type) || isOrigin(option),
  );
}

/** `fetch(BASE + this.props.path)`: is it a piece of what a package or the language is given, and goes nowhere else? */
function isSentOnly(evaluator: Evaluator, reading: SyntaxNode, module: Module): boolean {
  let at = reading;
  let parent = getParent(at);
  while (parent?.type === 'TemplateLiteral' || (parent?.type === 'BinaryExpression' && parent.operator === '+')) {
    at = parent;
    parent = getParent(at);
  }
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== at) return false;
  return listOptions(evaluateCallee(evaluator, parent, module, null)).every(
    ({ type }) => type === 'external' || type === 'client',
  );
}

/** The only place in the class that reads the property; null where there are more, or all properties go on together. */
function findOnlyReading(node: ClassNode, module: Module, name: string): SyntaxNode | null {
  const readings: SyntaxNode[] = [];
  for (const member of findScript(module, node).members.get('props')) {
    if (!contains(node, member) || unwrap(member.object).type !== 'ThisExpression') continue;
    const outer = getParent(member);
    if (outer === undefined || !isMemberNode(outer) || outer.object !== member) return null;
    const read = nameMember(outer);
    if (read === null) return null;
    if (read === name) readings.push(outer);
  }
  return readings.length === 1 ? (readings[0] ?? null) : null;
}

/** A text of an element is known where all that becomes of it is seen at a glance: no use of it is followed into a class. */
function keepWhatIsSeen(evaluator: Evaluator, { of }: InstanceValue, given: ObjectValue, at: SyntaxNode): Value {
  const known = listProperties(evaluator, given).map(([name, value]) => {
    const reading = isFixed(value) ? null : findOnlyReading(of.node, of.module, name);
    const isSeen = isFixed(value) || (reading !== null && isSentOnly(evaluator, reading, of.module));
    return [name, isSeen ? value : makeUnknown(at, of.module, 'an element gives it to a class')] as const;
  });
  return makeObject(Object.fromEntries(known));
}

/** What the elements of a component give it; null where it is none, or where no element is known. */
export function readClassProperties(evaluator: Evaluator, instance: InstanceValue, at: SyntaxNode): Value | null {
  const above = evaluateSuperclass(evaluator, instance.of);
  if (above?.type !== 'external' || !MODULES.test(above.module) || !COMPONENTS.test(above.path.join('.'))) return null;
  const sites = listElementsOf(evaluator, instance.of.node);
  if (sites.length === 0 || sites.length > MAX_ELEMENTS) return null;
  const defaults = getStaticMember(evaluator, instance.of, 'defaultProps');
  const env = instance.any ? evaluator.anyCaller : null;
  const given = sites.flatMap(({ node, module }): readonly Value[] => {
    const own = evaluator.getArgument(evaluator.index.listCallArguments(node, module, env), 0);
    if (own === undefined) return [];
    const entries = [defaults, own].flatMap((value) =>
      value === null ? [] : [{ kind: 'spread' as const, slot: { kind: 'value' as const, value } }],
    );
    return [keepWhatIsSeen(evaluator, instance, { type: 'object', node: null, entries, ...NO_PROVENANCE }, at)];
  });
  // What one element gives goes with what else it gives: a base with its path.
  return given.length === 0 ? null : chooseEach(`elements of ${evaluator.identify(instance.of.node)}`, given);
}
