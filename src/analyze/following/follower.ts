import { findFunctionAround } from '../../syntax/enclosing.ts';
import { type CallNode, getKeyName, isCallNode, isMemberNode, nameKey, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { findPipe } from '../calls/pipes.ts';
import { findStateOf } from '../calls/state-setters.ts';
import type { Evaluator } from '../evaluator.ts';
import { goThroughImport } from '../importing/compiled-imports.ts';
import type { Importers } from '../importing/importers.ts';
import { namesOther } from '../outsiders/routes.ts';
import { isSentElsewhere, isSocket } from '../outsiders/sent-elsewhere.ts';
import { isCacheKey } from '../questions/cache-keys.ts';
import { reportSorted } from '../questions/dependent-texts.ts';
import { makeDigest } from '../questions/digests.ts';
import { isUrlAsked } from '../questions/url-questions.ts';
import { append, enter, isAppended, list } from '../uses/larger-texts.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import { ANY, climb, enterOptions, findEntered, indexOf, type Place, readMembers } from '../uses/places.ts';
import type { ReportedUses } from '../uses/reported-uses.ts';
import { listOptions } from '../values/unions.ts';
import { Answers, givesAnswer } from './answers.ts';
import { isReadAsValue } from './assigned-values.ts';
import { isFailure, isRejected } from './caught-errors.ts';
import { bindReceivers } from './channels.ts';
import { findElementGiven } from './component-readings.ts';
import { Elements, toYielded } from './elements.ts';
import { GivenBack } from './given-back.ts';
import { Handovers } from './handovers.ts';
import { layOut } from './laid-out-maps.ts';
import { Naming } from './naming.ts';
import {
  becomesKey,
  findHeld,
  isAddress,
  isEncoder,
  isPathText,
  isPieceOfText,
  passMethod,
  passThrough,
  TRANSPARENT,
} from './pass-through.ts';
import { isReplaced } from './replaced-members.ts';
import { endsOnPrototype, SetMembers } from './set-members.ts';
import { findSettled } from './settled-promises.ts';

const CHOICE = /^(?:Logical|Conditional)Expression$/;

/** Follows a value from the expression that holds it to where it is kept next. */
export class Follower {
  readonly #evaluator: Evaluator;
  readonly #open: OpenPlaces;
  readonly #reported: ReportedUses;
  readonly #literal: number;
  readonly #naming: Naming;
  readonly #handovers: Handovers;
  readonly #answers: Answers;
  readonly #setMembers: SetMembers;
  readonly #givenBack: GivenBack;
  readonly elements: Elements;

  constructor(
    evaluator: Evaluator,
    importers: Importers,
    open: OpenPlaces,
    reported: ReportedUses,
    literal: SyntaxNode,
  ) {
    this.#evaluator = evaluator;
    this.#literal = evaluator.identify(literal);
    this.#open = open;
    this.#reported = reported;
    this.#naming = new Naming(evaluator, importers, open, reported);
    this.#setMembers = new SetMembers(evaluator, this.#naming);
    this.#handovers = new Handovers(evaluator, this.#naming, open, reported);
    this.elements = new Elements(evaluator, open, this.#naming);
    this.#answers = new Answers(evaluator, this.#naming, this.elements);
    const advance = (place: Place, isCovered: boolean) => this.advance(place, isCovered);
    this.#givenBack = new GivenBack(evaluator, open, reported, this.#naming, this.#literal, advance);
  }

  /** `for (const name in members) Made.prototype[name] = members[name];` */
  fill(loop: SyntaxNode, place: Place): void {
    this.#setMembers.fill(loop, place);
  }

  /** `isCovered`: a request explains how the value is read at this place. False where the value is used up. */
  advance(start: Place, isCovered: boolean): boolean {
    let place = start;
    for (let parent = getParent(start.node); parent !== undefined; parent = getParent(place.node)) {
      if (isReplaced(parent, place.node, place.path) || this.elements.tabulate(place, parent)) return true;
      reportSorted(
        place,
        { evaluator: this.#evaluator, literal: this.#literal, request: undefined },
        parent,
        this.#reported,
      );
      if (isCacheKey(this.#evaluator, place, parent)) this.#reported.reportKey(place, parent);
      const step =
        this.#keep(parent, place, isCovered) ??
        this.#leave(parent, place, isCovered) ??
        this.#goThrough(parent, place, isCovered, place === start);
      if (typeof step === 'boolean') return step;
      place = step;
    }
    return false;
  }

  /** Is it kept under a name, or exported? Null for nodes that do neither. */
  #keep(parent: SyntaxNode, place: Place, isCovered: boolean): boolean | Place | null {
    const { node: at } = place;
    switch (parent.type) {
      case 'VariableDeclarator':
        return parent.init === at && this.#naming.bind(parent.id, place);
      case 'AssignmentExpression': {
        const given = isAppended(parent, at) ? append(this.#evaluator, parent, place, isCovered) : place;
        const isKept = parent.right === at && this.#naming.assign(parent.left, given);
        // `last = current = path`, `return (this.made ??= make())`
        return isKept && isReadAsValue(parent, place) ? climb(place, parent) : isKept;
      }
      case 'TSEnumDeclaration':
        return this.#naming.bind(parent.id, place);
      case 'ExportDefaultDeclaration':
      case 'TSExportAssignment':
        return this.#naming.exportWhole(parent.type === 'TSExportAssignment' ? '=' : 'default', place);
      case 'ClassProperty':
      case 'ClassPrivateProperty':
      case 'ClassAccessorProperty':
        if (parent.value === at) this.#reported.reportTemplate(parent, place);
        return parent.value === at && this.#naming.bindClassMember(parent, place);
      case 'AssignmentPattern':
        return parent.right === at && this.#naming.bind(parent.left, place);
      case 'ForOfStatement':
        return parent.right === at && this.elements.goThrough(parent.left, place);
      default:
        return null;
    }
  }

  /** Does it leave the function, or go to a component? Null for nodes with which it does neither. */
  #leave(parent: SyntaxNode, place: Place, isCovered: boolean): boolean | null {
    switch (parent.type) {
      case 'ThrowStatement':
        if (place.path.length > 0) this.#naming.showFailure(place);
        return false;
      case 'YieldExpression':
        return this.#givenBack.returnValue(findFunctionAround(parent), toYielded(parent, place));
      case 'ReturnStatement':
        return this.#givenBack.returnValue(findFunctionAround(parent), place, isCovered);
      case 'ArrowFunctionExpression':
        return parent.body === place.node && this.#givenBack.returnValue(parent, place, isCovered);
      case 'JSXAttribute':
      case 'JSXSpreadAttribute':
        return this.#handToComponent(parent, place, isCovered);
      default:
        return null;
    }
  }

  /** Where the value of the node around holds it; a boolean where it ends here, as `advance` says. */
  #goThrough(parent: SyntaxNode, place: Place, isCovered: boolean, isStart: boolean): boolean | Place {
    const { node: at, path, module } = place;
    if (place.isUrl && !isStart && isUrlAsked(parent, at)) {
      // What is asked of a URL is judged where it is read.
      this.#open.add(place);
      return true;
    }
    switch (parent.type) {
      case 'ObjectProperty':
        if (parent.value !== at) return false;
        if (path.length === 0 && namesOther(parent, place.isHandedOver)) this.#reported.report(place, parent);
        this.#naming.showMember(parent, place);
        return climb(enterOptions(place), parent, [nameKey(parent) ?? ANY, ...path]);
      case 'TSEnumMember':
        return climb(place, parent, [getKeyName(parent.id, false) ?? ANY, ...path]);
      case 'ArrayExpression':
        if (at.type === 'SpreadElement') return climb(place, parent, layOut(this.#evaluator, at.argument, place));
        return climb(list(this.#evaluator, parent, place, isCovered), parent, [indexOf(parent, at), ...path]);
      case 'TemplateLiteral':
      case 'BinaryExpression':
        if (parent.type === 'BinaryExpression' && parent.operator !== '+') return false;
        return enter(this.#evaluator, parent, place, isCovered);
      case 'JSXExpressionContainer':
        return getParent(parent)?.type === 'JSXAttribute' && climb(place, parent);
      case 'MemberExpression':
      case 'OptionalMemberExpression': {
        // `(process.env.CALLS ?? '/calls').split('/')`
        if (path.length === 0 && CHOICE.test(at.type)) this.#open.add({ ...place, isHandedOver: true });
        const through = parent.object === at ? this.#passMember(parent, place) : null;
        if (through === null || through === 'followed') return through !== null;
        return climb(place, through.holder, through.path);
      }
      default:
        if (TRANSPARENT.has(parent.type)) return climb(place, parent);
        if (!isCallNode(parent)) return false;
        if (this.#naming.define(parent, place)) return true;
        if (path.length === 0 && isPieceOfText(this.#evaluator, parent, at, module))
          return enter(this.#evaluator, parent, place, isCovered);
        return this.#goThroughCall(parent, place, isCovered);
    }
  }

  #goThroughCall(call: CallNode, place: Place, isCovered: boolean): boolean | Place {
    const { node: at, path, module } = place;
    let { isUrl } = place;
    const imported = goThroughImport(this.#open, call, place) ?? makeDigest(this.#evaluator, call, place);
    if (imported !== null) return imported;
    if (becomesKey(call, at, path)) this.#reported.reportMadeKey(place, call);
    bindReceivers(this.#evaluator, this.#naming, this.#open, call, place);
    const settled = findSettled(call, at, module);
    if (settled !== null) {
      if (place.isHandedOver && path.length === 0) this.#open.add({ ...place, node: settled });
      return climb(place, settled);
    }
    const state = findStateOf(call, module);
    if (state !== null && !('callee' in call && call.callee === at)) this.#naming.bind(state, place);
    if (place.isUrl && isSocket(call)) this.#reported.report(place, call);
    if (isSentElsewhere(this.#evaluator, call, place)) this.#reported.report(place, call);
    if (!isUrl && isAddress(call, at, path)) {
      this.#open.add({ ...place, node: call, path: ['pathname'], isHandedOver: true, isPathname: true });
      isUrl = isCovered && !isPathText(this.#evaluator, call, module);
    }
    for (const answer of this.#answers.list(call, place)) this.advance(answer, true);
    if (path.length > 0 && (isFailure(call, module) || isRejected(call, at))) this.#naming.showFailure(place);
    const kept = this.#setMembers.keep(call, place);
    if (kept !== null && endsOnPrototype(call, module)) return true;
    if (kept === null && this.elements.collect(call, place)) return true;
    if (kept === null && this.elements.fold(call, place)) return { ...climb(place, call), isUrl };
    const held = kept ?? passThrough(this.#evaluator, module, call, at, path) ?? this.#handOn(call, place, isCovered);
    if (typeof held === 'boolean') return held;
    const isEncoded = place.isEncoded || isEncoder(evaluateCallee(this.#evaluator, call, module, null));
    return { ...place, node: call, path: held, isUrl, isEncoded };
  }

  /** `path.trim()`, `LIST.map(…)`, `['/calls'][0]`: the value goes on as what the method gives back, or the member is. */
  #passMember(
    member: SyntaxNode,
    place: Place,
  ): { readonly holder: SyntaxNode; readonly path: readonly string[] } | 'followed' | null {
    const call = getParent(member);
    if (!isMemberNode(member)) return null;
    if (call?.type !== 'CallExpression' || call.callee !== member) {
      const read = readMembers(place);
      return read === null || read.node === place.node ? null : { holder: read.node, path: read.path };
    }
    const name = nameMember(member);
    if (name === null) return null;
    if (name === 'then') this.elements.enterCallback(call, 0, place);
    const given = passMethod(this.#evaluator, name, call, place);
    // `parts.join('|')` of `(...parts) => …`: from here on it is a text, of which others may be asked.
    if (given !== null && name === 'join' && place.isHandedOver) this.#open.add({ ...place, node: call, path: given });
    if (given !== null) return { holder: call, path: given };
    const copied = place.path.length > 0 ? this.elements.copy(place, call, name) : null;
    if (copied !== null) return { holder: call, path: copied };
    if (place.path.length > 0 && this.elements.iterate(place, member)) return 'followed';
    // What is asked of an answer is no text that the evaluator knows.
    const path = place.isAnswer ? null : findHeld(this.#evaluator, call, place.module, this.#literal);
    return path === null ? null : { holder: call, path };
  }

  /** Is it followed into what a call runs? Else how it comes back, where the evaluator finds it in what the call gives. */
  #handOn(call: CallNode, place: Place, isCovered: boolean): boolean | readonly string[] {
    const { module } = place;
    const callee = evaluateCallee(this.#evaluator, call, module, null);
    const first = findPipe(call, module, callee)?.calls[0] ?? call;
    if (call.type !== 'TaggedTemplateExpression') this.elements.runOver(call, callee, place);
    if (this.#handOver(first, place, isCovered)) return true;
    if (givesAnswer(callee)) return false;
    const isOwn =
      call.type !== 'TaggedTemplateExpression' &&
      listOptions(callee).some((option) => findEntered(option) !== undefined);
    // Of a table only some members may come back, and others of the same text with something in front of them.
    return isOwn || place.path.length > 1 ? false : (findHeld(this.#evaluator, call, module, this.#literal) ?? false);
  }

  #handOver(call: SyntaxNode, place: Place, isCovered: boolean): boolean {
    if (!isCallNode(call) || call.type === 'TaggedTemplateExpression' || call.callee === place.node) return false;
    return this.#comesBack(call, place) || this.#handovers.handOver(call, place, isCovered);
  }

  /** An attribute becomes a member of the one parameter that a component has. */
  #handToComponent(attribute: SyntaxNode, place: Place, isCovered: boolean): boolean {
    const given = findElementGiven(attribute, place.module);
    if (given === null) return false;
    // A class keeps what it is given where nobody follows it.
    const callees = listOptions(evaluateCallee(this.#evaluator, given.call, place.module, null));
    if (callees.some((option) => option.type !== 'function')) return false;
    const inner = { ...place, node: given.node, path: [...given.name, ...place.path] };
    return this.#handOver(given.call, inner, isCovered) && (isCovered || place.isHandedOver);
  }

  /** `LIST.map((item) => …)`: what the callback gives back goes on where the call stands. */
  #comesBack(call: SyntaxNode, place: Place): boolean {
    const back = this.elements.comeBack(call, place);
    if (back?.isHandedOver) this.#open.add(back);
    return back !== null && this.advance(back, true);
  }
}
