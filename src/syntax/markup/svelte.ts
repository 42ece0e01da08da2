import { findBraceEnd, findLastOutside } from './braces.ts';
import { type CodePart, findAddresses, type MarkupPart, type PropertyPart, type TextSpan, trimSpan } from './parts.ts';

/** Code in the markup of Svelte: `{…}` in text and attributes, and the blocks that open scopes. */

/** Blocks that are opened and not yet closed, with the number of scopes that each has open. */
interface OpenBlock {
  scopes: number;
}

/** `bind:value=` in front of a brace; `bind:this` gives the element. */
const BOUND = /\sbind:(?!this\b)[\w-]+=["']?$/;
const MAX_DIRECTIVE = 40;

class SvelteParts {
  readonly parts: MarkupPart[] = [];
  readonly #text: string;
  readonly #open: OpenBlock[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  #addCode(kind: CodePart['kind'], span: TextSpan): void {
    const code = trimSpan(this.#text, span);
    if (code !== null) this.parts.push({ kind, ...code });
  }

  #addNames(span: TextSpan): void {
    const names = trimSpan(this.#text, span);
    const block = this.#open.at(-1);
    if (names === null || block === undefined) return;
    this.parts.push({ kind: 'names', names });
    block.scopes += 1;
  }

  #closeScopes(block: OpenBlock | undefined): void {
    for (; block !== undefined && block.scopes > 0; block.scopes -= 1) this.parts.push({ kind: 'close' });
  }

  /** `list as item, index (key)` */
  #openEach({ start, end }: TextSpan): void {
    const code = this.#text.slice(start, end);
    const as = findLastOutside(code, /\sas\s/g);
    if (as?.index === undefined) {
      this.#addCode('value', { start, end });
      return;
    }
    const list = trimSpan(this.#text, { start, end: start + as.index });
    const key = this.#findKey(code.slice(as.index));
    const from = start + as.index + as[0].length;
    const names = trimSpan(this.#text, { start: from, end: key === null ? end : start + as.index + key.index });
    const block = this.#open.at(-1);
    if (list === null || names === null || block === undefined) return;
    this.parts.push({ kind: 'each', names, list });
    block.scopes += 1;
    if (key !== null) this.#addCode('test', { start: start + as.index + key.index, end });
  }

  /** The parenthesis of the key: the last that opens outside of others. */
  #findKey(code: string): { readonly index: number } | null {
    if (!code.endsWith(')')) return null;
    let depth = 0;
    for (let at = code.length - 1; at >= 0; at -= 1) {
      if (code[at] === ')') depth += 1;
      else if (code[at] === '(') depth -= 1;
      if (depth === 0) return { index: at };
    }
    return null;
  }

  #openAwait({ start, end }: TextSpan): void {
    const code = this.#text.slice(start, end);
    const then = findLastOutside(code, /\s(?:then|catch)(?:\s|$)/g);
    const cut = then?.index === undefined ? end : start + then.index;
    this.#addCode('value', { start, end: cut });
    if (then !== null) this.#addNames({ start: cut + then[0].length, end });
  }

  #openBlock(name: string, span: TextSpan): void {
    this.#open.push({ scopes: 0 });
    if (name === 'each') this.#openEach(span);
    else if (name === 'await') this.#openAwait(span);
    else if (name === 'snippet') {
      const open = this.#text.indexOf('(', span.start);
      if (open !== -1 && open < span.end) this.#addNames({ start: open + 1, end: span.end - 1 });
    } else this.#addCode(name === 'if' ? 'test' : 'value', span);
  }

  #continueBlock(name: string, span: TextSpan): void {
    if (name === 'then' || name === 'catch') {
      this.#closeScopes(this.#open.at(-1));
      this.#addNames(span);
    } else if (/^if\b/.test(this.#text.slice(span.start, span.end)))
      this.#addCode('test', { start: span.start + 2, end: span.end });
  }

  /** What stands between one pair of braces. */
  addBraces(start: number, end: number): void {
    const [all, mark, name] = /^\s*([#:/@])\s*(\w+)\s*/.exec(this.#text.slice(start, end)) ?? [];
    if (all === undefined || name === undefined) {
      const [spread = ''] = /^\s*\.\.\./.exec(this.#text.slice(start, end)) ?? [];
      const isModel = BOUND.test(this.#text.slice(Math.max(0, start - MAX_DIRECTIVE), start - 1));
      this.#addCode(isModel ? 'model' : 'value', { start: start + spread.length, end });
      return;
    }
    const span = trimSpan(this.#text, { start: start + all.length, end }) ?? { start: end, end };
    if (mark === '#') this.#openBlock(name, span);
    else if (mark === ':') this.#continueBlock(name, span);
    else if (mark === '/') this.#closeScopes(this.#open.pop());
    else if (name === 'const') this.#addCode('constant', { start: start + all.indexOf('const'), end });
    else this.#addCode('value', span);
  }
}

const COMPONENT = /<([A-Z][\w]*)(?=[\s/>])/g;
const ATTRIBUTE = /\s*([\w-]+)=(?:"([^"{]*)"|'([^'{]*)'|(?=\{))|\s*(?=\{)|\s*[^\s{}/>]+/y;

/** The tag of a component with what it is given; whatever else stands in its braces is left to those who read them. */
function readComponent(text: string, name: string, start: number, from: number): MarkupPart {
  const given: PropertyPart[] = [];
  let at = from;
  for (ATTRIBUTE.lastIndex = at; ; ATTRIBUTE.lastIndex = at) {
    const match = ATTRIBUTE.exec(text);
    if (match === null) break;
    const [all, property, double, single] = match;
    at = ATTRIBUTE.lastIndex;
    const written = double ?? single;
    if (property !== undefined && written !== undefined) {
      const isPlain = written !== '' && !written.includes('&');
      if (isPlain) given.push({ kind: 'text', name: property, start: at - 1 - written.length, end: at - 1 });
      continue;
    }
    if (text[at] !== '{') {
      if (all === '') break;
      continue;
    }
    const end = findBraceEnd(text, at);
    if (end === null) break;
    const [, spread = '', shorthand] = /^\s*(\.\.\.)?\s*(?:(\w+)\s*$)?/.exec(text.slice(at + 1, end)) ?? [];
    const code = trimSpan(text, { start: at + 1 + text.slice(at + 1, end).indexOf(spread) + spread.length, end });
    const own = property ?? (spread === '' ? shorthand : undefined);
    if (code !== null && (own !== undefined || spread !== '')) given.push({ kind: 'code', name: own ?? null, ...code });
    at = end + 1;
  }
  return { kind: 'component', name, at: { start, end: Math.max(at, from) }, given };
}

/** The parts of the braces in `markup`, in which everything that is no markup is blank. */
export function findSvelteParts(markup: string): readonly MarkupPart[] {
  const found = new SvelteParts(markup);
  COMPONENT.lastIndex = 0;
  let tag = COMPONENT.exec(markup);
  const addresses = [...findAddresses(markup, true)];
  for (let at = markup.indexOf('{'); at !== -1 || tag !== null; at = markup.indexOf('{', at)) {
    while (addresses[0] !== undefined && (at === -1 || addresses[0].start <= at))
      found.parts.push(...addresses.splice(0, 1));
    for (; tag !== null && (at === -1 || tag.index < at); tag = COMPONENT.exec(markup))
      found.parts.push(readComponent(markup, tag[1] ?? '', tag.index, COMPONENT.lastIndex));
    if (at === -1) break;
    const end = findBraceEnd(markup, at);
    if (end === null) break;
    found.addBraces(at + 1, end);
    at = end + 1;
  }
  return [...found.parts, ...addresses];
}
