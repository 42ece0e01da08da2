import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceFiles } from '../architecture/source-files.ts';
import { DOCUMENTS, dropFences, isFile, listHeadings, ROOT, readDocument } from './read-docs.ts';

/** Each document has one job and is short, its links lead somewhere, and it speaks of the project alone. */

const LIMITS = { 'README.md': 150, 'ARCHITECTURE.md': 120 } as const;

/** Words of how the project is made, places of one machine, and secrets of the network around it. */
const FOREIGN = [
  /(?<![\w.])\/(?:home|Users|root|tmp|work|var|opt)\//,
  /\bsessions?\b/i,
  /\bissues?\b(?: \d|\/)/i,
  /#\d+\b/,
  /\b(?:sub-?agents?|claude|assistant session)\b/i,
  /\bregistry\.(?!ts\b)\w/i,
  /\blocalhost:\d/,
];

/** Links of a document: the file, empty for the document itself, and the anchor. */
function listLinks(text: string): readonly { readonly file: string; readonly anchor: string }[] {
  return [...dropFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => ({ file: target.split('#')[0] ?? '', anchor: target.split('#')[1] ?? '' }));
}

function isBroken(document: string, { file, anchor }: { readonly file: string; readonly anchor: string }): boolean {
  const target = file === '' ? document : posix.join(posix.dirname(document), file);
  if (!isFile(target)) return true;
  return anchor !== '' && !listHeadings(readDocument(target)).some((heading) => heading.anchor === anchor);
}

test.each(Object.entries(LIMITS))('%s has fewer than %i lines', (name, limit) => {
  expect(readDocument(name).trimEnd().split('\n').length).toBeLessThan(limit);
});

describe.each(DOCUMENTS)('%s', (name) => {
  const text = readDocument(name);

  test('links lead somewhere', () => {
    expect(listLinks(text).filter((link) => isBroken(name, link))).toEqual([]);
  });

  test('has one title', () => {
    expect(listHeadings(text).filter(({ level }) => level === 1)).toHaveLength(1);
  });

  test('names no place of a machine and nothing of how the project is made', () => {
    expect(FOREIGN.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])).toEqual([]);
  });

  test('has closed blocks and no space at the end of a line', () => {
    expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
    expect(dropFences(text)).not.toMatch(/[ \t]$/m);
  });
});

/** Words between backticks. */
function listSpans(name: string): readonly string[] {
  return [...dropFences(readDocument(name)).matchAll(/`([^`\n]+)`/g)].flatMap(([, span]) => span ?? []);
}

describe('what is named between backticks is there', () => {
  const sources = readSourceFiles().map(({ path }) => path);
  const text = sources.map(readDocument).join('\n');

  test.each(DOCUMENTS)('paths in %s', (name) => {
    const paths = listSpans(name).filter((span) =>
      /^(?:src|test|fixtures|scripts|transforms|bench)\/[\w./-]+$/.test(span),
    );
    expect(paths.filter((path) => !isFile(path))).toEqual([]);
  });

  test('files of src, by their last name', () => {
    const names = listSpans('ARCHITECTURE.md').filter((span) => /^[\w/-]+\.ts$/.test(span));
    const others = readdirSync(join(ROOT, 'test'));
    expect(
      names.filter(
        (name) => !isFile(name) && !others.includes(name) && !sources.some((path) => path.endsWith(`/${name}`)),
      ),
    ).toEqual([]);
  });

  test('functions and bounds', () => {
    const names = listSpans('ARCHITECTURE.md').filter((span) => /^(?:[a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)$/.test(span));
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });
});

test('README.md leads to every other document', () => {
  const files = listLinks(readDocument('README.md')).map(({ file }) => file);
  expect(files).toEqual(expect.arrayContaining([...DOCUMENTS.slice(1), 'LICENSE']));
});

describe('the list of changes', () => {
  const { version } = JSON.parse(readDocument('package.json')) as { readonly version: string };

  test('has an entry for this version', () => {
    expect(listHeadings(readDocument('CHANGELOG.md')).some(({ text }) => text.startsWith(`[${version}]`))).toBe(true);
  });
});
