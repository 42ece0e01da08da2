import type { Addressed } from '../../model/analysis.ts';
import { getEnd, getStart, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import { mergeChoices } from '../values/value-marks.ts';
import type { Atom, Choice, Env, Handover, Slot, TextValue, Value } from '../values/values.ts';
import type { OwnerFinder } from './owners.ts';
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

export class OpenNames {
  readonly #evaluator: Evaluator;
  readonly #found = new Map<SyntaxNode, { readonly module: Module; readonly requests: Set<Addressed> }>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** `key`: what stands where the name of a header is asked for; `list`: the requests that go with one of its texts. */
  #add(key: SyntaxNode, module: Module, env: Env, list: (text: TextValue) => readonly Addressed[]): void {
    const evaluator = this.#evaluator;
    // The name of one header: it is followed as one that is written there.
    if (/^(?:String|Numeric)Literal$/.test(key.type) || readCredential(evaluator, key, module) !== null) return;
    evaluator.ask();
    for (const text of listTexts(evaluator.evaluate(key, module, env), key, module)) {
      if (toCredential(findKnownText(text)) !== 'x-api-key') continue;
      const [first] = text.atoms;
      const own = keepOwn(evaluator, list(text), first?.via);
      if (own.length > 0) this.#note(first, own);
    }
  }

  /** A computed name in a literal that requests are sent with. */
  addMember(key: Slot, requests: readonly Addressed[], choices: readonly Choice[]): void {
    if (key.kind !== 'expression') return;
    this.#add(key.node, key.module, key.env, (text) => (mergeChoices(text.choices, choices) === null ? [] : requests));
  }

  /** `for (const [name, value] of Object.entries(headers))`: the name of a member is looked at where that is written. */
  #note(atom: Atom | undefined, requests: readonly Addressed[]): void {
    const literal = atom?.kind === 'text' ? atom.origin?.literal : undefined;
    const place = literal === undefined ? undefined : this.#evaluator.getIdentified(literal);
    if (place === undefined) return;
    const known = this.#found.get(place.node) ?? { module: place.module, requests: new Set() };
    this.#found.set(place.node, known);
    for (const request of requests) known.requests.add(request);
  }

  /** What statements and calls set on the headers of requests. */
  addSet(owners: OwnerFinder): void {
    const evaluator = this.#evaluator;
    if (!evaluator.graph.loaded.some(({ text }) => /x-api-key/i.test(text))) return;
    const add = (receiver: SyntaxNode, key: SyntaxNode, module: Module): void =>
      this.#add(key, module, evaluator.anyCaller, ({ choices }) => owners.find(receiver, module, choices));
    for (const module of evaluator.graph.loaded) {
      for (const script of module.scripts) {
        for (const { left, operator } of script.computedAssignments)
          if (isMemberNode(left) && /^(?:=|\?\?=|\|\|=)$/.test(operator)) add(left.object, left.property, module);
        for (const node of script.calls) {
          if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') continue;
          const callee = unwrap(node.callee);
          const [key, value] = node.arguments;
          if (key === undefined || value === undefined || !isMemberNode(callee)) continue;
          if (SETTERS.has(nameMember(callee) ?? '')) add(callee.object, key, module);
        }
      }
    }
  }

  list(): readonly NamedHeader[] {
    return [...this.#found].map(([node, { module, requests }]) => ({ header: toHeader(node, module), requests }));
  }
}
