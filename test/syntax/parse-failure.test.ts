import { expect, test } from 'vitest';
import { parseFile } from '../../src/syntax/parse.ts';

function findFailure(path: string, text: string): { line: number; column: number } | null {
  const result = parseFile(path, text);
  return result.ok ? null : { line: result.failure.line, column: result.failure.column };
}

test.each([
  ['a line', 'a.ts', 'let a;\nconst x = ;\n', { line: 2, column: 11 }],
  ['CRLF', 'a.ts', 'let a;\r\nconst x = ;\r\n', { line: 2, column: 11 }],
  // JavaScript ends lines at these three as well; no editor does.
  ['line separators', 'a.ts', '"\u2028"; /*\u2029*/ \rconst x = ;\n', { line: 1, column: 23 }],
  ['a byte order mark, which takes no column', 'a.ts', '\uFEFFconst x = ;\n', { line: 1, column: 11 }],
  ['an astral character, which takes two', 'a.ts', '"😀"; const x = ;\n', { line: 1, column: 17 }],
  ['a component', 'a.vue', '<p>\u2028</p>\n<script>\n"\u2028"; const x = ;\n</script>\n', { line: 3, column: 16 }],
  ['the first line of a component', 'a.vue', '<script>const x = ;</script>\n', { line: 1, column: 19 }],
  ['frontmatter', 'a.astro', '---\nconst x = ;\n---\n', { line: 2, column: 11 }],
])('a syntax error stands where an editor shows it: %s', (_, path, text, place) => {
  expect(findFailure(path, text)).toEqual(place);
});
