import type { ClassAccessorProperty, ClassPrivateProperty, ClassProperty } from '@babel/types';
import { readLoaderCall } from '../../syntax/amd.ts';
import { findCreatedMember } from '../../syntax/created-classes.ts';
import { eachPatternName } from '../../syntax/destructuring.ts';
import { findClassAround } from '../../syntax/enclosing.ts';
import {
  type ClassNode,
  contains,
  type FunctionNode,
  isFunctionNode,
  isMemberNode,
  type MemberNode,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findNamedFunction } from '../classes/prototype-owners.ts';
import { findOptionsOfState, readAsOption } from '../components/option-objects.ts';
import { findTemplateMember } from '../components/template-members.ts';
import type { Evaluator } from '../evaluator.ts';
import { findEnclosingFunction, findReachingAssignments } from '../expressions/reaching-assignments.ts';
import { listTaken } from '../frameworks/dispatched-actions.ts';
import type { Importers } from '../importing/importers.ts';
import { findBindingOf, findScript } from '../modules/module.ts';
import { isNowhereRead } from '../outsiders/left-exports.ts';
import { findKnownText } from '../texts/texts.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import { ANY, CALL, findExportPath, followSteps, type Place } from '../uses/places.ts';
import type { ReportedUses } from '../uses/reported-uses.ts';
import { listCaughtReadings } from './failure-readings.ts';
import { findParam } from './hook-functions.ts';
import { listSymbolReadings } from './kept-elsewhere.ts';
import { listClassReadings, listLiteralReadings, listMadeReadings, type MemberReadings } from './member-readings.ts';
import { listOptionReadings } from './option-readings.ts';
import { isOfPage } from './page-members.ts';
import { SetOwners } from './set-owners.ts';

/** Is it what the name holds at a use? Not where another assignment stands between on every way. */
function reaches(source: SyntaxNode | undefined, binding: Binding, use: SyntaxNode): boolean {
  const isPlain = binding.assignments.every(({ node }) => node.operator === '=');
  if (!isPlain || binding.assignments.length === 0 || use.type !== 'Identifier') return true;
  if (source?.type === 'VariableDeclarator') return findReachingAssignments(binding, use).initial;
  if (source === undefined || !binding.assignments.some(({ node }) => node === source)) return true;
  // `request = https.request(options, () => … request.path …)`: the function runs when the name has it.
  if (contains(source, use) && !contains(findEnclosingFunction(use) ?? source, source)) return true;
  return findReachingAssignments(binding, use).assignments.some(({ node }) => node === source);
}

/** Members of members of an object that is handed over: functions that call each other could go on for ever. */
const MAX_GIVEN = 6;

type ParamSource = Extract<Binding['source'], { kind: 'param' }>;

/** `Path || (Path = {})`, `Path || (exports.Path = Path = {})` */
function listReceivers(given: SyntaxNode): readonly SyntaxNode[] {
  const node = unwrap(given);
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(listReceivers);
  return node.type === 'AssignmentExpression' ? [unwrap(node.left), ...listReceivers(node.right)] : [node];
}

/** Gives a value the names that it is kept under: the places where those are read are looked at next. */
export class Naming {
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;
  readonly #open: OpenPlaces;
  readonly #reported: ReportedUses;
  readonly #owners: SetOwners;
  /** The functions through whose parameters a value is on its way out: they may call each other. */
  readonly #filled = new Set<FunctionNode>();

  constructor(evaluator: Evaluator, importers: Importers, open: OpenPlaces, reported: ReportedUses) {
    this.#reported = reported;
    this.#evaluator = evaluator;
    this.#importers = importers;
    this.#open = open;
    this.#owners = new SetOwners(evaluator, this, open);
  }

  /** The value gets a name, or several by destructuring. */
  bind(pattern: SyntaxNode, place: Place): boolean {
    const { module, path } = place;
    if (pattern.type === 'Identifier') {
      const binding = findBindingOf(module, pattern);
      if (binding === undefined) return true;
      const source = getParent(place.node);
      const readings = this.#importers.listReadings(module, binding);
      const reached = readings.filter((reading) => reading.module !== module || reaches(source, binding, reading.node));
      this.#open.addReadings(reached, path, place);
      if (readings.length === 0) this.#reported.reportUnread(place, pattern, source ?? pattern);
      else if (isNowhereRead(readings, place)) this.#reported.reportShown(place, pattern);
      return true;
    }
    if (pattern.type !== 'ObjectPattern' && pattern.type !== 'ArrayPattern') return false;
    // `const { pathname } = new URL(url)`
    if (place.isUrl && path.length === 0 && pattern.type === 'ObjectPattern')
      return this.bind(pattern, { ...place, path: ['pathname'], isUrl: false, isHandedOver: true });
    eachPatternName(pattern, [], (name, steps) => {
      const rest = followSteps(steps, path);
      const binding = rest === null ? undefined : findBindingOf(module, name);
      if (rest !== null && binding !== undefined)
        this.#open.addReadings(this.#importers.listReadings(module, binding), rest, place);
    });
    return true;
  }

