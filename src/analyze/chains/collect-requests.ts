import type { Addressed, HttpRequest, UrlReference } from '../../model/analysis.ts';
import { flatMap } from '../../model/flat-map.ts';
import type { Location, Span } from '../../model/location.ts';
import { isTestFile } from '../../model/test-files.ts';
import { findPathStart, nameSeam, type Seam, type TrailStep, type UrlValue } from '../../model/url-value.ts';
import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Emission } from '../messages/emission.ts';
import { getLocation, getRegion, type Module } from '../modules/module.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import { isHandedOver } from '../values/value-marks.ts';
import type { Atom, Handover, TextValue } from '../values/values.ts';
import { findHandedSeam } from './handed-seams.ts';

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
  readonly urls: Map<string, UrlDraft>;
}

/** One text that a request sends, with what all ways that send it say. */
interface UrlDraft {
  readonly parts: UrlValue['parts'];
  /** Null for none, or where two arguments of one call are handed the same. */
  handed: Seam | null;
  /** Null for none. */
  ending: Set<Seam> | null;
  readonly trail: UrlValue['trail'];
  readonly references: Set<number>;
  readonly ways: Set<number>;
  methods: Set<string> | null;
  readonly emissions: Emission[];
  /** Put together when all ways are known. */
  value: UrlValue | null;
}

/** Where tests make the address with which the URL begins: `new VoiceClient(mockServer.url)`, `new VoiceClient(process.env.TEST_URL)`. */
function listGivers({ parts, emissions }: UrlDraft): readonly Location[] {
  if (parts[0]?.kind !== 'hole' && parts[0]?.kind !== 'env') return [];
  return flatMap(emissions, ({ text: { atoms, trail } }) => {
    const [base] = atoms;
    if (base?.kind !== 'hole' && base?.kind !== 'env') return [];
    const made = base.kind === 'hole' ? [base.location].filter(({ file }) => isTestFile(file)) : [];
    return [...made, ...listTrail(trail, isTestFile)];
  });
}

/** Many callers of a wrapper give it nothing in the same few ways. */
const MAX_ENDINGS = 100;

function listEndings({ emissions }: UrlDraft): readonly (readonly TrailStep[])[] {
  return emissions.length > MAX_ENDINGS ? [[]] : emissions.map(({ text: { trail } }) => listTrail(trail));
}

function finish(draft: UrlDraft): UrlValue {
  if (draft.value !== null) return draft.value;
  const givers = listGivers(draft);
  draft.value = {
    parts: draft.parts,
    ...(draft.ending === null ? {} : { ending: [...draft.ending], endings: listEndings(draft) }),
    ...(givers.length === 0 ? {} : { givers }),
    ...(draft.handed === null ? {} : { handed: draft.handed }),
    trail: draft.trail,
    references: [...draft.references],
    methods: draft.methods === null ? null : [...draft.methods].sort(),
    ways: [...draft.ways],
  };
  return draft.value;
}

interface Sent {
  readonly request: SentRequest;
  readonly text: TextValue;
  /** Which ways through the program lead here. */
  readonly ways: readonly number[];
}

/** Merges what several ways find at one place. */
export class RequestCollector {
  #drafts: ReadonlyMap<UrlValue, UrlDraft> | null = null;
  readonly #words: ReadonlySet<string>;

  constructor(words: ReadonlySet<string>) {
    this.#words = words;
  }

