import { type ParserOptions, type ParserPlugin, parse as parseBabel } from '@babel/parser';
import { computeLineStarts, getPosition } from '../model/location.ts';
import type { SourceFile } from '../model/project.ts';
import {
  findMarkupComments,
  findMarkupParts,
  findScriptBlocks,
  isComponentPath,
  type ScriptBlock,
} from './components.ts';
import { buildMarkupProgram, type ParseCode } from './markup/build-program.ts';
import type { Comment, ParseResult, Script, SyntaxFailure, SyntaxNode } from './tree.ts';

/** The only file that names the parser. Tries the likely dialect first and falls back; what still fails is reported. */

type Dialect = readonly ParserPlugin[];

const COMMON: readonly ParserPlugin[] = [
  'explicitResourceManagement',
  'importAttributes',
  'decoratorAutoAccessors',
  'sourcePhaseImports',
  'deferredImportEvaluation',
  'exportDefaultFrom',
  'throwExpressions',
];
const NEW_DECORATORS: ParserPlugin = ['decorators', { decoratorsBeforeExport: true }];
const ANY_DECORATORS: ParserPlugin = ['decorators', { allowCallParenthesized: true }];
const OLD_DECORATORS: ParserPlugin = 'decorators-legacy';
const OLD_ATTRIBUTES: ParserPlugin = ['importAttributes', { deprecatedAssertSyntax: true }];
const FLOW: ParserPlugin = ['flow', { all: true }];

const TYPESCRIPT: Dialect = ['typescript', OLD_DECORATORS];
const TSX: Dialect = ['typescript', 'jsx', OLD_DECORATORS];
const JSX: Dialect = ['jsx', ANY_DECORATORS];
const FLOW_JSX: Dialect = ['jsx', FLOW, ANY_DECORATORS];

function listDialects(path: string): readonly Dialect[] {
  const extra = (base: Dialect): readonly Dialect[] => [
    [...base.filter((plugin) => plugin !== OLD_DECORATORS), ANY_DECORATORS],
    [...base.filter((plugin) => plugin !== OLD_DECORATORS), NEW_DECORATORS],
  ];
  if (/\.[mc]?ts$/.test(path)) return [TYPESCRIPT, ...extra(TYPESCRIPT), TSX];
  if (path.endsWith('.tsx')) return [TSX, ...extra(TSX), TYPESCRIPT];
  return [JSX, ['jsx', OLD_DECORATORS], FLOW_JSX, TSX, TYPESCRIPT];
}

/** `index`: where the code begins in its file. */
function parserOptions(dialect: Dialect, index: number): ParserOptions {
  const common = dialect.includes(FLOW) ? COMMON.filter((plugin) => plugin !== 'deferredImportEvaluation') : COMMON;
  return {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowImportExportEverywhere: true,
    allowNewTargetOutsideFunction: true,
    allowSuperOutsideMethod: true,
    allowUndeclaredExports: true,
    attachComment: false,
    createImportExpressions: false,
    errorRecovery: dialect.includes('typescript') && dialect.includes(ANY_DECORATORS),
    // Nobody reads the parser's lines, but it takes no index without them.
    ...(index === 0 ? {} : { startLine: 2, startColumn: 0, startIndex: index }),
    plugins: [...common, ...dialect],
  };
}

function describeFailure(error: unknown, file: string): SyntaxFailure {
  // Babel's syntax errors carry `loc`; anything else would be a bug of the parser and is still this file's failure.
  // Its lines are JavaScript's, which end at more than those of editors.
  const loc = error instanceof SyntaxError && 'loc' in error ? (error.loc as { index: number }) : null;
  const message = error instanceof Error ? error.message.replace(/\s*\(\d+:\d+\)\s*$/, '') : String(error);
  const position = getPosition(computeLineStarts(file), loc?.index ?? 0, file);
  return { ...position, message: message.split('\n')[0] ?? message };
}

