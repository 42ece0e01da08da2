import { posix } from 'node:path';

/** Files of a generated project, written statement by statement; references between files become imports. */

/** A piece of a text: literal characters, or an expression whose value is put there. */
export type Piece = string | { readonly code: string };

/** Which service or item a source line belongs to: `s0`, `s0.i1`; null for imports and look-alikes. */
export type Owner = string | null;

export const LINKS = [
  'named',
  'renamed',
  'namespace',
  'default',
  'default one',
  'index',
  'index-named',
  'index-twice',
  'late',
] as const;
export type Link = (typeof LINKS)[number];

export const FORMATS = ['mjs', 'js', 'cjs', 'cjs-js', 'ts', 'mixed'] as const;
export type Format = (typeof FORMATS)[number];

export interface Style {
  readonly format: Format;
  readonly quote: "'" | '"';
  /** `export const x`, or a list at the end of the file. */
  readonly exportList: boolean;
}

export interface GeneratedFile {
  readonly text: string;
  readonly owners: readonly Owner[];
}

interface Line {
  readonly text: string;
  readonly owner: Owner;
}

interface FileDraft {
  readonly path: string;
  readonly isCommonJs: boolean;
  readonly imports: Set<string>;
  readonly lines: Line[];
  readonly exported: Set<string>;
  readonly inDefault: Set<string>;
  /** The one name that is the default export. */
  defaultName: string | null;
  /** Names that imports bound, with where they come from. */
  readonly bound: Map<string, string>;
}

/** One logical module: the names it declares can be used by others, whatever file it stands in. */
export class Part {
  readonly #draft: Draft;
  readonly file: string;

  constructor(draft: Draft, file: string) {
    this.#draft = draft;
    this.file = file;
  }

  get isTyped(): boolean {
    return this.#draft.style.format === 'ts';
  }

  /** `: string` in TypeScript, nothing elsewhere. */
  typed(annotation: string): string {
    return this.isTyped ? annotation : '';
  }

  quote(text: string): string {
    const { quote } = this.#draft.style;
    return `${quote}${text}${quote}`;
  }

  /** A text as code: a literal, an expression, or a template. */
  text(pieces: readonly Piece[]): string {
    const merged = mergePieces(pieces);
    const [only] = merged;
    if (merged.length === 0) return this.quote('');
    if (merged.length === 1 && only !== undefined) return typeof only === 'string' ? this.quote(only) : only.code;
    return `\`${merged.map((piece) => (typeof piece === 'string' ? piece : `\${${piece.code}}`)).join('')}\``;
  }

  /** The same with `+`. */
  sum(pieces: readonly Piece[]): string {
    return mergePieces(pieces)
      .map((piece) => (typeof piece === 'string' ? this.quote(piece) : bracket(piece.code)))
      .join(' + ');
  }

  /** One statement; with a name it can be used from other files. */
  declare(code: string, owner: Owner, name?: string): void {
    this.#draft.declare(this.file, code, owner, name);
  }

  /** How code of this part names something that another part declares. */
  use(target: Part, name: string, link: Link): string {
    return this.#draft.use(this.file, target.file, name, link);
  }

  /** A package, imported as a whole or by one of its names. */
  package(specifier: string, local: string, imported: string | null = null): string {
    return this.#draft.importPackage(this.file, specifier, local, imported);
  }
}

/** A condition between two plus signs needs brackets. */
function bracket(code: string): string {
  return / \? /.test(code) && !/^\(/.test(code) ? `(${code})` : code;
}

function mergePieces(pieces: readonly Piece[]): readonly Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (piece === '') continue;
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece;
    else merged.push(piece);
  }
  return merged;
}

/** The name under which a file knows something of another file; a second one of the same name gets a number. */
function bindName(file: FileDraft, stem: string, source: string): string {
  let local = stem;
  for (let number = 2; (file.bound.get(local) ?? source) !== source; number += 1) local = `${stem}${number}`;
  file.bound.set(local, source);
  return local;
}

function isWritten({ lines, imports }: FileDraft): boolean {
  return lines.length > 0 || imports.size > 0;
}

function printRequire(specifier: string, name: string, local: string, isWhole: boolean): string {
  if (isWhole) return `const ${local} = require(${specifier});`;
  return `const { ${local === name ? name : `${name}: ${local}`} } = require(${specifier});`;
}

function printImport(specifier: string, name: string, local: string, link: Link): string {
  if (link === 'namespace') return `import * as ${local} from ${specifier};`;
  if (link === 'default') return `import ${local} from ${specifier};`;
  if (link === 'late') return `const { ${local === name ? name : `${name}: ${local}`} } = await import(${specifier});`;
  return `import { ${local === name ? name : `${name} as ${local}`} } from ${specifier};`;
}

export class Draft {
  readonly style: Style;
  /** The file that runs the program; nothing imports it. */
  readonly entry: string;
  readonly #files = new Map<string, FileDraft>();

  constructor(style: Style, entry: string) {
    this.style = style;
    this.entry = entry;
  }

  part(file: string): Part {
    this.#load(file);
    return new Part(this, file);
  }

