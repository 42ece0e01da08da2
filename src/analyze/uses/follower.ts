import { findClassAround, findFunctionAround } from '../../syntax/enclosing.ts';
import {
  type CallNode,
  type FunctionNode,
  getKeyName,
  isCallNode,
  isMemberNode,
  nameKey,
  nameMember,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { findPipe } from '../calls/pipes.ts';
import type { Evaluator } from '../evaluator.ts';
import { listOptions } from '../values/unions.ts';
import { Answers, givesAnswer } from './answers.ts';
import { isCacheKey } from './cache-keys.ts';
import { isFailure, isRejected } from './caught-errors.ts';
import { bindHooks } from './client-hooks.ts';
import { findElementGiven } from './component-readings.ts';
import { listConverted } from './converted-instances.ts';
import { Elements, toYielded } from './elements.ts';
import { isFluent } from './fluent-methods.ts';
import { Handovers } from './handovers.ts';
import type { Importers } from './importers.ts';
import { layOut } from './laid-out-maps.ts';
import { Naming } from './naming.ts';
import type { OpenPlaces } from './open-places.ts';
import {
  becomesKey,
  findHeld,
  isAddress,
  isEncoder,
  isPathText,
  isPieceOfText,
  isPutBehindBase,
  passMethod,
  passThrough,
  TRANSPARENT,
} from './pass-through.ts';
import {
  ANY,
  CALL,
  findEntered,
  getOuterStart,
  type Handed,
  indexOf,
  isWithinEntered,
  type Place,
  readMembers,
} from './places.ts';
import { isReplaced } from './replaced-members.ts';
import type { ReportedUses } from './reported-uses.ts';
import { namesOther } from './routes.ts';
import { SetMembers } from './set-members.ts';

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
    this.#setMembers = new SetMembers(this.#naming);
    this.#handovers = new Handovers(evaluator, this.#naming, open, reported);
    this.elements = new Elements(evaluator, open, this.#naming);
    this.#answers = new Answers(evaluator, this.#naming, this.elements);
  }

  /** `isCovered`: a request explains how the value is read at this place. False where the value is used up. */
  advance(start: Place, isCovered: boolean): boolean {
    const { module } = start;
    let { node: at, path, entered, isUrl, isEncoded = false } = start;
    for (let parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
      const place = at === start.node ? start : { ...start, node: at, path, entered, isUrl, isEncoded };
      if (isReplaced(parent, at, path) || this.elements.tabulate(place, parent)) return true;
      if (isCacheKey(this.#evaluator, place, parent)) this.#reported.reportKey(place, parent);
      switch (parent.type) {
        case 'VariableDeclarator':
          return parent.init === at && this.#naming.bind(parent.id, place);
        case 'AssignmentExpression':
          return parent.right === at && this.#naming.assign(parent.left, place);
        case 'ObjectProperty':
          if (parent.value !== at) return false;
          if (path.length === 0 && namesOther(parent, start.isHandedOver)) this.#reported.report(place, parent);
          this.#naming.showMember(parent, place);
          path = [nameKey(parent) ?? ANY, ...path];
          continue;
        case 'TSEnumMember':
          path = [getKeyName(parent.id, false) ?? ANY, ...path];
          continue;
        case 'ArrayExpression':
          path =
            at.type === 'SpreadElement' ? layOut(this.#evaluator, at.argument, place) : [indexOf(parent, at), ...path];
          continue;
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
        case 'ThrowStatement':
          if (path.length > 0) this.#naming.showFailure(place);
          return false;
        case 'YieldExpression':
          return this.#returnValue(findFunctionAround(parent), toYielded(parent, place));
        case 'ReturnStatement':
          return this.#returnValue(findFunctionAround(parent), place, isCovered);
        case 'ArrowFunctionExpression':
          return parent.body === at && this.#returnValue(parent, place, isCovered);
        case 'TemplateLiteral':
        case 'BinaryExpression':
          if (parent.type === 'BinaryExpression' && parent.operator !== '+') return false;
          // Behind its base the text is a URL.
          isUrl ||= isCovered && !isPathText(this.#evaluator, parent, module);
          entered = [...entered, `${module.path}:${getOuterStart(at)}`];
          continue;
        case 'JSXExpressionContainer':
          if (getParent(parent)?.type !== 'JSXAttribute') return false;
          continue;
        case 'JSXAttribute':
        case 'JSXSpreadAttribute':
          return this.#handToComponent(parent, place, isCovered);
        case 'MemberExpression':
        case 'OptionalMemberExpression': {
          if (isUrl && at !== start.node && parent.object === at) {
            // What is asked of a URL is judged where it is read.
            this.#open.add(place);
            return true;
          }
          const through = parent.object === at ? this.#passMember(parent, place) : null;
          if (through === null || through === 'followed') return through !== null;
          at = parent;
          ({ holder: parent, path } = through);
          continue;
        }
        default:
          if (TRANSPARENT.has(parent.type)) continue;
          if (!isCallNode(parent)) return false;
          if (this.#naming.define(parent, place)) return true;
          if (path.length === 0 && isPieceOfText(this.#evaluator, parent, at, module)) {
            isUrl ||= isCovered && !isPathText(this.#evaluator, parent, module);
            entered = [...entered, `${module.path}:${getOuterStart(at)}`];
            continue;
          }
          if (becomesKey(parent, at, path)) this.#reported.reportMadeKey(place, parent);
          bindHooks(this.#evaluator, this.#naming, parent, place);
          if (!isUrl && isAddress(parent, at, path)) {
            this.advance({ ...place, node: parent, path: ['pathname'], isHandedOver: true }, true);
            isUrl = isCovered && !isPathText(this.#evaluator, parent, module);
          }
          for (const answer of this.#answers.list(parent, place)) this.advance(answer, true);
          if (path.length > 0 && (isFailure(parent, module) || isRejected(parent, at))) this.#naming.showFailure(place);
          {
            const kept = this.#setMembers.keep(parent, place);
            if (kept === null && this.elements.collect(parent, place)) return true;
            if (kept === null && this.elements.fold(parent, place)) continue;
            const held =
              kept ?? passThrough(this.#evaluator, module, parent, at, path) ?? this.#handOn(parent, place, isCovered);
            if (typeof held === 'boolean') return held;
            isEncoded ||= isEncoder(evaluateCallee(this.#evaluator, parent, module, null));
            path = held;
          }
      }
    }
    return false;
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

  /** What a function gives back goes where its calls stand. */
  #returnValue(fn: FunctionNode | null, place: Place, isCovered = true): boolean {
    if (!isCovered) this.#reported.reportGivenOut(place, fn);
    if (fn === null || isFluent(this.#evaluator, fn, place)) return fn !== null;
    for (const made of listConverted(this.#evaluator, fn, place)) {
      this.#open.add(made);
      this.advance(made, true);
    }
    return this.#giveOut(fn, place);
  }

  #giveOut(fn: FunctionNode, place: Place): boolean {
    // Another function gives back what the entered one has put away.
    if (place.isHandedOver && place.handed !== null && !isWithinEntered(fn, place))
      return this.#giveOut(fn, { ...place, handed: null });
    if (place.handed?.fn === fn) return this.#giveBack(place, place.handed);
    this.#naming.showMember(fn, place);
    const path = [CALL, ...place.path];
    switch (fn.type) {
      case 'FunctionDeclaration':
        return fn.id ? this.#naming.bind(fn.id, { ...place, path }) : false;
      case 'ObjectMethod': {
        const object = getParent(fn);
        const inner = [nameKey(fn) ?? ANY, ...(fn.kind === 'get' ? place.path : path)];
        return object !== undefined && this.advance({ ...place, node: object, path: inner }, true);
      }
      case 'ClassMethod':
      case 'ClassPrivateMethod': {
        const owner = findClassAround(fn);
        const name = nameKey(fn);
        if (owner === null || name === null || fn.kind === 'constructor') return false;
        // Whoever writes the instance as JSON calls it.
        if (name === 'toJSON') this.#reported.report(place, fn);
        this.#naming.addMemberReadings(owner, name, { ...place, path: fn.kind === 'get' ? place.path : path });
        return true;
      }
      default:
        return this.advance({ ...place, node: fn, path }, true);
    }
  }

  /** `resource('/calls')` gives back an object that holds the text: it goes on where that call stands. */
  #giveBack(given: Place, { call, module, before, isCovered, gives = 'value' }: Handed): boolean {
    if (gives === 'nothing') return false;
    const isUrl =
      given.isUrl ||
      (isCovered && given.path.length === 0 && isPutBehindBase(this.#evaluator, call, module, this.#literal));
    const place = { ...given, isUrl, path: gives === 'value' ? given.path : [ANY, ...given.path] };
    // `LIMITS[clean(path)]`: what it gives back may be asked where it stands.
    this.#open.add({ ...place, ...before, node: call, module });
    return this.advance({ ...place, ...before, node: call, module }, true);
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
    return back !== null && this.advance(back, true);
  }
}