  readonly drafts = new Map<SyntaxNode, Draft>();
  readonly consumed = new Set<number>();
  /** Where texts enter the URLs of requests (`nameSeam`). */
  readonly entered = new Set<string>();

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
    };
    this.drafts.set(key, draft);
    if (methods === null) draft.methods = null;
    else for (const method of methods) draft.methods?.add(method);
    const textKey = nameText(text.atoms);
    const emission = { sink, request, text, site: { node, module } };
    const known = draft.urls.get(textKey);
    known?.emissions.push(emission);
    const handed = via === null ? null : findHandedSeam(text.atoms, via);
    if (known !== undefined && known.handed?.start !== handed?.start) known.handed = null;
    const url: UrlDraft = known ?? {
      parts: toParts(text.atoms),
      handed,
      ending: null,
      trail: listTrail(text.trail),
      references: new Set(),
      ways: new Set(),
      methods: new Set(),
      emissions: [emission],
      value: null,
    };
    draft.urls.set(textKey, url);
    url.value = null;
    for (const reference of listRefs(text.refs)) url.references.add(reference);
    for (const seam of text.seams ?? []) {
      url.ending ??= new Set();
      url.ending.add(seam);
    }
    for (const way of ways) url.ways.add(way);
    if (methods === null) url.methods = null;
    else for (const method of methods) url.methods?.add(method);
    for (const atom of text.atoms) {
      if (atom.kind !== 'text') continue;
      if (atom.origin !== null) this.consumed.add(atom.origin.literal);
      for (const seam of atom.seams ?? []) this.entered.add(nameSeam(seam));
    }
  }

  /** The ways in which a request sends one of its URLs. */
  listEmissions(url: UrlValue): readonly Emission[] {
    this.#drafts ??= new Map(
      flatMap([...this.drafts.values()], ({ urls }) =>
        [...urls.values()].map((draft) => [finish(draft), draft] as const),
      ),
    );
    return this.#drafts.get(url)?.emissions ?? [];
  }

  /** All that requests send, in all ways. */
  listSent(): readonly Emission[] {
    const drafts = [...this.drafts.values()].filter((draft) => !draft.isMock);
    return flatMap(drafts, ({ urls }) => flatMap([...urls.values()], ({ emissions }) => emissions));
  }

  /** What test doubles describe. */
  listMocks(): readonly UrlReference[] {
    return [...this.drafts.values()]
      .filter((draft) => draft.isMock)
      .map((draft) => ({
        expression: getRegion(draft.expressionModule, getStart(draft.expression), getEnd(draft.expression)),
        urls: [...draft.urls.values()].map(finish),
        methods: draft.methods === null ? null : [...draft.methods].sort(),
        ...(draft.isHandler ? { isHandler: true as const } : {}),
      }));
  }

  /** The ways in which each request is sent, or stood for. */
  eachEmission(
    requests: readonly Addressed[],
    visit: (request: Addressed, emission: Emission, url: UrlValue) => void,
  ): void {
    const byUrls = new Map(flatMap(requests, (request) => request.urls.map((url) => [url, request] as const)));
    for (const { urls } of this.drafts.values()) {
      for (const url of urls.values()) {
        const value = finish(url);
        const request = byUrls.get(value);
        if (request === undefined) continue;
        for (const emission of url.emissions) visit(request, emission, value);
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
        urls: [...draft.urls.values()].map(finish),
        expression: getRegion(draft.expressionModule, getStart(draft.expression), getEnd(draft.expression)),
      }));
  }
}

/** The same for texts that are written in the same places and enter the URL there. */
function nameText(atoms: readonly Atom[]): string {
  let name = '';
  for (const atom of atoms) {
    if (atom.kind === 'text') name += `${atom.origin?.literal ?? ''}@${atom.origin?.start ?? ''}:${atom.text}\u0002`;
    else name += atom.kind === 'env' ? `\0${atom.home}:${atom.name}\u0002` : `\u0001${atom.label}\u0002`;
  }
  return name + nameSeams(atoms);
}

/** `fetch(API + path)`, and once more for a second try: the same URL is put together at two places, and neither serves both. */
function nameSeams(atoms: readonly Atom[]): string {
  const { part } = findPathStart(atoms);
  let name = '';
  for (const { seams } of atoms.slice(part, part + 2))
    for (const { file, start } of seams ?? []) name += ` ${file}:${start}`;
  return name;
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
      const defaults = atom.defaults === undefined ? {} : { defaults: atom.defaults };
      return { kind: 'env', name: atom.name, home: atom.home, ...origin, ...defaults, ...beside };
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
  if (atoms.every(({ via }) => via === undefined)) return null;
  const start = findPathStart(atoms);
  const path = atoms.slice(start.part).map((atom, index) => {
    const text = atom.kind !== 'text' ? null : index === 0 ? atom.text.slice(start.index) : atom.text;
    return { atom, text };
  });
  const named = path.find(({ text }) => text?.split('/').some((segment) => words.has(segment.replace(/[?#].*/, ''))));
  const first = named ?? path.find(({ text }) => text === null || /[^/]/.test(text));
  const via = (first?.atom ?? atoms.at(-1))?.via;
  return isHandedOver(via) ? via : null;
}

function findSpanAround(module: Module, node: SyntaxNode): Span | null {
  const [fn] = listFunctionsAround(node);
  return fn === undefined ? null : { file: module.path, start: getStart(fn), end: getEnd(fn) };
}