  #load(path: string): FileDraft {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const { format } = this.style;
    const isConstants = /config|paths|constants/.test(path);
    const isCommonJs = format === 'cjs' || format === 'cjs-js' || (format === 'mixed' && isConstants);
    const file: FileDraft = {
      path,
      isCommonJs,
      imports: new Set(),
      lines: [],
      exported: new Set(),
      inDefault: new Set(),
      defaultName: null,
      bound: new Map(),
    };
    this.#files.set(path, file);
    return file;
  }

  getExtension(path: string): string {
    const { format } = this.style;
    if (format === 'ts') return '.ts';
    if (format === 'js' || format === 'cjs-js') return '.js';
    return this.#load(path).isCommonJs ? '.cjs' : '.mjs';
  }

  #specify(from: string, to: string): string {
    const relative = posix.relative(posix.dirname(from), to);
    const path = relative.startsWith('.') ? relative : `./${relative}`;
    const { format } = this.style;
    const ending = format === 'cjs-js' ? '' : format === 'ts' ? '.js' : this.getExtension(to);
    const { quote } = this.style;
    return `${quote}${path}${ending}${quote}`;
  }

  declare(path: string, code: string, owner: Owner, name?: string): void {
    const file = this.#load(path);
    const isExported = name !== undefined && path !== this.entry;
    const isInline = isExported && !file.isCommonJs && !this.style.exportList;
    if (isExported) file.exported.add(name);
    for (const text of `${isInline ? 'export ' : ''}${code}`.split('\n')) file.lines.push({ text, owner });
  }

  use(from: string, to: string, name: string, link: Link): string {
    if (from === to) return name;
    const file = this.#load(from);
    if (link === 'default one') return this.#bindDefault(file, to, name);
    const target = link.startsWith('index') ? this.#addIndex(to, name, link) : to;
    const specifier = this.#specify(from, target);
    const isWhole = link === 'namespace' || link === 'default';
    const stem = isWhole ? `${posix.basename(to)}Module` : link === 'renamed' ? `${name}Local` : name;
    const local = bindName(file, stem, `${target} ${isWhole ? link : name}`);
    if (link === 'default' && !file.isCommonJs) {
      const exporter = this.#load(to);
      if (exporter.defaultName !== null) return this.use(from, to, name, 'namespace');
      exporter.inDefault.add(name);
    }
    file.imports.add(
      file.isCommonJs ? printRequire(specifier, name, local, isWhole) : printImport(specifier, name, local, link),
    );
    return isWhole ? `${local}.${name}` : local;
  }

  /** `export default NAME`, which a file can do for one of its names only. */
  #bindDefault(file: FileDraft, to: string, name: string): string {
    const exporter = this.#load(to);
    const isTaken = exporter.inDefault.size > 0 || (exporter.defaultName ?? name) !== name;
    if (file.isCommonJs || exporter.isCommonJs || isTaken) return this.use(file.path, to, name, 'named');
    exporter.defaultName = name;
    const local = bindName(file, name, `${to} default`);
    file.imports.add(`import ${local} from ${this.#specify(file.path, to)};`);
    return local;
  }

  /** A file that hands on what another one exports. */
  #addIndex(to: string, name: string, link: Link): string {
    const path = `${to}-lib/index`;
    const index = this.#load(path);
    const source = this.#specify(path, to);
    if (link === 'index-twice') {
      const outer = this.#load(`${to}-all/index`);
      const inner = this.#addIndex(to, name, 'index-named');
      const specifier = this.#specify(outer.path, inner);
      outer.imports.add(
        outer.isCommonJs ? `exports.${name} = require(${specifier}).${name};` : `export * from ${specifier};`,
      );
      return outer.path;
    }
    if (index.isCommonJs) index.imports.add(`exports.${name} = require(${source}).${name};`);
    else index.imports.add(link === 'index' ? `export * from ${source};` : `export { ${name} } from ${source};`);
    return path;
  }

  importPackage(from: string, specifier: string, local: string, imported: string | null): string {
    const file = this.#load(from);
    const { quote } = this.style;
    const source = `${quote}${specifier}${quote}`;
    const names = imported === null ? local : imported === local ? `{ ${local} }` : null;
    const renamed = file.isCommonJs ? `{ ${imported}: ${local} }` : `{ ${imported} as ${local} }`;
    const pattern = names ?? renamed;
    file.imports.add(file.isCommonJs ? `const ${pattern} = require(${source});` : `import ${pattern} from ${source};`);
    return local;
  }

  finish(): ReadonlyMap<string, GeneratedFile> {
    return new Map(
      [...this.#files.values()].filter(isWritten).map((file) => {
        const lines = this.#print(file);
        const text = `${lines.map((line) => line.text).join('\n')}\n`;
        return [file.path + this.getExtension(file.path), { text, owners: lines.map((line) => line.owner) }];
      }),
    );
  }

  #print(file: FileDraft): readonly Line[] {
    // Static imports come first; `await import` needs what they bind no less.
    const imports = [...file.imports].sort((a, b) => Number(a.startsWith('const')) - Number(b.startsWith('const')));
    const names = [...file.exported];
    const tail: string[] = [];
    if (file.isCommonJs && names.length > 0) tail.push(`module.exports = { ${names.join(', ')} };`);
    if (!file.isCommonJs && this.style.exportList && names.length > 0) tail.push(`export { ${names.join(', ')} };`);
    if (!file.isCommonJs && file.inDefault.size > 0) tail.push(`export default { ${[...file.inDefault].join(', ')} };`);
    if (file.defaultName !== null) tail.push(`export default ${file.defaultName};`);
    const plain = (text: string): Line => ({ text, owner: null });
    return [...imports.map(plain), ...file.lines, ...tail.map(plain)];
  }
}
