import { type Addressed, isRequest, type UrlReference } from '../../model/analysis.ts';
import { quotePattern } from '../../model/name-patterns.ts';
import { findPathStart, getSourceOffset, type UrlPart, type UrlValue } from '../../model/url-value.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import { mentions } from '../modules/mentions.ts';
import { getRegion } from '../modules/module.ts';
import { listRefs } from '../values/provenance.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';
import { listHandedInSteps } from './steps-of-made.ts';

/**
 * `fetch(`${BASE}/agents`, { headers: headersFor('GET', '/agents') })`: a path that is signed for its request, and written once more.
 * The server signs the path that it was asked for.
 */

const SIGNING = /createHmac|createHash|createSign|subtle|[hH]mac[A-Z]/;
/** Of the packages that sign: what is handed to these is signed. */
const SIGNS = /(?:^|\.)(?:update|sign|[hH]mac\w*|SHA\w*|MD5)$/;

/**
 * Calls within calls: `Buffer.from(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))).toString('hex')`.
 * Headers within headers: `this.headers = { ...this.headers, [name]: value }` has no end.
 */
const MAX_DEPTH = 6;

function* listSignedTexts(evaluator: Evaluator, argument: Argument, signs: boolean, depth: number): Generator<Value> {
  for (const option of listOptions(evaluator.evaluateArgument(argument))) {
    if (option.type === 'text' && signs) yield option;
    if (option.type === 'external') yield* listSigned(evaluator, option, signs, depth + 1);
  }
}

/** What calls are handed that made a value; `isSigned`: also that of which other functions only change how it is written. */
function* listSigned(evaluator: Evaluator, value: ExternalValue, isSigned: boolean, depth: number): Generator<Value> {
  for (let at = value; at.made !== null && depth < MAX_DEPTH; at = at.made.by) {
    const signs = isSigned || SIGNS.test(at.made.by.path.join('.'));
    for (const argument of at.made.args) yield* listSignedTexts(evaluator, argument, signs, depth);
    for (const argument of listHandedInSteps(at, SIGNS)) yield* listSignedTexts(evaluator, argument, true, depth);
  }
}

/** The parts between two characters, where each part that is no text counts as one. */
function cut(parts: readonly UrlPart[], start: number, end: number): readonly UrlPart[] {
  let at = 0;
  return parts.flatMap((part): readonly UrlPart[] => {
    const own = at;
    at += part.kind === 'text' ? part.text.length : 1;
    const [from, to] = [Math.max(start, own) - own, Math.min(end, at) - own];
    if (from >= to) return [];
    if (part.kind !== 'text') return [part];
    const text = part.text.slice(from, to);
    const { origin } = part;
    if (origin === null || text === part.text) return [{ ...part, text }];
    const offsets = origin.offsets === undefined ? {} : { offsets: origin.offsets.slice(from, to + 1) };
    const [first, behind] = [getSourceOffset(origin, from), getSourceOffset(origin, to)];
    return [{ ...part, text, origin: { ...origin, ...offsets, start: first, end: behind } }];
  });
}

function flatten(parts: readonly UrlPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '\0')).join('');
}

/** The same with the names of what is not known. */
function spell(parts: readonly UrlPart[]): string {
  return parts
    .map((part) => (part.kind === 'text' ? part.text : `\0${part.kind === 'env' ? part.name : part.label}\0`))
    .join('');
}

function findOrigin(parts: readonly UrlPart[]): string | null {
  const [first] = parts;
  return first?.kind === 'text' && first.origin !== null ? `${first.origin.literal}@${first.origin.start}` : null;
}

/** `references`: where it is read on the way to what signs it. */
interface SignedText {
  readonly parts: readonly UrlPart[];
  readonly references: readonly number[];
}

/** The path of a URL as another text has it, behind the base of the URL; null where that says nothing new, or is none. */
function readSigned(url: UrlValue, { parts: signed, references }: SignedText): UrlValue | null {
  const { part, index } = findPathStart(url.parts);
  const base = url.parts.slice(0, part).reduce((sum, one) => sum + (one.kind === 'text' ? one.text.length : 1), index);
  const whole = flatten(url.parts);
  const length = whole.slice(base).split(/[?#]/)[0]?.length ?? 0;
  const path = whole.slice(base, base + length);
  if (!/^\/\w/.test(path)) return null;
  const text = flatten(signed);
  // `GET/agents`, `GET /agents\n…`; `/crm/agents` is another path.
  const end = `(?=${quotePattern(path)}(?![\\w/-]))`;
  const alone = new RegExp(`(?:^|[^\\w.:/\\0-]|[A-Z]{3,7})${end}`).exec(text);
  // `GET https://api.voice.example/agents`, behind the base of the URL.
  const behind = base === 0 ? null : new RegExp(`${quotePattern(whole.slice(0, base))}${end}`).exec(text);
  const found = alone ?? behind;
  if (found === null) return null;
  const at = found.index + found[0].length;
  const isOther = alone === null && !spell(cut(signed, 0, at)).endsWith(spell(cut(url.parts, 0, base)));
  if (isOther) return null;
  const parts = cut(signed, at, at + path.length);
  const origin = findOrigin(parts);
  if (origin === null) return null;
  const isSameText = origin === findOrigin(cut(url.parts, base, base + length));
  if (isSameText && references.every((reference) => url.references.includes(reference))) return null;
  return { parts: [...cut(url.parts, 0, base), ...parts], trail: url.trail, references };
}

/** A whole URL in a text that is signed, which is not that of the request. */
function readOther({ parts: signed, references }: SignedText): UrlValue | null {
  const found = /https?:\/\/[^\s?#]+/.exec(flatten(signed));
  const parts = found === null ? [] : cut(signed, found.index, found.index + found[0].length);
  return parts.length === 0 ? null : { parts, trail: [], references };
}

/** What the headers of the requests were signed with, where it is written apart from what is sent. */
export class SignedPaths {
  readonly #evaluator: Evaluator;
  readonly #isSigning: boolean;
  readonly #found = new Map<string, UrlReference>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#isSigning = evaluator.graph.loaded.some((module) => mentions(module, SIGNING));
  }

  add(request: Addressed, { request: sent, site }: Emission, url: UrlValue): void {
    if (!this.#isSigning || !isRequest(request)) return;
    for (const headers of sent.headers ?? []) {
      for (const signed of this.#listTexts(headers)) {
        const value = readSigned(url, signed) ?? readOther(signed);
        if (value === null) continue;
        const expression = getRegion(site.module, getStart(site.node), getEnd(site.node));
        const origins = value.parts.map((part) => findOrigin([part])).join(' ');
        const key = `${expression.file}:${expression.line}:${expression.column} ${origins}`;
        this.#found.set(key, { expression, urls: [value], methods: request.methods, signs: request });
      }
    }
  }

  *#listTexts(headers: Value, depth = 0): Generator<SignedText> {
    if (depth === MAX_DEPTH) return;
    for (const object of listOptions(headers)) {
      if (object.type !== 'object') continue;
      for (const entry of object.entries) {
        const value = this.#evaluator.evaluateSlot(entry.slot, object);
        if (entry.kind === 'spread') yield* this.#listTexts(value, depth + 1);
        else
          for (const option of listOptions(value))
            if (option.type === 'external')
              for (const text of listSigned(this.#evaluator, option, false, 0))
                if (text.type === 'text') yield { parts: toParts(text.atoms), references: listRefs(text.refs) };
      }
    }
  }

  list(): readonly UrlReference[] {
    return [...this.#found.values()];
  }
}
