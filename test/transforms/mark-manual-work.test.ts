import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jscodeshift, { type API } from 'jscodeshift';
import { describe, expect, onTestFinished, test } from 'vitest';
import markManualWork from '../../transforms/mark-manual-work.ts';

const api: API = { j: jscodeshift, jscodeshift, stats: () => {}, report: () => {} };
const MARK = '// TODO(v1-migrate): agents2 VM-00000000 - Review it.';
const IN_JSX = `{/* ${MARK.slice(3)} */}`;

/** The edit that puts `text` at `¦`. */
function insert(marked: string, text: string, path = 'a.jsx'): string | undefined {
  const start = marked.indexOf('¦');
  const planned = [{ start, end: start, text: `${text}\n` }];
  return markManualWork({ path, source: marked.replace('¦', '') }, api, { planned });
}

test.each([
  ['above a statement', 'f();\n¦g();\n', MARK],
  ['inside a call', 'f(\n¦  1,\n);\n', MARK],
  ['among attributes', 'f(<p\n¦  a="b"\n/>);\n', MARK],
  ['among children', 'f(<p>\n¦  <b />\n</p>);\n', IN_JSX],
])('a comment is written %s', (_name, marked, text) => {
  expect(insert(marked, text)).toBe(marked.replace('¦', `${text}\n`));
});

describe('what would not be a comment is refused', () => {
  test.each([
    ['in a template', 'f(`\n¦`);\n', MARK],
    ['in a string', "f('a\\\n¦');\n", MARK],
    ['in JSX text', 'f(<p>\n¦  a\n</p>);\n', MARK],
    ['braces in code', 'f();\n¦g();\n', IN_JSX],
    ['code', 'f();\n¦g();\n', 'h();'],
    ['code behind a comment', 'f();\n¦g();\n', `${MARK}\nh();`],
  ])('%s', (_name, marked, text) => {
    expect(() => insert(marked, text)).toThrow(/is no place for a comment/);
  });

  test('and only our own comments are taken away', () => {
    const remove = (source: string) =>
      markManualWork({ path: 'a.js', source }, api, {
        planned: [{ start: 0, end: source.indexOf('\n') + 1, text: '' }],
      });
    expect(remove(`${MARK}\nf();\n`)).toBe('f();\n');
    expect(() => remove('// TODO: later\nf();\n')).toThrow(/is no place/);
    expect(() => remove('g();\nf();\n')).toThrow(/is no place/);
  });
});

test('without a plan it marks what one file shows, and leaves older comments alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'v1-mark-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.js');
  const source = `${MARK}\nf();\nfetch('https://api.voice.example/agents2');\nfetch('https://api.voice.example/calls');\n`;
  writeFileSync(path, source);
  const run = (text: string) => markManualWork({ path, source: text }, api, { baseUrl: 'https://api.voice.example' });
  const after = run(source) ?? '';
  expect(after.replace(/VM-(?!0{8})\w{8}/, 'VM')).toBe(
    `${MARK}\nf();\n// TODO(v1-migrate): agents2 VM - Review the request body against the agents schema, then call /v1/agents (§9.4).\nfetch('https://api.voice.example/agents2');\nfetch('https://api.voice.example/calls');\n`,
  );
  expect(run(after)).toBeUndefined();
});