interface Snippet {
  /** The text of the whole file. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

interface ParsedSnippet {
  readonly program: SyntaxNode;
  readonly comments: readonly Comment[];
}

/**
 * `export @dec class { constructor(@Inject() base) {} }`: TypeScript takes both, while the parser has one kind of decorators that may
 * stand behind `export`, and another for parameters. Throws what else is wrong.
 */
function runParser(code: string, options: ParserOptions): ParsedSnippet {
  const { program, comments, errors } = parseBabel(code, options);
  const wrong = errors?.find(({ reasonCode }) => reasonCode !== 'UnsupportedParameterDecorator');
  if (wrong !== undefined) throw wrong;
  return {
    program,
    comments: (comments ?? []).map(({ type, value, start, end }) => ({
      kind: type === 'CommentLine' ? 'line' : 'block',
      value,
      start: start ?? 0,
      end: end ?? 0,
    })),
  };
}

function parseSnippet(snippet: Snippet, dialects: readonly Dialect[]): ParsedSnippet | SyntaxFailure {
  const code = snippet.file.slice(snippet.start, snippet.end);
  let first: SyntaxFailure | null = null;
  for (const dialect of dialects) {
    try {
      return runParser(code, parserOptions(dialect, snippet.start));
    } catch (error) {
      first ??= describeFailure(error, snippet.file);
    }
  }
  try {
    const dialect = [...(dialects[0] ?? [])];
    const options = parserOptions(dialect, snippet.start);
    const plugins = (options.plugins ?? []).map((plugin) => (plugin === 'importAttributes' ? OLD_ATTRIBUTES : plugin));
    return runParser(code, { ...options, plugins });
  } catch {
    // What the first dialect says of the file is what its author expects to read.
    return first ?? { line: 1, column: 1, message: 'not parsed' };
  }
}

function isFailure(result: ParsedSnippet | SyntaxFailure): result is SyntaxFailure {
  return !('program' in result);
}

function parseScriptFile(path: string, text: string): ParseResult {
  const result = parseSnippet({ file: text, start: 0, end: text.length }, listDialects(path));
  if (isFailure(result)) return { ok: false, failure: result };
  const { program, comments } = result;
  return { ok: true, file: { path, scripts: [{ program, kind: 'script', pieces: 1 }], comments } };
}

function chooseMarkupLanguage(path: string, blocks: readonly ScriptBlock[]): string {
  if (path.endsWith('.astro')) return 'tsx';
  return blocks.some(({ language }) => language.startsWith('ts')) ? 'ts' : 'js';
}

/** The code in the markup; a piece that is no JavaScript (a directive's mini language) is left out. */
function parseMarkup(path: string, text: string, dialects: readonly Dialect[], comments: Comment[]): Script | null {
  const parse: ParseCode = (code, index) => {
    for (const dialect of dialects) {
      try {
        const result = runParser(code, parserOptions(dialect, index));
        comments.push(...result.comments);
        return result.program.type === 'Program' ? result.program.body : null;
      } catch {} // the next dialect, or none: what is no code is left out
    }
    return null;
  };
  const made = buildMarkupProgram(text, findMarkupParts(path, text), path.endsWith('.vue'), parse);
  return made === null ? null : { program: made.program, kind: 'markup', pieces: made.count };
}

function parseComponentFile(path: string, text: string): ParseResult {
  const scripts: Script[] = [];
  const blocks = findScriptBlocks(path, text);
  const comments: Comment[] = [...findMarkupComments(text, blocks)];
  for (const block of blocks) {
    const { start, end, language } = block;
    const result = parseSnippet({ file: text, start, end }, listDialects(`x.${language}`));
    if (isFailure(result)) return { ok: false, failure: result };
    scripts.push({ program: result.program, kind: 'script', pieces: 1 });
    comments.push(...result.comments);
  }
  const markup = parseMarkup(path, text, listDialects(`x.${chooseMarkupLanguage(path, blocks)}`), comments);
  if (markup !== null) scripts.push(markup);
  comments.sort((a, b) => a.start - b.start);
  return { ok: true, file: { path, scripts, comments } };
}

/** Parses one file by its extension. Offsets in the trees are offsets of `text`. */
export function parseFile(path: string, text: string): ParseResult {
  return isComponentPath(path) ? parseComponentFile(path, text) : parseScriptFile(path, text);
}

const parsed = new WeakMap<SourceFile, ParseResult>();

/** The same for a file of a project; whoever asks again gets the same tree. */
export function parseSource(source: SourceFile): ParseResult {
  return parsed.get(source) ?? parseAnew(source);
}

/** A tree from which nothing was taken, instead of the one there was. */
export function parseAnew(source: SourceFile): ParseResult {
  const result = parseFile(source.path, source.text);
  parsed.set(source, result);
  return result;
}
