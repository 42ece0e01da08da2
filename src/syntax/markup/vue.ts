import {
  ADDRESSED,
  type CodePart,
  isAddress,
  type MarkupPart,
  type PropertyPart,
  type TextSpan,
  toComponentName,
  trimSpan,
} from './parts.ts';
import { type Attribute, readTag, type Tag } from './tags.ts';

/** Code in the template of a Vue component: `{{ … }}` and directives. */

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const TESTS = /^v-(?:if|else-if|show)$/;
const MODEL = /^v-model\b/;
const HANDLER = /^(?:@|v-on:)/;
const SLOT = /^(?:v-slot\b|#|slot-scope$|scope$)/;
const BOUND = /^(?:[:.@#]|v-)/;
/** What a component is given as a value: `:path`, `v-bind:path`, `.path`, all of an object by `v-bind`. */
const GIVEN = /^(?:v-bind$|(?:v-bind:|[:.])([\w-]+)(?:\.\w+)*$)/;
const COMPONENT = /[A-Z]|-/;
const EACH = /^\s*\(?([\s\S]*?)\)?\s+(?:in|of)\s+(\S[\s\S]*)$/;

interface OpenElement {
  readonly name: string;
  readonly scopes: number;
}

function toPropertyName(attribute: string): string {
  return attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function nameKind(directive: string): CodePart['kind'] {
  if (HANDLER.test(directive)) return 'handler';
  if (MODEL.test(directive)) return 'model';
  return TESTS.test(directive) ? 'test' : 'value';
}

class VueParts {
  readonly parts: MarkupPart[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  #addNames(names: TextSpan | null): number {
    if (names === null) return 0;
    this.parts.push({ kind: 'names', names });
    return 1;
  }

  #openEach({ start, end }: TextSpan): number {
    const code = this.#text.slice(start, end);
    const match = EACH.exec(code);
    const [, left = '', right = ''] = match ?? [];
    const from = code.indexOf(left, /^\s*\(?/.exec(code)?.[0].length);
    const names = trimSpan(this.#text, { start: start + from, end: start + from + left.length });
    const list = trimSpan(this.#text, { start: end - right.length, end });
    if (match === null || names === null || list === null) return 0;
    this.parts.push({ kind: 'each', names, list });
    return 1;
  }

  addInterpolation(span: TextSpan): void {
    const code = trimSpan(this.#text, span);
    if (code !== null) this.parts.push({ kind: 'value', ...code });
  }

  #readGiven({ name, value }: Attribute): PropertyPart | null {
    const span = value === null ? null : trimSpan(this.#text, value);
    if (span === null || value === null) return null;
    if (!BOUND.test(name)) {
      const isPlain =
        /["']/.test(this.#text[value.end] ?? '') && !this.#text.slice(value.start, value.end).includes('&');
      return isPlain ? { kind: 'text', name: toPropertyName(name), ...value } : null;
    }
    const [all, property] = GIVEN.exec(name) ?? [];
    if (all === undefined) return null;
    return { kind: 'code', name: property === undefined ? null : toPropertyName(property), ...span };
  }

  /** The code of one tag; how many scopes it opens. */
  addTag({ name: tag, attributes, end }: Tag, start: number): number {
    const isComponent = COMPONENT.test(tag);
    let scopes = 0;
    const written = attributes.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
    for (const { name, value } of written) if (name === 'v-for') scopes += this.#openEach(value);
    for (const { name, value } of written) if (SLOT.test(name)) scopes += this.#addNames(trimSpan(this.#text, value));
    for (const { name, value } of written) {
      const code = trimSpan(this.#text, value);
      if (!BOUND.test(name) || name === 'v-for' || SLOT.test(name) || code === null) continue;
      if (isComponent && GIVEN.test(name)) continue;
      this.parts.push({ kind: nameKind(name), ...code });
    }
    for (const { name, value } of isComponent ? [] : written)
      if (ADDRESSED.test(name) && isAddress(this.#text.slice(value.start, value.end)))
        this.parts.push({ kind: 'address', isMixed: false, ...value });
    if (isComponent) {
      const given = attributes.map((attribute) => this.#readGiven(attribute)).filter((part) => part !== null);
      this.parts.push({ kind: 'component', name: toComponentName(tag), at: { start, end }, given });
    }
    return scopes;
  }

  close(scopes: number): void {
    for (let count = 0; count < scopes; count += 1) this.parts.push({ kind: 'close' });
  }
}

/** Behind the end of the element of which the children begin at `from`, whatever they hold. */
function skipElement(text: string, name: string, from: number): number {
  let depth = 1;
  const tag = new RegExp(`<(/?)${name}(?![\\w-])(?:[^<>"']|"[^"]*"|'[^']*')*>`, 'gi');
  tag.lastIndex = from;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    if (match[1] === '/') depth -= 1;
    else if (!match[0].endsWith('/>')) depth += 1;
    if (depth === 0) return tag.lastIndex;
  }
  return text.length;
}

/** One root template; returns where it ends. */
function addTemplate(found: VueParts, text: string, from: number): number {
  const open: OpenElement[] = [{ name: 'template', scopes: 0 }];
  const next = /\{\{|<(\/?)(?=[a-z])/gi;
  next.lastIndex = from;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    if (match[0] === '{{') {
      const end = text.indexOf('}}', next.lastIndex);
      if (end === -1) continue;
      found.addInterpolation({ start: next.lastIndex, end });
      next.lastIndex = end + 2;
      continue;
    }
    const tag = readTag(text, next.lastIndex);
    next.lastIndex = tag.end;
    if (match[1] === '/') {
      const at = open.findLastIndex(({ name }) => name === tag.name);
      if (at === -1) continue;
      for (const element of open.splice(at).reverse()) found.close(element.scopes);
      if (open.length === 0) return tag.end;
      continue;
    }
    const isLeaf = tag.isClosed || VOID.test(tag.name);
    if (tag.attributes.some(({ name }) => name === 'v-pre')) {
      if (!isLeaf) next.lastIndex = skipElement(text, tag.name, tag.end);
      continue;
    }
    const scopes = found.addTag(tag, match.index);
    if (isLeaf) found.close(scopes);
    else open.push({ name: tag.name, scopes });
  }
  for (const element of open.reverse()) found.close(element.scopes);
  return text.length;
}

/** The parts of the root templates of `markup`, in which scripts, styles and comments are blank. */
export function findVueParts(markup: string): readonly MarkupPart[] {
  const found = new VueParts(markup);
  const root = /<(?=[a-z])/gi;
  for (let match = root.exec(markup); match !== null; match = root.exec(markup)) {
    const tag = readTag(markup, root.lastIndex);
    root.lastIndex = tag.end;
    if (tag.isClosed) continue;
    const isHtml = tag.attributes.every(
      ({ name, value }) => name !== 'lang' || (value !== null && markup.slice(value.start, value.end) === 'html'),
    );
    // Another block of the file is data of a tool of its own, and so is a template in another language.
    root.lastIndex =
      tag.name === 'template' && isHtml ? addTemplate(found, markup, tag.end) : skipElement(markup, tag.name, tag.end);
  }
  return found.parts;
}
