import type { Addressed, ForeignUse, HttpRequest, UrlReference } from '../../model/analysis.ts';
import type { HeaderMates, HeaderPlace } from '../../model/message.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { UrlValue } from '../../model/url-value.ts';
import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { getEnd, getStart, isMemberNode } from '../../syntax/nodes.ts';
import type { TextEdit } from '../../syntax/text-edits.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import { isOfLibrary } from '../modules/libraries.ts';
import type { Module } from '../modules/module.ts';
import type { DeclaredRequest } from '../references/specs.ts';
import type { UseFinder } from '../uses/use-finder.ts';
import { findAuthorizationBeside } from './beside-headers.ts';
import { Carriers, type Sender } from './carriers.ts';
import { listSentCredentials } from './credential-headers.ts';
import { findExpectedHeaders, leaveToTests } from './expected-headers.ts';
import { findGivenOptions } from './given-options.ts';
import { findGuards } from './guarding-reads.ts';
import { isGuarded, listKeptOut } from './guards.ts';
import { isReadToCopy } from './header-copies.ts';
import { findHeaderReads, type HeaderRead } from './header-reads.ts';
import { findHeaderType } from './header-types.ts';
import { describeValueKind, inspectValue, readValueSource, stripCasts } from './header-value.ts';
import { listHeadersOfHooks } from './hook-headers.ts';
import { IdleUrls } from './idle-urls.ts';
import { sendsKeyIdOnly } from './key-parts.ts';
import { readList, readObject } from './object-headers.ts';
import { type NamedHeader, OpenNames } from './open-names.ts';
import { OwnerFinder } from './owners.ts';
import { findRivals, type SentHeader } from './rivals.ts';
import { findGivenHeaders, findSetHeaders } from './set-headers.ts';
import { findUnfollowedHeaders } from './unfollowed-headers.ts';
import { isOtherKey, OWN_MEMBER, SECRET, type WrittenHeader } from './written-header.ts';

/** Credential headers of requests, at the place where they are written. */

/** A place that has the name of a header, and no value. */
const NAME = { isName: true as const, literalKey: null, browserKey: null };

