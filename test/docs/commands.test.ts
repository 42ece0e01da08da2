import { describe, expect, test } from 'vitest';
import { EXAMPLE } from '../../scripts/docs/example.ts';
import type { Command } from '../../src/cli/command.ts';
import { COMMANDS, DEFAULT_COMMAND } from '../../src/cli/commands/index.ts';
import { REPORTER_NAMES } from '../../src/report/registry.ts';
import { DOCUMENTS, dropFences, listFences, readDocument } from './read-docs.ts';

/** What the documents tell somebody to type exists, and what exists is told. */

interface Line {
  readonly document: string;
  readonly text: string;
  readonly words: readonly string[];
}

function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/"[^"]*"|<[^>]*>|\S+/g)].map(([word]) => word);
}

/** The arguments behind `v1-migrate`, up to a pipe or a comment. */
function listCallsIn(document: string, text: string): readonly Line[] {
  return [...text.matchAll(/(?:^|\s)(?:npx )?v1-migrate((?: [^\n|#]*)?)/g)].map(([whole, rest = '']) => ({
    document,
    text: whole.trim(),
    words: splitWords(rest),
  }));
}

/** Every line that calls the tool: in blocks of code, and in the text between backticks. */
function listCalls(document: string): readonly Line[] {
  const text = readDocument(document);
  const blocks = listFences(text).filter(({ info }) => ['sh', 'console', 'yaml'].includes(info[0] ?? ''));
  const spans = [...dropFences(text).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span.replaceAll('\\|', '|'));
  const isCall = (span: string): boolean => /^(?:npx )?v1-migrate( |$)/.test(span);
  return [...blocks.flatMap(({ lines }) => lines), ...spans.filter(isCall)].flatMap((line) =>
    listCallsIn(document, line),
  );
}

function findCommand(words: readonly string[]): Command | undefined {
  return COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
}

/** A first word is a command, an option, a path, or a blank that the reader fills in. */
function isKnownStart(words: readonly string[]): boolean {
  const [first] = words;
  return first === undefined || findCommand(words) !== undefined || /^[-[<]|[./]/.test(first);
}

function listUnknownOptions({ words }: Line): readonly string[] {
  const { options } = findCommand(words) ?? DEFAULT_COMMAND;
  const names = words.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? []);
  return names.filter((name) => !Object.hasOwn(options, name));
}

const CALLS = DOCUMENTS.flatMap(listCalls);

describe('what is told exists', () => {
  test('there are lines to look at', () => {
    expect(CALLS.length).toBeGreaterThan(10);
  });

  test('commands', () => {
    expect(CALLS.filter(({ words }) => !isKnownStart(words))).toEqual([]);
  });

  test('options of the command they stand behind', () => {
    expect(CALLS.filter((line) => listUnknownOptions(line).length > 0)).toEqual([]);
  });

  test('options that stand alone', () => {
    const names = new Set(COMMANDS.flatMap(({ options }) => Object.keys(options)));
    const told = ['README.md', 'MIGRATION.md'].flatMap((document) =>
      [...dropFences(readDocument(document)).matchAll(/`--([\w-]+)/g)].flatMap(([, name]) => name ?? []),
    );
    expect(told.filter((name) => !names.has(name))).toEqual([]);
  });

  test('formats', () => {
    const told = DOCUMENTS.flatMap((document) =>
      [...readDocument(document).matchAll(/--reporter (\w+)/g)].flatMap(([, name]) => name ?? []),
    );
    expect(told.filter((name) => !(REPORTER_NAMES as readonly string[]).includes(name))).toEqual([]);
  });
});

describe('what exists is told', () => {
  test.each(COMMANDS.map(({ name }) => name))('README.md names the command %s', (name) => {
    expect(readDocument('README.md')).toMatch(new RegExp(`^\\| \`v1-migrate \\[?${name}\\]?[ \`]`, 'm'));
  });

  test.each(COMMANDS.flatMap(({ name, exitCodes }) => exitCodes.map(([code]) => [name, code] as const)))(
    'the exit code of %s, %i, has a row',
    (_name, code) => {
      expect(readDocument('README.md')).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
    },
  );
});

describe('the two lines of a fresh clone', () => {
  test('are a block of README.md', () => {
    const blocks = listFences(readDocument('README.md')).map(({ lines }) => lines);
    expect(blocks).toContainEqual([`npm ci && ${EXAMPLE}`, 'npm ci && npm test']);
  });

  test('the first is what the test of the package runs in a clone', () => {
    const words = EXAMPLE.split(' ').slice(1);
    expect(readDocument('test/package/package.test.ts')).toContain(`[${words.map((word) => `'${word}'`).join(', ')}]`);
  });

  test('the second is what CI runs', () => {
    expect(readDocument('.ci/run')).toMatch(/^npm ci$/m);
    expect(readDocument('scripts/check.mjs')).toContain("{ script: 'test', ");
  });

  test('npm scripts that are told exist', () => {
    const { scripts } = JSON.parse(readDocument('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const told = DOCUMENTS.flatMap((document) =>
      [...readDocument(document).matchAll(/npm run ([\w:]+)/g)].flatMap(([, name]) => name ?? []),
    );
    expect(told.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
