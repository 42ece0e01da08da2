import type { Addressed } from '../../model/analysis.ts';
import { getEnd, getStart, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import { mergeChoices } from '../values/value-marks.ts';
import type { Atom, Choice, Env, Handover, Slot, TextValue, Value } from '../values/values.ts';
import type { OwnerFinder } from './owners.ts';
import { findPair, readGivenName, readPaired } from './paired-names.ts';
import { SETTERS } from './set-headers.ts';
import { readCredential, toCredential, type WrittenHeader } from './written-header.ts';

/**
 * Headers whose name is no one text: `{ [flag ? 'authorization' : 'x-api-key']: key }`, `headers[options.header] = key`,
 * `client.setHeader('x-api-key', key)` of a class of the project. Where the name may be x-api-key, it is said and left to a
 * person: what sets the header serves other names, too.
 */

export interface NamedHeader {
  readonly header: WrittenHeader;
  readonly requests: ReadonlySet<Addressed>;
  /** Its value is known, and where both are set. */
  readonly isWhole: boolean;
  /** The literal with the member that is set. */
  readonly holder: SyntaxNode | null;
}

interface Found {
  readonly module: Module;
  readonly requests: Set<Addressed>;
  /** Null where more is done with the name than to set a header by it. */
  whole: WrittenHeader | null;
  readonly holder: SyntaxNode | null;
}

/** Where a member is set: its name and its value. */
interface Setting {
  readonly key: SyntaxNode;
  readonly value: SyntaxNode | null;
  readonly module: Module;
  readonly env: Env;
}

function toHeader(node: SyntaxNode, module: Module): WrittenHeader {
  const key = { start: getStart(node), end: getEnd(node), text: module.text.slice(getStart(node), getEnd(node)) };
  return { name: 'x-api-key', module, key, value: node, removal: null, hasAuthorization: false, owner: null };
}

const HOST = /^https?:\/\/[^/?#]+/;

/** The hosts that are named in what is handed over, `client('https://crm.example', { header: 'x-api-key' })`. */
function listHosts(evaluator: Evaluator, values: readonly Value[]): readonly string[] {
  return values.flatMap(listOptions).flatMap((value): readonly string[] => {
    if (value.type === 'text') return HOST.exec(readHead(value).toLowerCase()) ?? [];
    if (value.type === 'instance') {
      const args = value.construction?.args ?? [];
      return listHosts(
        evaluator,
        args.map((argument) => evaluator.evaluateArgument(argument)),
      );
    }
    if (value.type !== 'object') return [];
    return value.entries.flatMap((entry) => {
      const isText =
        entry.kind === 'slot' &&
        entry.slot.kind === 'expression' &&
        /^(?:String|Template)Literal$|^Identifier$|MemberExpression$/.test(entry.slot.node.type);
      const member = isText ? evaluator.evaluateSlot(entry.slot, value) : null;
      return member?.type === 'text' ? listHosts(evaluator, [member]) : [];
    });
  });
}

function readHead({ atoms: [first] }: TextValue): string {
  return first?.kind === 'text' ? first.text : '';
}

/** `voice.setHeader('x-api-key', key)` says by what it is called on, or handed, whose requests it means. */
function keepOwn(
  evaluator: Evaluator,
  requests: readonly Addressed[],
  via: Handover | null | undefined,
): readonly Addressed[] {
  if (via == null || !('arguments' in via.call)) return requests;
  const callee = unwrap(via.call.callee);
  const given = [...(isMemberNode(callee) ? [callee.object] : []), ...(via.call.arguments as readonly SyntaxNode[])];
  evaluator.ask();
  const hosts = listHosts(
    evaluator,
    given.map((node) => evaluator.evaluate(node, via.module, evaluator.anyCaller)),
  );
  if (hosts.length === 0) return requests;
  const kept = requests.filter(({ urls }) =>
    urls.some(
      ({ parts: [first] }) => first?.kind !== 'text' || hosts.includes(HOST.exec(first.text.toLowerCase())?.[0] ?? ''),
    ),
  );
  return kept;
}

/** `{ [name]: value }` */
function findHolder(key: SyntaxNode): SyntaxNode | null {
  const member = getParent(key);
  const holder = member?.type === 'ObjectProperty' ? getParent(member) : undefined;
  return holder?.type === 'ObjectExpression' ? holder : null;
}

export class OpenNames {
  readonly #evaluator: Evaluator;
  readonly #found = new Map<SyntaxNode, Found>();
  /** Those that are sent with an Authorization that such a function sets. */
  readonly #authorized = new Set<Addressed>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** `key`: what stands where the name of a header is asked for; `list`: the requests that go with one of its texts. */
  #add({ key, value, module, env }: Setting, list: (text: TextValue) => readonly Addressed[]): void {
    const evaluator = this.#evaluator;
    // The name of one header: it is followed as one that is written there.
    if (/^(?:String|Numeric)Literal$/.test(key.type) || readCredential(evaluator, key, module) !== null) return;
    const member = getParent(key);
    if (member?.type === 'ObjectProperty' && readGivenName(evaluator, member, module) !== null) return;
    evaluator.ask();
    const pair = value === null ? null : findPair(key, value, module);
    for (const text of listTexts(evaluator.evaluate(key, module, env), key, module)) {
      const name = toCredential(findKnownText(text));
      if (name === null) continue;
      const all = list(text);
      if (name !== 'x-api-key') for (const request of all) this.#authorized.add(request);
      if (name !== 'x-api-key') continue;
      const [first] = text.atoms;
      const own = keepOwn(evaluator, all, first?.via);
      if (own.length > 0) this.#note(first, own, own.length < all.length ? null : pair, key);
    }
  }

  /** A computed name in a literal that requests are sent with. */
  addMember(key: Slot, requests: readonly Addressed[], choices: readonly Choice[]): void {
    if (key.kind !== 'expression') return;
    const member = getParent(key.node);
    const value = member?.type === 'ObjectProperty' && member.key === key.node ? member.value : null;
    const setting = { key: key.node, value, module: key.module, env: key.env };
    this.#add(setting, (text) => (mergeChoices(text.choices, choices) === null ? [] : requests));
  }

  /** `for (const [name, value] of Object.entries(headers))`: the name of a member is looked at where that is written. */
  #note(
    atom: Atom | undefined,
    requests: readonly Addressed[],
    pair: ReturnType<typeof findPair>,
    key: SyntaxNode,
  ): void {
    const literal = atom?.kind === 'text' ? atom.origin?.literal : undefined;
    const place = literal === undefined ? undefined : this.#evaluator.getIdentified(literal);
    if (place === undefined) return;
    const via = atom?.kind === 'text' ? atom.via : null;
    const whole = pair === null || via == null ? null : readPaired(this.#evaluator, pair, place.node, via);
    const known = this.#found.get(place.node) ?? {
      module: place.module,
      requests: new Set(),
      whole,
      holder: findHolder(key),
    };
    if (whole === null || whole.value !== known.whole?.value) known.whole = null;
    this.#found.set(place.node, known);
    for (const request of requests) known.requests.add(request);
  }

  /** What statements and calls set on the headers of requests. */
  addSet(owners: OwnerFinder): void {
    const evaluator = this.#evaluator;
    if (!evaluator.graph.loaded.some(({ text }) => /x-api-key/i.test(text))) return;
    const add = (receiver: SyntaxNode, key: SyntaxNode, value: SyntaxNode, module: Module): void =>
      this.#add({ key, value, module, env: evaluator.anyCaller }, ({ choices }) =>
        owners.find(receiver, module, choices),
      );
    for (const module of evaluator.graph.loaded) {
      for (const script of module.scripts) {
        for (const { left, right, operator } of script.computedAssignments)
          if (isMemberNode(left) && /^(?:=|\?\?=|\|\|=)$/.test(operator))
            add(left.object, left.property, right, module);
        for (const node of script.calls) {
          if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') continue;
          const callee = unwrap(node.callee);
          const [key, value] = node.arguments;
          if (key === undefined || value === undefined || !isMemberNode(callee)) continue;
          if (SETTERS.has(nameMember(callee) ?? '')) add(callee.object, key, value, module);
        }
      }
    }
  }

  list(): readonly NamedHeader[] {
    return [...this.#found].map(([node, { module, requests, whole, holder }]) => {
      const isApart = ![...requests].some((request) => this.#authorized.has(request));
      const header = isApart && whole !== null ? whole : toHeader(node, module);
      return { header, requests, isWhole: header === whole, holder };
    });
  }
}