  /** The value is an argument of the function, which may have it in a rest. */
  bindParam(fn: FunctionNode, index: number, place: Place): void {
    const found = findParam({ fn }, index);
    if (found === null) return;
    this.bind(found.param, { ...place, node: found.param, path: [...found.path, ...place.path] });
  }

  /** What the name stands for holds the value now: whoever has it under another name, in another file, finds it there. */
  putInto(receiver: SyntaxNode, place: Place): boolean {
    const names: string[] = [];
    let root = unwrap(receiver);
    for (; isMemberNode(root); root = unwrap(root.object)) names.unshift(nameMember(root) ?? ANY);
    if (root.type !== 'Identifier') return false;
    const { module } = place;
    const path = [...names, ...place.path];
    const binding = findBindingOf(module, root);
    if (binding === undefined && findExportPath(unwrap(receiver)) !== null) return this.assign(receiver, place);
    const shared = binding === undefined ? [] : this.#importers.listShared(module, binding, path);
    for (const { reading, path: rest } of shared) this.#open.addReadings([reading], rest, place);
    if (binding?.source.kind === 'param') this.#putIntoGiven(binding.source, { ...place, path });
    return this.bind(root, { ...place, path });
  }

  /** `(function (Path) { Path.Agents = '/agents'; })(Path || (Path = {}))`: who hands the object over has it as well. */
  #putIntoGiven({ fn, index, rest, steps }: ParamSource, place: Place): void {
    if (rest || steps.length > 0 || place.path.length > MAX_GIVEN || this.#filled.has(fn)) return;
    this.#filled.add(fn);
    for (const { node, module } of this.#evaluator.index.listCallers(fn)) {
      // A function that calls itself hands on a part of what it has.
      const given = 'arguments' in node && !contains(fn, node) ? node.arguments[index] : undefined;
      for (const receiver of given === undefined ? [] : listReceivers(given))
        this.putInto(receiver, { ...place, module });
    }
    this.#filled.delete(fn);
  }

  assign(target: SyntaxNode, place: Place): boolean {
    const { module, path } = place;
    const exported = findExportPath(target);
    if (exported !== null) {
      const [name, ...rest] = [...exported, ...path];
      const named = name === undefined ? [] : this.#importers.listExportReadings(module, name);
      this.#open.addReadings(named, rest, place);
      const whole = exported.length === 0 ? this.#importers.listExportReadings(module, '=') : [];
      this.#open.addReadings(whole, path, place);
      if (isNowhereRead(named, { ...place, path: rest }) && isNowhereRead(whole, place))
        this.#reported.reportUnread(place, place.node, place.node);
      return true;
    }
    const member = unwrap(target);
    if (!isMemberNode(member)) return !isOfPage(member, null, module) && this.bind(target, place);
    const name = nameMember(member) ?? this.#nameKey(member, place);
    return this.setMember(unwrap(member.object), name, place);
  }

