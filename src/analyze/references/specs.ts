import type { HttpRequest, UrlReference } from '../../model/analysis.ts';
import { flatMap } from '../../model/flat-map.ts';
import { getEnd, getStart, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { listDeclaredHeaders } from '../headers/credential-headers.ts';
import { getLocation, getRegion, type Module } from '../modules/module.ts';
import { readExpressions } from '../settings/n8n-expressions.ts';
import { findKnownText, getTextHead, listTexts, makeText } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { joinRopes, listRefs, listTrail, type Refs } from '../values/provenance.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withProvenance } from '../values/value-marks.ts';
import type { ObjectValue, Slot, Value } from '../values/values.ts';
import { type Contract, isServed, listContracts } from './contract-tables.ts';
import { DeclaredOperations } from './declared-operations.ts';

/**
 * Requests that are written as data: an object with a base, and below it objects with a path and perhaps a method
 * (connector specs, n8n's `requestDefaults` and `routing`). Whoever runs them is not in the project.
 */

const BASE_NAME = /^base_?ur[il]$/i;
const PATH_NAME = /^(?:path|url|uri|endpoint|route)$/i;
/** What `c.router({ … }, { pathPrefix })` puts before the paths of its table. */
const PREFIX_NAME = /^pathPrefix$/;
const MAX_DEPTH = 20;
/** So many objects of one literal are looked at: one that leads back to itself has no end of them. */
const MAX_OF_LITERAL = 500;

/** What goes with a request: a member of it that is called `url` is one that the platform is told, and no path. */
const MESSAGE_NAME = /^(?:qs|query|params|body|headers)$/;

function isOfMessage(object: ObjectValue, name: string): boolean {
  if (!MESSAGE_NAME.test(name)) return false;
  return name === 'qs' || findSlot(object, PATH_NAME) !== null || findSlot(object, /^method$/i) !== null;
}

/** A request, and the headers that are given beside its base. */
export interface DeclaredRequest {
  readonly request: HttpRequest;
  readonly headers: readonly Value[];
}

interface Found {
  readonly path: Value;
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly method: Value | null;
  /** The operations for which it is shown; empty: any. */
  readonly shown: readonly string[];
}

function findSlot(object: ObjectValue, name: RegExp): Slot | null {
  for (const entry of object.entries) if (entry.kind === 'slot' && name.test(entry.name)) return entry.slot;
  return null;
}

function evaluateData(evaluator: Evaluator, slot: Slot, object: ObjectValue): Value | null {
  return slot.kind === 'method' ? null : evaluator.evaluateSlot(slot, object);
}

function findBase(evaluator: Evaluator, object: ObjectValue): Value | null {
  const own = findSlot(object, BASE_NAME);
  if (own !== null) return evaluateData(evaluator, own, object);
  const defaults = findSlot(object, /^requestDefaults$/);
  const nested = defaults === null ? null : evaluateData(evaluator, defaults, object);
  const base = nested?.type === 'object' ? findSlot(nested, BASE_NAME) : null;
  return base === null || nested?.type !== 'object' ? null : evaluateData(evaluator, base, nested);
}

/** Options of one request, as HTTP clients take them: base and path side by side, and GET unless they say otherwise. */
function findDefaultMethod(object: ObjectValue): Value | null {
  return findSlot(object, /^baseURL$/) !== null && findSlot(object, /^url$/) !== null ? makeText('GET') : null;
}

/** `routing: { request: { url: 'calls' } }` of n8n: what stands there is a path, with a slash or without. */
function isOfRouting(node: SyntaxNode): boolean {
  const names: (string | null)[] = [];
  for (let at = getParent(node); at !== undefined && names.length < 3; at = getParent(at)) {
    if (at.type === 'ObjectProperty') names.push(nameKey(at));
    else if (at.type !== 'ObjectExpression' && !/^TS(?:As|Satisfies)Expression$/.test(at.type)) break;
  }
  return names[1] === 'request' && names[2] === 'routing';
}

/** Behind a prefix there may be nothing. */
function isPathText(value: Value, prefix: Value | null, node: SyntaxNode): boolean {
  const path = isOfRouting(node) ? /^[/\w]/ : /^(?:https?:\/)?\//;
  return listOptions(value).every(
    (option) =>
      option.type === 'text' && (path.test(getTextHead(option)) || (prefix !== null && option.atoms.length === 0)),
  );
}

/** `={{$parameter.path}}`: a path that is only known when the workflow runs. */
function isExpression(value: Value): boolean {
  return listOptions(value).some((option) => option.type === 'text' && getTextHead(option).startsWith('={{'));
}

/** Every path below a value, with the method beside it. */
class PathCollector {
  readonly found: Found[] = [];
  readonly operations: DeclaredOperations;
  readonly #evaluator: Evaluator;
  /** By literal: a helper that writes one is called for each of its paths. */
  readonly #visited = new Map<SyntaxNode, Set<ObjectValue['entries']>>();
  readonly #module: Module;

  constructor(evaluator: Evaluator, module: Module) {
    this.#evaluator = evaluator;
    this.#module = module;
    this.operations = new DeclaredOperations(evaluator);
  }

  /** `prefix`: what a router puts before the paths that it is given. */
  collect(
    value: Value,
    depth = 0,
    outer: Refs = null,
    shown: readonly string[] = [],
    prefix: Value | null = null,
  ): void {
    if (depth > MAX_DEPTH) return;
    // Each is a question of its own: those of a large table would take the steps of one together.
    this.#evaluator.ask();
    for (const option of listOptions(value)) {
      const refs = joinRopes(outer, option.refs);
      if (option.type === 'array') {
        for (const slot of option.elements) {
          const inner = slot.kind === 'spread' ? slot.slot : slot;
          if (inner.kind !== 'method')
            this.collect(this.#evaluator.evaluateSlot(inner, null), depth + 1, refs, shown, prefix);
        }
      }
      if (option.type !== 'object' || option.node === null || !this.#enter(option.node, option.entries)) continue;
      this.operations.note(option, option.node, this.#module);
      const own = this.operations.listShown(option, option.node, this.#module);
      this.#collectMembers(option, depth, refs, own.length > 0 ? own : shown, prefix);
    }
  }

  /** Is it looked at for the first time, and are there not too many of its kind? */
  #enter(literal: SyntaxNode, entries: ObjectValue['entries']): boolean {
    const visited = this.#visited.get(literal) ?? new Set();
    this.#visited.set(literal, visited);
    const isNew = visited.size < MAX_OF_LITERAL && !visited.has(entries);
    visited.add(entries);
    return isNew;
  }

  /** `option.routing = { … }` behind the literal of an option, which has a value, counts as well as what it has. */
  #readMember(object: ObjectValue, entry: ObjectValue['entries'][number], slot: Slot & { kind: 'expression' }): Value {
    const own = this.#evaluator.evaluateSlot(slot, object);
    if (entry.kind !== 'slot' || entry.name !== 'routing' || findSlot(object, /^value$/) === null) return own;
    return unite([own, this.#evaluator.getProperty(object, entry.name, slot.node, slot.module)]);
  }

  #collectMembers(object: ObjectValue, depth: number, refs: Refs, shown: readonly string[], outer: Value | null): void {
    const methodSlot = findSlot(object, /^method$/i);
    const added = findSlot(object, PREFIX_NAME);
    const given = added === null ? null : evaluateData(this.#evaluator, added, object);
    // An endpoint may have that name.
    const own = given?.type === 'object' ? null : given;
    const isNested = own !== null && outer !== null && object.node !== null;
    const prefix = isNested ? joinUrl(outer, own, 'slash', object.node, this.#module) : (own ?? outer);
    for (const entry of object.entries) {
      if (entry.slot.kind !== 'expression' || (entry.kind === 'slot' && isOfMessage(object, entry.name))) continue;
      const { node, module } = entry.slot;
      const given = this.#readMember(object, entry, entry.slot);
      const isPath = entry.kind === 'slot' && PATH_NAME.test(entry.name);
      const value = isPath ? readExpressions(this.#evaluator, given, node, module) : given;
      if (isPath && (isPathText(value, prefix, node) || isExpression(given))) {
        const method =
          methodSlot === null ? findDefaultMethod(object) : evaluateData(this.#evaluator, methodSlot, object);
        const path = prefix === null ? value : joinUrl(prefix, value, 'slash', node, module);
        this.found.push({ path: withProvenance(path, refs), node, module, method, shown });
      } else this.collect(value, depth + 1, refs, shown, prefix);
    }
  }
}

function readMethod(method: Value | null): readonly string[] | null {
  const known = findKnownText(method);
  return known === null ? null : [known.toUpperCase()];
}

function toRequest(
  base: Value,
  { path, node, module, method, shown }: Found,
  operations: DeclaredOperations,
  consumed: ReadonlySet<number>,
): HttpRequest | null {
  const paths = listTexts(path, node, module);
  const isSent = paths.some((text) =>
    text.atoms.some((atom) => atom.kind === 'text' && atom.origin !== null && consumed.has(atom.origin.literal)),
  );
  if (isSent) return null;
  const urls = flatMap(paths, (text) => listTexts(joinUrl(base, text, 'slash', node, module), node, module));
  return {
    site: getLocation(module, getStart(node)),
    siteSpan: { file: module.path, start: getStart(node), end: getEnd(node) },
    client: 'declarative',
    methods: method === null ? operations.listMethods(shown) : readMethod(method),
    urls: urls.map((text) => ({
      parts: toParts(text.atoms),
      trail: listTrail(text.trail),
      references: listRefs(text.refs),
    })),
    expression: getRegion(module, getStart(node), getEnd(node)),
  };
}

/** The declared requests of a module that no request in code sends. */
export function findSpecs(
  evaluator: Evaluator,
  module: Module,
  consumed: ReadonlySet<number>,
): readonly DeclaredRequest[] {
  const written = flatMap(module.scripts, (script) =>
    flatMap(script.specs, (node): readonly Contract[] => {
      const object = evaluator.evaluate(node, module, null);
      const base = object.type === 'object' ? findBase(evaluator, object) : null;
      if (base === null || object.type !== 'object') return [];
      return [
        {
          base: readExpressions(evaluator, base, node, module),
          table: object,
          headers: listDeclaredHeaders(evaluator, object, node, module),
        },
      ];
    }),
  );
  const contracts = listContracts(evaluator, module);
  return flatMap([...written, ...contracts], ({ base, table, headers }) => {
    const collector = new PathCollector(evaluator, module);
    collector.collect(table);
    const own =
      contracts.length === 0 ? collector.found : collector.found.filter(({ node }) => !isServed(evaluator, node));
    return flatMap(own, (entry) => {
      const request = toRequest(base, entry, collector.operations, consumed);
      return request === null ? [] : [{ request, headers }];
    });
  });
}

/** The literals that requests or references name. */
export function listLiterals(entries: readonly (HttpRequest | UrlReference)[]): readonly number[] {
  return flatMap(entries, ({ urls }) =>
    flatMap(urls, ({ parts }) =>
      flatMap(parts, (part) => (part.kind === 'text' && part.origin !== null ? [part.origin.literal] : [])),
    ),
  );
}
