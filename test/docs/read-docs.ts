import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

export const DOCUMENTS = [
  'README.md',
  'MIGRATION.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/integrations.md',
] as const;

export type DocumentName = (typeof DOCUMENTS)[number];

export function readDocument(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

export function isFile(name: string): boolean {
  return existsSync(join(ROOT, name));
}

export interface Fence {
  /** The words behind the backticks: the language, then a file name. */
  readonly info: readonly string[];
  readonly lines: readonly string[];
}

/** The fenced blocks of a text, in order. */
export function listFences(text: string): readonly Fence[] {
  return [...text.matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', body = '']) => ({
    info: info.trim().split(/\s+/),
    lines: body.replace(/\n$/, '').split('\n'),
  }));
}

/** The text without its fenced blocks. */
export function dropFences(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** What GitHub makes of it for links. */
  readonly anchor: string;
}

export function listHeadings(text: string): readonly Heading[] {
  return [...dropFences(text).matchAll(/^(#+) (.*)$/gm)].map(([, marks = '', title = '']) => ({
    level: marks.length,
    text: title,
    anchor: title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  }));
}

/** What stands below a heading, up to the next one of its level or above. */
export function readSection(text: string, heading: string): string {
  const lines = text.split('\n');
  const start = lines.indexOf(heading);
  if (start === -1) return '';
  const level = heading.indexOf(' ');
  const isEnd = (line: string): boolean => /^#+ /.test(line) && line.indexOf(' ') <= level;
  const length = lines.slice(start + 1).findIndex(isEnd);
  return lines.slice(start + 1, length === -1 ? undefined : start + 1 + length).join('\n');
}
