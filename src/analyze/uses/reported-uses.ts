import { ANYWHERE, type ForeignUse } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { findClassAround } from '../../syntax/enclosing.ts';
import {
  type CallNode,
  contains,
  type FunctionNode,
  getStart,
  isCallNode,
  nameKey,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { type ClassField, isNamedInTemplate } from '../components/angular-templates.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, getLocation, quoteSource } from '../modules/module.ts';
import { isBareName } from '../outsiders/bare-names.ts';
import { isLeftOpen, isOpenEnd, isPassedOn, isShownByFunction, isShownToOthers } from '../outsiders/left-exports.ts';
import { isCalledFromOutside } from '../outsiders/outside-callers.ts';
import { isOtherAddress } from '../outsiders/returned-addresses.ts';
import { isSigned } from '../outsiders/signed-texts.ts';
import { listSearched } from '../questions/asked-for-texts.ts';
import {
  type AssertedMessage,
  canBeMessage,
  listAssertedMessages,
  readWordsBefore,
  type WrittenPath,
} from '../questions/asserted-messages.ts';
import { listSameKeys } from '../questions/cache-keys.ts';
import { findComparedKeys } from '../questions/compared-keys.ts';
import { inspectsMessages } from '../questions/inspected-messages.ts';
import { listNamedQuestions } from '../questions/named-questions.ts';
import { listKeysBeside, listSharedKeys, type SharedKey } from '../questions/own-keys.ts';
import { listRecalling } from '../questions/recalled-texts.ts';
import { listSameArguments } from '../questions/same-arguments.ts';
import { placeDeclaration, type TypeText } from '../typing/type-texts.ts';
import { listPassedSeams } from './passed-seams.ts';
import { CALL, isPlain, type Place } from './places.ts';
import { readPath } from './written-paths.ts';

/** A use is shown as code of so many characters. */
const MAX_QUOTE = 80;

/** Between the entries of a text that is a table, and between a key and its value. */
const SEPARATORS = /[\s,;=|]+/;

/** Where it is no use, after all. */
type Bound = Pick<ForeignUse, 'test' | 'unless'>;

/** Where it is none although another place names the text. */
type Other = Pick<ForeignUse, 'unless' | 'unlessSent' | 'findComparison'>;

/** A place that is a test's: a person can mend it. */
function findTest(at: string): Pick<ForeignUse, 'test'> {
  const [, file = '', line = '1'] = /^(.+):(\d+)$/.exec(at) ?? [];
  return isTestFile(file) ? { test: { file, line: Number(line), column: 1 } } : {};
}

/** The uses of a literal that are worth a word, one for each place. */
export class ReportedUses {
  readonly uses = new Map<string, ForeignUse>();
  /** Where each of those stands that does no more than the code that is quoted. */
  readonly places = new Map<ForeignUse, Place>();
  readonly #evaluator: Evaluator;
  readonly #path: WrittenPath;
  readonly #literal: number;
  readonly #node: SyntaxNode;
  /** Where tests assert a message with the text. */
  #asserted: readonly AssertedMessage[] | null = null;

  constructor(evaluator: Evaluator, literal: SyntaxNode) {
    this.#evaluator = evaluator;
    this.#path = readPath(literal, evaluator);
    this.#node = literal;
    this.#literal = evaluator.identify(literal);
  }

  /** The text, as it is written. */
  get path(): WrittenPath {
    return this.#path;
  }

  /**
   * `return { redirect: { destination: PATHS.agents } }`, `return { kind, rows }`: what stands in it goes to whoever calls the function,
   * be it a framework.
   */
  reportGivenOut(place: Place, fn: FunctionNode | null): void {
    if (isOtherAddress(this.#evaluator, place, this.#literal)) this.report(place, place.node, '', true);
    if (fn === null) return;
    if (isShownByFunction(this.#evaluator, fn, place, this.#literal)) this.report(place, fn);
    if (!isPlain(place)) return;
    if (!this.isBareName) {
      const isOpen = isOpenEnd(this.#evaluator, fn, place, this.#literal);
      if (isOpen || (place.path.length > 0 && isCalledFromOutside(this.#evaluator, fn)))
        this.report(place, fn, '', !isOpen);
      return;
    }
    // What a call gave back is no name any more.
    const source = findBindingOf(place.module, place.node)?.source;
    const isGiven = source?.kind === 'value' && source.node !== null && isCallNode(unwrap(source.node));
    if (place.path.length > 0 && !isGiven && isCalledFromOutside(this.#evaluator, fn)) this.report(place, fn);
  }

  /** `export const page = { path: SECTION, title: `All ${SECTION}` }`, of which no code reads the title. */
  reportShown(place: Place, name: SyntaxNode): void {
    if (isShownToOthers(this.#evaluator, place, this.#literal)) this.report(place, name);
  }

  /** `export const menu = [{ to: PATHS.agents }]`, and no code reads it: a framework, a template or another program may. */
  reportUnread(place: Place, name: SyntaxNode, holder: SyntaxNode): void {
    const isWritten = place.module === this.#evaluator.graph.findOwner(this.#node) && contains(holder, this.#node);
    this.reportShown(place, name);
    if (place.path.length === 0 || place.path.includes(CALL) || !isPlain(place) || isWritten) return;
    if (isPassedOn(place)) return;
    const isOpen = isLeftOpen(this.#evaluator, place, this.#literal);
    this.report(place, name, '', !isOpen);
  }

  /** `export class Nav { home = PATHS.agents; }`, of which no code reads the field. */
  reportUnreadField(place: Place, field: ClassField): void {
    if (contains(field, this.#node) || !isPlain(place) || this.isBareName || place.path.includes(CALL)) return;
    if (isLeftOpen(this.#evaluator, place, this.#literal)) this.report(place, field);
  }

  get isBareName(): boolean {
    return this.#path.rest.length === 0 && isBareName(this.#path.text);
  }

  /** What another place (`at`, `file:line`) makes of a text of its own is in the way. */
  #reportOther(place: Place, at: string, text: string, bound: Other): ForeignUse {
    const entered = listPassedSeams(this.#evaluator, place, this.#literal);
    const location = getLocation(place.module, getStart(place.node));
    const use = { ...location, text, isMessage: false, entered, ...findTest(at), ...bound };
    this.uses.set(`${at} ${(bound.unless ?? [bound.unlessSent]).join(' ')}`, use);
    return use;
  }

  /** `quoted` is shown, with what is to be said of it. */
  report(place: Place, quoted: SyntaxNode, remark = '', isMessage = false, bound: Bound = {}): void {
    const { module, node } = place;
    const location = getLocation(module, getStart(node));
    const text = quoteSource(module, quoted, MAX_QUOTE) + remark;
    const key = `${location.file}:${location.line}:${location.column}`;
    // The text may come here on several ways.
    const before = this.uses.get(key)?.entered ?? [];
    const passed = listPassedSeams(this.#evaluator, place, this.#literal);
    const entered = [...new Set([...before, ...passed, ...(isSigned(node, module) ? [ANYWHERE] : [])])];
    const use = { ...location, text, isMessage, entered, ...bound };
    this.uses.set(key, use);
    this.places.set(use, place);
  }

  /** `template: '<a [routerLink]="path">'` beside `path = '/calls'`, `"PATHS.calls"` beside `PATHS = PATHS` */
  reportTemplate(member: ClassField, place: Place): void {
    const [first] = place.path;
    const key = nameKey(member);
    const name = key !== null && first !== undefined && /^[A-Za-z_$]/.test(first) ? `${key}.${first}` : key;
    const owner = findClassAround(member);
    if (name === null || owner === null || !isNamedInTemplate(this.#evaluator, owner, place.module, name)) return;
    this.report(place, member, ', which a template names');
  }

  /** A use where no value of the program leads. */
  add(use: ForeignUse, place: Place | null = null): void {
    this.uses.set(`${use.file}:${use.line}:${use.column}`, use);
    if (place !== null) this.places.set(use, place);
  }

  /** `type Path = '/calls' | '/agents'`: another text would not compile. */
  reportType({ module, start }: TypeText): void {
    const text = `the type that lists ${this.#path.text}`;
    this.add({ ...getLocation(module, start), text, isMessage: false, entered: [] }, placeDeclaration(module, start));
  }

  /** The path of a URL begins with a slash, as a client that puts it behind its base needs none. */
  #readAsked({ isPathname }: Place): string {
    return isPathname === true ? this.#path.text.replace(/^(?!\w+:|\/)/, '/') : this.#path.text;
  }

  /** `cache.get(path)` beside `cache.set('/calls', …)`: one entry, as long as both change or neither. */
  reportSharedKeys(place: Place, key: SyntaxNode): void {
    const text = this.#readAsked(place);
    const shared = listSharedKeys(this.#evaluator, { key, module: place.module, text }, this.#literal);
    if (shared.length > 0) this.#reportKeys(place, getParent(key) ?? key, shared);
  }

  /** `Object.fromEntries(list.map((path) => [path, …]))`; a map is asked for its keys in ways that can be seen. */
  reportMadeKey(place: Place, call: CallNode): void {
    if (call.type !== 'NewExpression') this.report(place, call);
    else {
      const isSame = (head: string): boolean => head === this.#path.text;
      this.#reportKeys(place, call, listKeysBeside(this.#evaluator, [call], isSame, this.#literal));
    }
  }

  #reportKeys(place: Place, quoted: SyntaxNode, shared: readonly SharedKey[]): void {
    const quote = quoteSource(place.module, quoted, MAX_QUOTE);
    for (const { place: at, literals } of shared) {
      const found = this.#reportOther(place, at, `${quote}, a key that ${at} names, too`, { unless: literals });
      this.places.set(found, place);
    }
  }

  /** `URLS.filter((url) => url.startsWith(path))`: what begins with the text now, and may not when only one of them changes. */
  reportSearched(place: Place): void {
    const searched = listSearched(this.#evaluator, place.node, place.module, this.#path.text);
    this.reportBeside(place, searched, 'a text that begins with it');
  }

  /** The answer stays as it is where these change with the text. */
  reportBeside(place: Place, literals: readonly number[], what: string, isFinder = false): void {
    const { module, node } = place;
    const quote = quoteSource(module, getParent(node) ?? node, MAX_QUOTE);
    for (const literal of literals) {
      if (literal === this.#literal) continue;
      this.uses.set(`${quote} ${literal}`, {
        ...getLocation(module, getStart(node)),
        text: `${quote}, ${what}`,
        isMessage: false,
        entered: listPassedSeams(this.#evaluator, place, this.#literal),
        unless: [literal],
        ...(isFinder ? { isFinder } : {}),
      });
    }
  }

  /** `keyOf(path)` beside `keyOf('/calls')`, which is no request: the function makes the same of both. */
  reportSameArguments(place: Place, fn: FunctionNode, index: number): void {
    for (const { literal, place: at } of listSameArguments(
      this.#evaluator,
      fn,
      index,
      this.#path.text,
      this.#literal,
    )) {
      const call = getParent(place.node) ?? place.node;
      const text = `${quoteSource(place.module, call, MAX_QUOTE)}, which ${at} hands the same text`;
      this.#reportOther(place, at, text, { unlessSent: literal });
    }
  }

  /** `pending.set(id, { path })` beside `entry.path === '/calls'`: what is put away is asked for with a text of its own. */
  reportRecalled(place: Place): void {
    for (const { node, at } of listRecalling(this.#evaluator, place, this.#path.text)) {
      const literal = this.#evaluator.identify(node);
      if (literal === this.#literal) continue;
      const text = `${quoteSource(place.module, getParent(place.node) ?? place.node, MAX_QUOTE)}, which ${at} asks for the same text`;
      this.#reportOther(place, at, text, { unlessSent: literal });
    }
  }

  /** `'/agents=admin\n/calls=user'.split('\n')` beside `roles.get('/agents')`: what is made of the text is asked for a path in it. */
  reportTextTable(place: Place): void {
    const paths = this.#path.text.split(SEPARATORS).filter((piece) => /^\/\w/.test(piece));
    if (!SEPARATORS.test(this.#path.text.trim())) return;
    for (const path of new Set(paths))
      for (const { node, text, at } of listNamedQuestions(this.#evaluator.graph, path)) {
        if (text !== path) continue;
        this.#reportOther(place, at, `${at} asks for ${path}`, { unlessSent: this.#evaluator.identify(node) });
      }
  }

  /** Where a test knows the words of `throw new Error(`GET ${path} failed`)`; one that cannot change with them, if there is any. */
  #findAssertion(place: Place, parent: SyntaxNode): AssertedMessage | undefined {
    const { graph } = this.#evaluator;
    this.#asserted ??= listAssertedMessages(graph, this.#path, graph.findOwner(this.#node) ?? null);
    const words = readWordsBefore(parent, place.node);
    const known = this.#asserted.filter((asserted) => canBeMessage(asserted, words));
    return known.find(({ isFollowed }) => !isFollowed) ?? known[0];
  }

  /** What a wrapper throws of all that it is handed is harmless, unless a test knows the words. */
  reportHandedMessage(place: Place, parent: SyntaxNode): void {
    const assertion = this.#findAssertion(place, parent);
    if (assertion !== undefined)
      this.report(place, parent, `, asserted at ${assertion.at}`, assertion.isFollowed, findTest(assertion.at));
    else if (inspectsMessages(this.#evaluator)) this.report(place, parent, '', true);
  }

  /** A message with the text where that is sent: nobody but a test minds its words. */
  reportMessage(place: Place, parent: SyntaxNode): void {
    const assertion = this.#findAssertion(place, parent);
    const remark = assertion === undefined ? '' : `, asserted at ${assertion.at}`;
    this.report(place, parent, remark, assertion?.isFollowed !== false, findTest(assertion?.at ?? ''));
  }

  /** The key of a cache goes with its request, unless somebody else writes it as well with a text that stays. */
  reportKey(place: Place, parent: SyntaxNode): void {
    // `queryKey: ['calls']` is a name first: it stays where the URL can get the version.
    if (this.isBareName) this.report(place, parent, '', true);
    const quote = quoteSource(place.module, parent, MAX_QUOTE);
    const findComparison = () => findComparedKeys(this.#evaluator, this.#path.text, place.module);
    for (const [literal, at] of listSameKeys(this.#evaluator, this.#path.text, this.#literal, place.module))
      this.#reportOther(place, at, `${quote}, a key that ${at} names, too`, { unless: [literal], findComparison });
  }
}