/** Gathers what carries the headers of all requests, then the places where credentials are put on it. */
export class HeaderCollector {
  readonly #carriers: Carriers;
  readonly #openNames: OpenNames;
  readonly #evaluator: Evaluator;
  readonly #idle: IdleUrls;
  /** What is sent to each URL. */
  readonly #emissions = new Map<UrlValue, Emission[]>();
  #hooks: OwnerFinder['hooks'] = new Map();
  #reads: readonly HeaderRead[] = [];
  #guards: ReadonlyMap<WrittenHeader, readonly TextEdit[]> = new Map();
  #mates: ReadonlyMap<WrittenHeader, HeaderMates> = new Map();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#openNames = new OpenNames(evaluator);
    this.#carriers = new Carriers(evaluator, this.#openNames);
    this.#idle = new IdleUrls(evaluator);
  }

  add(request: Addressed, emission: Emission, url: UrlValue): void {
    this.#carriers.addEmission(request, emission, url);
    const credentials = listSentCredentials(this.#evaluator, emission.sink);
    for (const given of credentials) this.#carriers.addHeaders(given, [request], emission);
    const known = this.#emissions.get(url) ?? [];
    this.#emissions.set(url, known);
    known.push(emission);
  }

  /** What a client of a table of endpoints sends with each of them. */
  addDeclared({ request, headers }: DeclaredRequest): void {
    for (const given of headers) this.#carriers.addHeaders(given, [request]);
  }

  /** Headers that are handed to requests under way: `.set({ … })`, `config.headers = { … }`. */
  #addGiven(owners: OwnerFinder): void {
    const { graph } = this.#evaluator;
    for (const module of graph.loaded) {
      for (const script of module.scripts) {
        for (const node of script.calls) {
          const found = findGivenHeaders(node);
          if (found === null) continue;
          const requests = owners.find(found.receiver, module);
          if (requests.length > 0) this.#addExpression(found.given, module, requests);
        }
        for (const node of script.calls) this.#addOptions(node, module);
        for (const { target, value } of script.memberAssignments) {
          const requests = isMemberNode(target) ? owners.findOfDefaults(target, module) : [];
          if (requests.length > 0) this.#addExpression(value, module, requests);
        }
      }
    }
    for (const { node, module, requests } of listHeadersOfHooks(graph, owners.hooks))
      this.#addExpression(node, module, requests);
  }

  #addOptions(node: SyntaxNode, module: Module): void {
    const given = findGivenOptions(this.#evaluator, node, module);
    const requests = given?.keys.flatMap((key) => [...(this.#carriers.find(key)?.requests ?? [])]) ?? [];
    if (given !== null && requests.length > 0) this.#carriers.addHeaders(given.headers, requests);
  }

  #addExpression(node: SyntaxNode, module: Module, requests: readonly Addressed[]): void {
    this.#evaluator.ask();
    this.#carriers.addHeaders(this.#evaluator.evaluate(node, module, null), requests);
  }

  /** `headers.accept = …` adds to the object and hands it to nobody; what copies it hands it to the requests. */
  #isOtherMember({ file, line, column }: ForeignUse): boolean {
    const module = this.#evaluator.graph.load(file);
    const start = module?.lineStarts[line - 1];
    if (module === null || start === undefined) return false;
    const isSent = (target: SyntaxNode) => this.#carriers.find(target) !== undefined;
    if (isReadToCopy(this.#evaluator, module, start + column - 1, isSent)) return true;
    return OWN_MEMBER.test(module.text.slice(start + column - 1, start + column + 200));
  }

  /** Code that looks for this header on what the same requests are sent with. */
  #listReads({ name }: WrittenHeader, requests: ReadonlySet<Addressed>): readonly string[] {
    if (name !== 'x-api-key') return [];
    const own = this.#reads.filter((read) => [...read.requests].some((request) => requests.has(request)));
    return own.map(({ place }) => place);
  }

  /** URLs of these requests to which nobody sends anything; what others install may be used by others. */
  #listIdle(requests: ReadonlySet<Addressed>, module: Module): readonly UrlValue[] {
    if (isOfLibrary(this.#evaluator.graph, module)) return [];
    return [...requests].flatMap(({ urls }) =>
      urls.filter((url) => {
        const sent = this.#emissions.get(url) ?? [];
        return sent.length > 0 && sent.every((emission) => this.#idle.has(emission));
      }),
    );
  }

  #toPlace(header: WrittenHeader, sender: Sender, uses: UseFinder): HeaderPlace {
    const evaluator = this.#evaluator;
    const { module, value, owner } = header;
    const inner = stripCasts(value);
    const { literal, keyTexts, variable, hasScheme } = inspectValue(evaluator, module, inner);
    const source = readValueSource(module, inner);
    const isHooked = listFunctionsAround(value).some((fn) => this.#hooks.has(fn));
    const type = findHeaderType(evaluator, header);
    const mates = this.#mates.get(header);
    const found = owner === null ? [] : uses.find(evaluator.identify(owner), sender.refs);
    const foreign = found.filter((use) => !this.#isOtherMember(use));
    return {
      name: header.name,
      file: module.path,
      key: header.key,
      valueStart: getStart(value),
      valueEnd: getEnd(value),
      innerStart: getStart(inner),
      innerEnd: getEnd(inner),
      isKeyIdOnly: sendsKeyIdOnly(evaluator, module, inner),
      valueKind: describeValueKind(inner, source),
      hasScheme,
      removal: header.removal,
      isFollowed: true,
      hasAuthorization: header.hasAuthorization,
      rivals: [],
      guards: this.#guards.get(header) ?? [],
      ...(mates === undefined ? {} : { askedWith: mates }),
      ...(type === null ? {} : { type }),
      ...(header.isOtherKey === true ? { isOtherKey: true as const } : {}),
      literalKey: literal,
      keyTexts,
      browserKey: variable,
      foreignUses: [
        ...new Set([...foreign.map((use) => `${use.file}:${use.line}`), ...this.#listReads(header, sender.requests)]),
      ],
      requests: [...sender.requests],
      otherUrls: [
        ...(owner === null ? [] : this.#carriers.listOthers(owner)),
        ...(isHooked ? listKeptOut(evaluator, sender.requests, value, module) : []),
        ...(isGuarded(evaluator, value, module) ? this.#carriers.listHandedOn(value, sender.requests) : []),
      ],
      idleUrls: header.name === 'x-api-key' ? this.#listIdle(sender.requests, module) : [],
    };
  }

  #listUnfollowed(
    places: readonly HeaderPlace[],
    set: readonly WrittenHeader[],
    requests: readonly Addressed[],
    uses: UseFinder,
  ): readonly HeaderPlace[] {
    const served = new Set<Addressed>(places.flatMap(({ requests }) => requests));
    const open = requests.filter((request) => !served.has(request));
    const isKnown = (node: SyntaxNode): boolean => this.#carriers.find(node) !== undefined;
    return findUnfollowedHeaders(this.#evaluator, open, isKnown, set).map((found) => ({
      ...this.#toUnfollowed(found.header, found.requests, uses),
      ...(found.isBeside ? { isFollowed: true } : {}),
      ...(found.isLoose ? { isLoose: true as const } : {}),
      ...(found.isName ? NAME : {}),
    }));
  }

  /** Is all known of a header that a function sets by the name it is given, and does none but its requests get it? */
  #isWhole({ isWhole, holder }: NamedHeader, uses: UseFinder): boolean {
    if (!isWhole || holder === null) return isWhole;
    const { refs } = this.#carriers.find(holder) ?? { refs: new Set<number>() };
    return uses.find(this.#evaluator.identify(holder), refs).every((use) => this.#isOtherMember(use));
  }

  /** Headers whose name is worked out, where it may be x-api-key. */
  #listNamed(uses: UseFinder): readonly HeaderPlace[] {
    const named = this.#openNames.list().filter((one) => !this.#isWhole(one, uses));
    return named.map(({ header, requests }) => ({ ...this.#toUnfollowed(header, requests, uses), ...NAME }));
  }

  #toUnfollowed(header: WrittenHeader, requests: Iterable<Addressed>, uses: UseFinder): HeaderPlace {
    const sender = { requests: new Set(requests), refs: new Set<number>() };
    return { ...this.#toPlace(header, sender, uses), isFollowed: false, foreignUses: [] };
  }

  #listExpected(places: readonly HeaderPlace[], uses: UseFinder): readonly HeaderPlace[] {
    return findExpectedHeaders(this.#evaluator, places).map(({ header, requests, expected }) => ({
      ...this.#toPlace(header, { requests: new Set(requests), refs: new Set<number>() }, uses),
      isExpectation: true as const,
      ...(expected === null ? {} : { expected }),
      literalKey: null,
      browserKey: null,
      foreignUses: [],
    }));
  }

  /**
   * `requests`: all that there are, also those that nothing is known to carry headers of. `references`: a client that is not known
   * may send what is said of them.
   */
  finish(
    uses: UseFinder,
    requests: readonly HttpRequest[],
    references: readonly UrlReference[],
  ): readonly HeaderPlace[] {
    const evaluator = this.#evaluator;
    const owners = new OwnerFinder(evaluator, this.#carriers);
    this.#hooks = owners.hooks;
    this.#addGiven(owners);
    this.#reads = findHeaderReads(evaluator, owners);
    const sent: (SentHeader & { readonly sender: Sender })[] = [];
    for (const [node, sender] of this.#carriers.list()) {
      if (typeof node === 'string') continue;
      const module = evaluator.graph.findOwner(node);
      if (module === undefined) continue;
      const written =
        node.type === 'ObjectExpression'
          ? readObject(evaluator, node, module)
          : node.type === 'ArrayExpression'
            ? readList(evaluator, node, module)
            : [];
      sent.push(...written.map((header) => ({ header, sender, requests: sender.requests })));
    }
    const all = findSetHeaders(evaluator).map((entry) => ({
      ...entry,
      requests: owners.find(entry.receiver, entry.header.module),
    }));
    const set = all.filter((entry) => entry.requests.length > 0);
    const unowned = all.filter((entry) => entry.requests.length === 0).map(({ header }) => header);
    for (const own of set) {
      const { header, requests } = own;
      const { module } = header;
      const beside = findAuthorizationBeside(own, set);
      const owner = owners.findObject(own.receiver, module);
      const { refs } = (owner === null ? undefined : this.#carriers.find(owner)) ?? { refs: new Set<number>() };
      const sender = { requests: new Set(requests), refs };
      const told = {
        owner,
        hasAuthorization: beside !== undefined,
        isOtherKey: isOtherKey(header.value, beside?.header.value, module),
      };
      sent.push({ header: { ...header, ...told }, sender, requests: sender.requests });
    }
    this.#openNames.addSet(owners);
    for (const one of this.#openNames.list())
      if (this.#isWhole(one, uses)) sent.push({ ...one, sender: { requests: new Set(one.requests), refs: new Set() } });
    const { guards, mates, others } = findGuards(this.#reads, sent);
    this.#guards = guards;
    this.#mates = mates;
    this.#reads = others;
    const places = sent
      .filter(({ header }) => header.name !== SECRET)
      .map((one) => ({
        ...this.#toPlace(one.header, one.sender, uses),
        rivals: findRivals(one, sent, this.#carriers.ways),
      }));
    const named = this.#listNamed(uses);
    const told = references.filter((one) => !isTestFile(one.expression.file) && !one.isCompared && !one.isEmbedded);
    const isSet = ({ file, key }: HeaderPlace) =>
      all.some(({ header }) => header.module.path === file && header.key.start === key.start);
    const followed = new Set([...places, ...named].map(({ file, key }) => `${file}:${key.start}`));
    const unfollowed = this.#listUnfollowed([...places, ...named], unowned, [...requests, ...told], uses).filter(
      (place) => (place.isName !== true || !isSet(place)) && !followed.has(`${place.file}:${place.key.start}`),
    );
    const expected = this.#listExpected(places, uses);
    return [...leaveToTests(places, expected), ...named, ...unfollowed, ...expected];
  }
}
