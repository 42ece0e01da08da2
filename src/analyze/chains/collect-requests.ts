import type { Addressed, HttpRequest, UrlReference } from '../../model/analysis.ts';
import type { Span } from '../../model/location.ts';
import { findPathStart, type UrlValue } from '../../model/url-value.ts';
import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Emission } from '../messages/emission.ts';
import { getLocation, getRegion, type Module } from '../modules/modules.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import type { Atom, Handover, TextValue } from '../values/values.ts';

/** Gathers what the ways through a program send, by the place that a reader takes for the request. */

interface Draft {
  readonly module: Module;
  readonly node: SyntaxNode;
  readonly client: string;
  readonly isMock: boolean;
  readonly isHandler: boolean;
  readonly expression: SyntaxNode;
  readonly expressionModule: Module;
  methods: Set<string> | null;
  readonly urls: Map<string, UrlValue>;
  readonly emissionKeys: Map<string, string>;
}

interface Sent {
  readonly request: SentRequest;
  readonly text: TextValue;
  /** Which ways through the program lead here. */
  readonly ways: readonly number[];
}

/** Merges what several ways find at one place. */
export class RequestCollector {
  readonly #emissions = new Map<string, Emission[]>();
  #keys: ReadonlyMap<UrlValue, string> | null = null;
  readonly #words: ReadonlySet<string>;

  constructor(words: ReadonlySet<string>) {
    this.#words = words;
  }

  readonly drafts = new Map<SyntaxNode, Draft>();
  readonly consumed = new Set<number>();

  add(sink: CallSite, { request, text, ways }: Sent, methods: readonly string[] | null): void {
    const via = findHandover(text.atoms, this.#words);
    const node = via?.call ?? sink.node;
    const module = via?.module ?? sink.module;
    const key = via === null ? (request.part ?? node) : node;
    const draft: Draft = this.drafts.get(key) ?? {
      module,
      node,
      client: request.client,
      isMock: request.isMock === true,
      isHandler: request.isHandler === true,
      expression: via?.argument ?? request.urlNode,
      expressionModule: module,
      methods: new Set(),
      urls: new Map(),
      emissionKeys: new Map(),
    };
    this.drafts.set(key, draft);
    if (methods === null) draft.methods = null;
    else for (const method of methods) draft.methods?.add(method);
    const written = text.atoms
      .map((atom) =>
        atom.kind === 'text'
          ? `${atom.origin?.literal ?? ''}:${atom.text}`
          : atom.kind === 'env'
            ? `\0${atom.name}`
            : `\u0001${atom.label}`,
      )
      .join('\u0002');
    const textKey = `${written} ${nameSeams(text.atoms)}`;
    const known = draft.urls.get(textKey);
    const references = [...new Set([...(known?.references ?? []), ...listRefs(text.refs)])];
    const own =
      known === undefined
        ? methods
        : known.methods && methods
          ? [...new Set([...known.methods, ...methods])].sort()
          : null;
    draft.urls.set(textKey, {
      parts: toParts(text.atoms),
      trail: known?.trail ?? listTrail(text.trail),
      references,
      methods: own,
      ways: [...(known?.ways ?? []), ...ways],
    });
    const emissionKey = `${module.path}:${getStart(key)}:${textKey}`;
    const emission = { sink, request, text, site: { node, module } };
    const emissions = this.#emissions.get(emissionKey);
    if (emissions === undefined) this.#emissions.set(emissionKey, [emission]);
    else emissions.push(emission);
    draft.emissionKeys.set(textKey, emissionKey);
    for (const atom of text.atoms)
      if (atom.kind === 'text' && atom.origin !== null) this.consumed.add(atom.origin.literal);
  }

  /** The ways in which a request sends one of its URLs. */
  listEmissions(url: UrlValue): readonly Emission[] {
    return this.#emissions.get(this.#indexUrls().get(url) ?? '') ?? [];
  }

  #indexUrls(): ReadonlyMap<UrlValue, string> {
    this.#keys ??= new Map(
      [...this.drafts.values()].flatMap((draft) =>
        [...draft.urls].map(([textKey, url]) => [url, draft.emissionKeys.get(textKey) ?? ''] as const),
      ),
    );
    return this.#keys;
  }

  /** What test doubles describe. */
  listMocks(): readonly UrlReference[] {
    return [...this.drafts.values()]
      .filter((draft) => draft.isMock)
      .map((draft) => ({
        expression: getRegion(draft.expressionModule, getStart(draft.expression), getEnd(draft.expression)),
        urls: [...draft.urls.values()],
        methods: draft.methods === null ? null : [...draft.methods].sort(),
        ...(draft.isHandler ? { isHandler: true as const } : {}),
      }));
  }

  /** The ways in which each request is sent, or stood for. */
  eachEmission(requests: readonly Addressed[], visit: (request: Addressed, emission: Emission) => void): void {
    const byUrls = new Map(requests.flatMap((request) => request.urls.map((url) => [url, request] as const)));
    for (const draft of this.drafts.values()) {
      for (const [textKey, url] of draft.urls) {
        const request = byUrls.get(url);
        if (request === undefined) continue;
        for (const emission of this.#emissions.get(draft.emissionKeys.get(textKey) ?? '') ?? [])
          visit(request, emission);
      }
    }
  }

  listRequests(): readonly HttpRequest[] {
    return [...this.drafts.values()]
      .filter((draft) => !draft.isMock)
      .map((draft) => ({
        site: getLocation(draft.module, getStart(draft.node)),
        siteSpan: { file: draft.module.path, start: getStart(draft.node), end: getEnd(draft.node) },
        around: findSpanAround(draft.module, draft.node),
        client: draft.client,
        methods: draft.methods === null ? null : [...draft.methods].sort(),
        urls: [...draft.urls.values()],
        expression: getRegion(draft.expressionModule, getStart(draft.expression), getEnd(draft.expression)),
      }));
  }
}

