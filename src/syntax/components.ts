import { blank } from '../model/blank.ts';
import { findAstroParts } from './markup/astro.ts';
import type { MarkupPart } from './markup/parts.ts';
import { findSvelteParts } from './markup/svelte.ts';
import { findVueParts } from './markup/vue.ts';
import type { Comment } from './tree.ts';

/** Finds scripts and markup of Vue, Svelte and Astro files by their tags, without a template compiler. */

export interface ScriptBlock {
  readonly start: number;
  readonly end: number;
  /** File extension of the language: `js`, `ts`, `tsx`. */
  readonly language: string;
}

const SCRIPT = /<script\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/script\s*>/gi;
const STYLE = /<style\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/style\s*>/gi;
const COMMENT = /<!--[\s\S]*?-->/g;
const FRONTMATTER = /^\uFEFF?\s*---[^\S\n]*\r?\n([\s\S]*?)\r?\n---[^\S\n]*(?:\r?\n|$)/;
const TYPE = /\btype\s*=\s*["']?([^"'\s>]+)/i;
const LANGUAGE = /\blang\s*=\s*["']?([a-z]+)/i;
const SCRIPT_TYPES = new Set([
  'module',
  'text/javascript',
  'application/javascript',
  'text/babel',
  'ts',
  'text/typescript',
]);

export function isComponentPath(path: string): boolean {
  return /\.(vue|svelte|astro)$/.test(path);
}

function blankComments(text: string): string {
  return text.replace(COMMENT, blank);
}

/** Blanks the text of an element; its tags stay, for their attributes. */
function blankContent(element: string, _attributes: string, content: string): string {
  const end = element.lastIndexOf('</');
  return element.slice(0, end - content.length) + blank(content) + element.slice(end);
}

function readLanguage(attributes: string, fallback: string): string | null {
  const type = TYPE.exec(attributes)?.[1]?.toLowerCase();
  if (type !== undefined && !SCRIPT_TYPES.has(type)) return null;
  const language = LANGUAGE.exec(attributes)?.[1]?.toLowerCase() ?? fallback;
  return ['js', 'jsx', 'ts', 'tsx'].includes(language) ? language : language.startsWith('t') ? 'ts' : 'js';
}

/** The script blocks of a component file, in order. HTML comments hide what they hold. */
export function findScriptBlocks(path: string, text: string): readonly ScriptBlock[] {
  const blocks: ScriptBlock[] = [];
  const astro = path.endsWith('.astro');
  let from = 0;
  const frontmatter = astro ? FRONTMATTER.exec(text) : null;
  if (frontmatter !== null) {
    const body = frontmatter[1] ?? '';
    const start = frontmatter[0].indexOf(body, frontmatter[0].indexOf('---') + 3);
    blocks.push({ start, end: start + body.length, language: 'tsx' });
    from = frontmatter[0].length;
  }
  const markup = ' '.repeat(from) + blankComments(text.slice(from));
  for (const match of markup.matchAll(SCRIPT)) {
    const language = readLanguage(match[1] ?? '', astro ? 'ts' : 'js');
    if (language === null) continue;
    const start = match.index + match[0].indexOf('>', 7 + (match[1] ?? '').length) + 1;
    blocks.push({ start, end: start + (match[2] ?? '').length, language });
  }
  return blocks;
}

/** The code in the markup of a component, in the order of the text, with scopes in between. */
export function findMarkupParts(path: string, text: string): readonly MarkupPart[] {
  const frontmatter = path.endsWith('.astro') ? (FRONTMATTER.exec(text)?.[0].length ?? 0) : 0;
  const whole = ' '.repeat(frontmatter) + blankComments(text.slice(frontmatter));
  const markup = whole.replace(SCRIPT, blankContent).replace(STYLE, blankContent);
  if (path.endsWith('.vue')) return findVueParts(markup);
  return path.endsWith('.astro') ? findAstroParts(markup) : findSvelteParts(markup);
}

/** The HTML comments of a component; what looks like one inside a script is its text. */
export function findMarkupComments(text: string, blocks: readonly ScriptBlock[]): readonly Comment[] {
  return [...text.matchAll(COMMENT)].flatMap((match): readonly Comment[] => {
    const start = match.index;
    const end = start + match[0].length;
    if (blocks.some((block) => start < block.end && block.start < end)) return [];
    return [{ kind: 'markup', value: match[0].slice('<!--'.length, -'-->'.length), start, end }];
  });
}
