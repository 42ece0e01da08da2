import type { SyntaxNode } from '../tree.ts';
import { walk } from '../walk.ts';
import { blankHtml } from './astro.ts';
import { findBraceEnd } from './braces.ts';
import {
  type AddressPart,
  type CodePart,
  GIVEN_BY_USERS,
  type MarkupPart,
  type PropertyPart,
  type TextSpan,
} from './parts.ts';

/** Makes one program of the code in a component's markup: what scopes it has are loops and `catch` clauses there. */

/** Parses code of which the first character stands at `offset`; null when it is no code. */
export type ParseCode = (code: string, offset: number) => readonly SyntaxNode[] | null;

interface MarkupProgram {
  readonly program: SyntaxNode;
  /** How many parts are code; the others are left out. */
  readonly count: number;
}

const ENTITIES = /(?:&(?:quot|apos|amp|lt|gt|#39|#34);)/g;
const DECODED: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
};

interface Scope {
  readonly body: SyntaxNode[];
  readonly wrap: (body: readonly SyntaxNode[]) => SyntaxNode | null;
}

/** A node that no source text made reaches over what it holds. */
function make(type: string, fields: Readonly<Record<string, unknown>>, children: readonly SyntaxNode[]): SyntaxNode {
  const start = Math.min(...children.map((child) => child.start ?? 0));
  const end = Math.max(...children.map((child) => child.end ?? 0));
  // The fields are those that Babel gives a node of this type.
  return { type, start, end, ...fields } as unknown as SyntaxNode;
}

function makeBlock(body: readonly SyntaxNode[]): SyntaxNode {
  return make('BlockStatement', { body, directives: [] }, body);
}

/** `for (const name of list) { … }` */
function makeLoop(name: SyntaxNode, list: SyntaxNode, body: readonly SyntaxNode[]): SyntaxNode {
  const declarator = make('VariableDeclarator', { id: name, init: null }, [name]);
  const left = make('VariableDeclaration', { kind: 'const', declarations: [declarator] }, [name]);
  const block = body.length === 0 ? make('EmptyStatement', {}, [name]) : makeBlock(body);
  return make('ForOfStatement', { left, right: list, body: block, await: false }, [left, list, ...body]);
}

/** `try {} catch (name) { … }`: the name hides others and has no value that is known. */
function makeHiding(name: SyntaxNode, body: readonly SyntaxNode[]): SyntaxNode {
  const handler = make('CatchClause', { param: name, body: makeBlock(body) }, [name, ...body]);
  const block = make('BlockStatement', { body: [], directives: [] }, [name]);
  return make('TryStatement', { block, handler, finalizer: null }, [handler]);
}

function hideAll(names: readonly SyntaxNode[], body: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return body.length === 0 ? body : names.reduce((inner, name) => [makeHiding(name, inner)], body);
}

/** Code with entities: the tree of what it says, with the places of what is written. */
function parseDecoded(code: string, offset: number, parse: ParseCode): readonly SyntaxNode[] | null {
  const places: number[] = [];
  let at = 0;
  const decoded = code.replace(ENTITIES, (entity) => DECODED[entity] ?? entity);
  for (const piece of code.split(/(&(?:quot|apos|amp|lt|gt|#39|#34);)/)) {
    if (piece in DECODED) places.push(offset + at);
    else for (let unit = 0; unit < piece.length; unit += 1) places.push(offset + at + unit);
    at += piece.length;
  }
  places.push(offset + at);
  const nodes = parse(decoded, offset);
  for (const root of nodes ?? [])
    walk(root, true, (node) => {
      node.start = places[(node.start ?? 0) - offset] ?? offset;
      node.end = places[(node.end ?? 0) - offset] ?? offset + at;
      return true;
    });
  return nodes;
}

class MarkupBuilder {
  readonly #text: string;
  readonly #parse: ParseCode;
  readonly #isVue: boolean;
  readonly #scopes: Scope[] = [{ body: [], wrap: () => null }];
  count = 0;

  constructor(text: string, isVue: boolean, parse: ParseCode) {
    this.#text = text;
    this.#isVue = isVue;
    this.#parse = parse;
  }

  get body(): readonly SyntaxNode[] {
    return this.#scopes[0]?.body ?? [];
  }

  #add(node: SyntaxNode): void {
    this.#scopes.at(-1)?.body.push(node);
  }

  #parseSpan(span: TextSpan, before = '', after = ''): readonly SyntaxNode[] | null {
    const written = this.#text.slice(span.start, span.end);
    const parse: ParseCode = (code, offset) => this.#parse(`${before}${code}${after}`, offset - before.length);
    if (!this.#isVue || !written.includes('&'))
      return parse(written, span.start) ?? parse(blankHtml(written), span.start);
    return parseDecoded(written, span.start, parse);
  }

  #parseExpression(span: TextSpan): SyntaxNode | null {
    const [statement, ...more] = this.#parseSpan(span, '(', '\n)') ?? [];
    if (statement?.type !== 'ExpressionStatement' || more.length > 0) return null;
    const { expression } = statement;
    // The parenthesis is ours.
    if (expression.extra !== undefined && expression.extra !== null) delete expression.extra.parenStart;
    return expression;
  }

  #parseNames(span: TextSpan): readonly SyntaxNode[] | null {
    const [statement] = this.#parseSpan(span, '(', '\n)=>0') ?? [];
    const fn = statement?.type === 'ExpressionStatement' ? statement.expression : null;
    return fn?.type === 'ArrowFunctionExpression' ? fn.params : null;
  }

  #addCode(part: CodePart): void {
    if (part.kind === 'constant' || part.kind === 'handler') {
      const expression = part.kind === 'handler' ? this.#parseExpression(part) : null;
      const statements =
        expression === null ? this.#parseSpan(part) : [make('ExpressionStatement', { expression }, [expression])];
      for (const statement of statements ?? []) this.#add(statement);
      if (statements !== null) this.count += 1;
      return;
    }
    const value = this.#parseExpression(part);
    if (value === null) return;
    this.count += 1;
    // What is shown is a use of it; what is only asked is none.
    const expression = part.kind === 'test' ? value : make('JSXExpressionContainer', { expression: value }, [value]);
    this.#add(make('ExpressionStatement', { expression }, [expression]));
    if (part.kind === 'model') this.#addSetting(part);
  }

  /** `v-model="kind"`: whoever uses the page sets it, to what nobody knows here. */
  #addSetting({ start, end }: TextSpan): void {
    const left = this.#parseExpression({ start, end });
    if (left?.type !== 'Identifier' && left?.type !== 'MemberExpression') return;
    const right = { type: 'Identifier', name: GIVEN_BY_USERS, start: end, end } as SyntaxNode;
    const expression = make('AssignmentExpression', { operator: '=', left, right }, [left, right]);
    this.#add(make('ExpressionStatement', { expression }, [expression]));
  }

  /** `src="{BASE}/calls/{id}"`: a template, where all of its braces hold expressions. */
  #makeTemplate({ start, end }: TextSpan): SyntaxNode | null {
    const quasis: SyntaxNode[] = [];
    const expressions: SyntaxNode[] = [];
    let from = start;
    const addText = (until: number) => {
      const raw = this.#text.slice(from, until);
      const tail = until === end;
      quasis.push({
        type: 'TemplateElement',
        value: { raw, cooked: raw },
        tail,
        start: from,
        end: until,
      } as SyntaxNode);
    };
    for (let at = this.#text.indexOf('{', start); at !== -1 && at < end; at = this.#text.indexOf('{', from)) {
      const close = findBraceEnd(this.#text, at);
      const expression = close === null || close > end ? null : this.#parseExpression({ start: at + 1, end: close });
      if (close === null || expression === null) return null;
      addText(at);
      expressions.push(expression);
      from = close + 1;
    }
    addText(end);
    return { type: 'TemplateLiteral', quasis, expressions, start: start - 1, end: end + 1 } as SyntaxNode;
  }

  #addAddress({ isMixed, start, end }: AddressPart): void {
    const quoted = { start: start - 1, end: end + 1 };
    const text = { type: 'StringLiteral', value: this.#text.slice(start, end), ...quoted } as SyntaxNode;
    const expression = isMixed ? this.#makeTemplate({ start, end }) : text;
    if (expression === null) return;
    const shown = make('JSXExpressionContainer', { expression }, [expression]);
    this.#add(make('ExpressionStatement', { expression: shown }, [shown]));
    this.count += 1;
  }

  #openEach(names: TextSpan, list: TextSpan): void {
    const [name, ...others] = this.#parseNames(names) ?? [];
    const value = this.#parseExpression(list);
    if (name === undefined || value === null) {
      this.#scopes.push({ body: [], wrap: (body) => (body.length === 0 ? null : makeBlock(body)) });
      return;
    }
    this.count += 1;
    this.#scopes.push({ body: [], wrap: (body) => makeLoop(name, value, hideAll(others, body)) });
  }

  #makeProperty({ name, kind, start, end }: PropertyPart): SyntaxNode | null {
    const span = { start, end };
    const expression = kind === 'code' ? this.#parseExpression(span) : null;
    if (kind === 'code' && expression === null) return null;
    if (name === null) return { type: 'JSXSpreadAttribute', argument: expression, ...span } as SyntaxNode;
    const quoted = { start: start - 1, end: end + 1 };
    const value =
      kind === 'text'
        ? { type: 'StringLiteral', value: this.#text.slice(start, end), ...quoted }
        : { type: 'JSXExpressionContainer', expression, ...span };
    // The fields are those that Babel gives nodes of these types.
    return { type: 'JSXAttribute', name: { type: 'JSXIdentifier', name, ...span }, value, ...quoted } as SyntaxNode;
  }

  /** `<CallList path="/calls" />` is in code what it is in JSX. */
  #addComponent({ name, at, given }: Extract<MarkupPart, { kind: 'component' }>): void {
    const attributes = given.map((part) => this.#makeProperty(part)).filter((attribute) => attribute !== null);
    const identifier = { type: 'JSXIdentifier', name, start: at.start + 1, end: at.start + 1 };
    const openingElement = { type: 'JSXOpeningElement', name: identifier, attributes, selfClosing: true, ...at };
    const expression = { type: 'JSXElement', openingElement, closingElement: null, children: [], ...at };
    this.#add({ type: 'ExpressionStatement', expression, ...at } as unknown as SyntaxNode);
    this.count += 1;
  }

  add(part: MarkupPart): void {
    if (part.kind === 'each') this.#openEach(part.names, part.list);
    else if (part.kind === 'names') {
      const names = this.#parseNames(part.names) ?? [];
      const wrap: Scope['wrap'] = (body) => (body.length === 0 ? null : makeBlock(hideAll(names, body)));
      this.#scopes.push({ body: [], wrap });
    } else if (part.kind === 'close') this.close();
    else if (part.kind === 'component') this.#addComponent(part);
    else if (part.kind === 'address') this.#addAddress(part);
    else this.#addCode(part);
  }

  close(): boolean {
    if (this.#scopes.length < 2) return false;
    const scope = this.#scopes.pop();
    const node = scope?.wrap(scope.body) ?? null;
    if (node !== null) this.#add(node);
    return true;
  }
}

/** The program of the parts that are code; null when none is. `isVue`: entities in code are read as in HTML. */
export function buildMarkupProgram(
  text: string,
  parts: readonly MarkupPart[],
  isVue: boolean,
  parse: ParseCode,
): MarkupProgram | null {
  const builder = new MarkupBuilder(text, isVue, parse);
  for (const part of parts) builder.add(part);
  while (builder.close());
  if (builder.body.length === 0) return null;
  const program = make('Program', { body: builder.body, directives: [], sourceType: 'module' }, builder.body);
  return { program, count: builder.count };
}