/** `fetch(API + path)`, and once more for a second try: the same URL is put together at two places, and neither serves both. */
function nameSeams(atoms: readonly Atom[]): string {
  const { part } = findPathStart(atoms);
  return atoms
    .slice(part, part + 2)
    .flatMap(({ seams }) => seams?.map(({ file, start }) => `${file}:${start}`) ?? [])
    .join(' ');
}

export function toParts(atoms: readonly Atom[]): UrlValue['parts'] {
  return atoms.map((atom) => {
    const beside = {
      ...(atom.seams === undefined ? {} : { seams: atom.seams }),
      ...(atom.taken === undefined ? {} : { taken: atom.taken }),
    };
    if (atom.kind === 'text') return { kind: 'text', text: atom.text, origin: atom.origin, ...beside };
    if (atom.kind === 'env') {
      const origin = atom.isOrigin === true ? { isOrigin: true as const } : {};
      return { kind: 'env', name: atom.name, ...origin, ...beside };
    }
    return {
      kind: 'hole',
      label: atom.label,
      reason: atom.reason,
      location: atom.location,
      start: getStart(atom.node),
      end: getEnd(atom.node),
      ...(atom.query ? { query: true as const } : {}),
      ...beside,
    };
  });
}

/** The call that handed over the text in which the path begins: the name of a family, else the first text there is. */
function findHandover(atoms: readonly Atom[], words: ReadonlySet<string>): Handover | null {
  const start = findPathStart(atoms);
  const path = atoms.slice(start.part).map((atom, index) => {
    const text = atom.kind !== 'text' ? null : index === 0 ? atom.text.slice(start.index) : atom.text;
    return { atom, text };
  });
  const named = path.find(({ text }) => text?.split('/').some((segment) => words.has(segment.replace(/[?#].*/, ''))));
  const first = named ?? path.find(({ text }) => text === null || /[^/]/.test(text));
  return (first?.atom ?? atoms.at(-1))?.via ?? null;
}

function findSpanAround(module: Module, node: SyntaxNode): Span | null {
  const [fn] = listFunctionsAround(node);
  return fn === undefined ? null : { file: module.path, start: getStart(fn), end: getEnd(fn) };
}
