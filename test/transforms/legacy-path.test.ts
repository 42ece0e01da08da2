// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test hold templates
import jscodeshift, { type API } from 'jscodeshift';
import { describe, expect, test } from 'vitest';
import { parseFile } from '../../src/syntax/parse.ts';
import type { SyntaxNode } from '../../src/syntax/tree.ts';
import { walk } from '../../src/syntax/walk.ts';
import legacyPath from '../../transforms/legacy-path.ts';
import { migrate, planEdits, unmark } from '../apply/planned-tree.ts';
import { AWKWARD_SOURCES } from './awkward-sources.ts';

const api: API = { j: jscodeshift, jscodeshift, stats: () => {}, report: () => {} };

function transform(path: string, marked: string): string | undefined {
  return legacyPath({ path, source: unmark(marked) }, api, { planned: planEdits(path, marked) });
}

function listScripts(path: string, text: string) {
  const result = parseFile(path, text);
  if (!result.ok) throw new Error(`${path}: ${result.failure.message}`);
  return result.file.scripts;
}

/** The text values of a file, and its nodes' types, in order: what a damaged template or a lost comment would change. */
function listValues(path: string, text: string): readonly string[] {
  const values: string[] = [];
  const visit = (node: SyntaxNode): true => {
    if (node.type === 'StringLiteral' || node.type === 'JSXText') values.push(node.value);
    else if (node.type === 'TemplateElement') values.push(node.value.cooked ?? node.value.raw);
    else values.push(node.type);
    return true;
  };
  for (const script of listScripts(path, text)) walk(script.program, true, visit);
  return values;
}

describe('every byte outside the path is kept', () => {
  test.each(AWKWARD_SOURCES)('$name', ({ file, marked }) => {
    const after = transform(file, marked);
    expect(after).toBe(migrate(marked));
    const values = listValues(file, unmark(marked));
    const changed = listValues(file, migrate(marked)).filter((value, index) => value !== values[index]);
    expect(changed.every((value) => value.includes('/v1'))).toBe(true);
  });

  test('a file without planned edits is not printed at all', () => {
    expect(legacyPath({ path: 'a.js', source: 'f({...a || {}})' }, api, { planned: [] })).toBeUndefined();
  });

  test('one file leaves nothing behind that another could see', () => {
    const order = [...AWKWARD_SOURCES, ...[...AWKWARD_SOURCES].reverse()];
    for (const { file, marked } of order) expect(transform(file, marked)).toBe(migrate(marked));
  });
});

describe('a shared tree', () => {
  test('is used as it is handed over', () => {
    const source = "fetch('/calls')";
    const options = { planned: planEdits('a.js', "fetch('¦/calls')"), scripts: listScripts('a.js', source) };
    expect(legacyPath({ path: 'a.js', source }, api, options)).toBe("fetch('/v1/calls')");
  });

  test('serves one transform after the other', () => {
    const marked = "fetch('¦/calls', { a: `¦x${1}` })";
    const scripts = listScripts('a.js', unmark(marked));
    for (const edit of planEdits('a.js', marked)) {
      const after = legacyPath({ path: 'a.js', source: unmark(marked) }, api, { planned: [edit], scripts });
      expect(after).toHaveLength(unmark(marked).length + 3);
    }
  });
});

describe('a use is edited when its text must stay', () => {
  test('by text before the expression', () => {
    const planned = [{ start: 6, end: 6, text: "'/v1' + " }];
    expect(legacyPath({ path: 'a.js', source: 'fetch(CALLS)' }, api, { planned })).toBe("fetch('/v1' + CALLS)");
  });

  test('by text on both sides', () => {
    const planned = [
      { start: 6, end: 6, text: '`/v1${' },
      { start: 14, end: 14, text: '}`' },
    ];
    expect(legacyPath({ path: 'a.ts', source: 'fetch(p.calls!)' }, api, { planned })).toBe('fetch(`/v1${p.calls!}`)');
  });

  test('by replacing the expression', () => {
    const planned = [{ start: 6, end: 11, text: "'/v1/calls'" }];
    expect(legacyPath({ path: 'a.js', source: 'fetch(CALLS)' }, api, { planned })).toBe("fetch('/v1/calls')");
  });
});

describe('an edit that no text or expression takes is a mistake of the plan', () => {
  test.each([
    ['a comment', '/* ¦/calls */ f();', 'a.js'],
    ['a keyword', 'con¦st a = 1;', 'a.js'],
    ['the middle of a name', 'fetch(CA¦LLS);', 'a.js'],
    ['a regular expression', 'f(/¦calls/);', 'a.js'],
    ['a number', 'f(1¦2);', 'a.js'],
    ['the inside of an escape', "f('\\¦u002Fcalls');", 'a.js'],
    ['the inside of a template escape', 'f(`\\u{2¦f}calls`);', 'a.js'],
    ['the inside of an entity', 'const a = <p>&a¦mp;</p>;', 'a.jsx'],
    ['a template outside any script', '<p>¦/calls</p>\n<script>f()</script>', 'a.vue'],
  ])('%s', (_name, marked, file) => {
    expect(() => transform(file, marked)).toThrow(/neither path text nor an expression/);
  });

  test('a range over two literals', () => {
    const planned = [{ start: 3, end: 9, text: 'x' }];
    expect(() => legacyPath({ path: 'a.js', source: "f('ab', 'cd')" }, api, { planned })).toThrow();
  });

  test('a file that does not parse', () => {
    const planned = [{ start: 0, end: 0, text: 'x' }];
    expect(() => legacyPath({ path: 'a.js', source: 'const = 1' }, api, { planned })).toThrow(SyntaxError);
  });
});

test('without a plan and without a base it says what is missing', () => {
  expect(() => legacyPath({ path: 'a.js', source: 'f()' }, api, {})).toThrow(/--baseUrl/);
});