  /** `this[LAST] = path`: with a symbol for a key it is read wherever the symbol stands; else the text of the key, where it is known. */
  #nameKey(member: MemberNode, place: Place): string | null {
    const keyed = listSymbolReadings(this.#evaluator, member, place.module);
    if (keyed !== null) this.addReadings(keyed, place);
    return member.computed ? findKnownText(this.#evaluator.evaluate(member.property, place.module, null)) : null;
  }

  exportMember(name: string, place: Place): void {
    const { module, path } = place;
    this.#open.addReadings(this.#importers.listExportReadings(module, name), path, place);
    this.#open.addReadings(this.#importers.listExportReadings(module, '='), [name, ...path], place);
  }

  exportWhole(name: '=' | 'default', place: Place): true {
    const readings = this.#importers.listExportReadings(place.module, name);
    this.#open.addReadings(readings, place.path, place);
    if (readings.length === 0) this.#reported.reportUnread(place, place.node, place.node);
    else if (isNowhereRead(readings, place)) this.#reported.reportShown(place, place.node);
    return true;
  }

  /** `dispatch({ type: 'load', path })`: a middleware of the project takes it. */
  #dispatch(call: SyntaxNode, place: Place): boolean {
    const taken = place.path.length === 0 ? [] : listTaken(this.#evaluator, call, place.node);
    for (const { param, module } of taken) this.bind(param, { ...place, module, isHandedOver: true });
    return taken.length > 0;
  }

  /** `define({ … })`, `define(() => ({ … }))`: what a loader takes for the module. */
  define(call: SyntaxNode, place: Place): boolean {
    if (this.#dispatch(call, place)) return true;
    const loader = readLoaderCall(call);
    if (loader?.isDefinition !== true || loader.given !== place.node) return false;
    const [given, ...path] = place.path;
    if (!isFunctionNode(loader.given)) return this.exportWhole('=', place);
    return given === CALL && this.exportWhole('=', { ...place, path });
  }

  readAt(node: SyntaxNode, place: Place): void {
    this.#open.add({ ...place, node });
  }

  /** `receiver.name = …`, however it is written. */
  setMember(receiver: SyntaxNode, name: string | null, place: Place): boolean {
    return this.#owners.set(receiver, name, place);
  }

  /** A member of an object is read of `this` in its methods, one of a component's options by its template. */
  showMember(member: SyntaxNode, place: Place): void {
    const { module } = place;
    this.#showCreated(member, place);
    const isCalled = member.type === 'ObjectMethod' && member.kind === 'method';
    const own = listLiteralReadings(this.#evaluator, member, module);
    const given = { ...place, path: isCalled ? [CALL, ...place.path] : place.path };
    if (own !== null) this.addReadings(own, given);
    this.#showOption(member, given);
    if (isFunctionNode(member)) this.#showState(member, place);
    const binding = findTemplateMember(module.scripts, member);
    if (binding === undefined) return;
    const path = binding.source.kind === 'function' ? [CALL, ...place.path] : place.path;
    this.#open.addReadings(this.#importers.listReadings(module, binding), path, place);
  }

  /** A member of a class that a compiler wrote out. */
  #showCreated(fn: SyntaxNode, place: Place): void {
    const { module, path } = place;
    const created = findCreatedMember(fn);
    const maker = created === null ? null : findNamedFunction(created.maker, module);
    if (created === null || maker === null) return;
    const readings = listMadeReadings(this.#evaluator, maker, module, created.name);
    this.addReadings(readings, { ...place, path: created.isGetter ? path : [CALL, ...path] });
  }

  bindClassMember(member: ClassProperty | ClassPrivateProperty | ClassAccessorProperty, place: Place): boolean {
    const owner = findClassAround(member.key);
    const name = nameKey(member);
    if (owner === null || name === null) return false;
    const readings = listClassReadings(this.#evaluator, owner, name);
    this.addReadings(readings, place);
    // What describes requests is read by what sends them.
    const isSpec = findScript(place.module, member).specs.some((spec) => contains(member, spec));
    if (!isSpec && readings.members.length === 0 && readings.patterns.length === 0)
      this.#reported.reportUnreadField(place, member);
    return true;
  }

  /** A member of a failure is read where one is caught. */
  showFailure(place: Place): void {
    const [name, ...path] = place.path;
    // What an answer says of its address is followed to who catches its failure by itself.
    if (name === undefined || name === ANY || place.isAnswer) return;
    this.addReadings(listCaughtReadings(this.#evaluator, name), { ...place, path, isHandedOver: true, handed: null });
  }

  addMemberReadings(owner: ClassNode, name: string, place: Place): void {
    this.addReadings(listClassReadings(this.#evaluator, owner, name), place);
  }

  addReadings({ name, members, patterns }: MemberReadings, place: Place): void {
    for (const { node, module } of members) this.#open.add({ ...place, node, module });
    for (const { node, module } of patterns) this.bind(node, { ...place, node, module, path: [name, ...place.path] });
  }

  /** A member of a table that is one of the options, `methods`, is a member of `this` in all functions of those. */
  #showOption(member: SyntaxNode, place: Place): void {
    const table = getParent(member);
    if (table?.type !== 'ObjectExpression' || (member.type !== 'ObjectProperty' && member.type !== 'ObjectMethod'))
      return;
    const name = nameKey(member);
    const found = name === null ? null : readAsOption(table, place.path);
    if (name !== null && found !== null) this.#readThis(found.options, name, { ...place, path: found.path });
  }

  /** The same of what `data() { return { … } }` gives. */
  #showState(fn: FunctionNode, place: Place): void {
    const options = findOptionsOfState(fn);
    const [name, ...path] = place.path;
    if (options !== null && name !== undefined) this.#readThis(options, name, { ...place, path });
  }

  #readThis(options: SyntaxNode, name: string, place: Place): void {
    this.addReadings(listOptionReadings(this.#evaluator, options, name, place.module), place);
  }

  /** `for (const item of LIST)` */
  bindElement(left: SyntaxNode, place: Place): boolean {
    const pattern = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
    return pattern !== undefined && this.bind(pattern, { ...place, node: pattern, path: place.path.slice(1) });
  }
}
