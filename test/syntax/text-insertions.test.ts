import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFile } from '../../src/syntax/parse.ts';
import { applyTextEdits } from '../../src/syntax/text-edits.ts';
import { areTextInsertions } from '../../src/syntax/text-insertions.ts';
import type { ParsedFile } from '../../src/syntax/tree.ts';
import { walk } from '../../src/syntax/walk.ts';

function parse(path: string, text: string): ParsedFile {
  const result = parseFile(path, text);
  if (!result.ok) throw new Error(`${result.failure.message} in ${text}`);
  return result.file;
}

function listTypes({ scripts }: ParsedFile): readonly string[] {
  const types: string[] = [];
  for (const { program } of scripts)
    walk(program, true, (node) => {
      types.push(node.type);
      return true;
    });
  return types;
}

const SOURCES: readonly (readonly [path: string, text: string])[] = [
  ['a.ts', "const a: `x-${string}` = fetch(`${base}/calls/${id}?q=\\u{1f600}`, { method: 'GET', k: \"a\\'b\" });"],
  ['a.jsx', `export const A = () => <a href="/calls" title='x &amp; y' onClick={() => go('/agents')}>go /agents</a>;`],
  ['a.js', "'use strict';\nconst s = 'a\\\nb' + '\\x2fcalls' + \"\\0\" + `$` + /agents\\/x/.source; // 'no /calls'"],
  [
    'a.vue',
    `<template><a :href="'/calls/' + id">x</a></template>\n<script setup lang="ts">\nconst id = '7';\n</script>\n`,
  ],
];

describe('insertions that no parser minds', () => {
  it('are those into strings and templates, with characters that mean nothing', () => {
    const source = "fetch('/calls', `/agents/${id}`);";
    const { scripts } = parse('a.ts', source);
    const at = (text: string, inserted: string, end = 0) => {
      const start = source.indexOf(text);
      return [{ start, end: start + end, text: inserted }];
    };
    expect(areTextInsertions(source, scripts, at('/calls', '/v1'))).toBe(true);
    expect(areTextInsertions(source, scripts, at('/agents', '/v1'))).toBe(true);
    expect(areTextInsertions(source, scripts, at('/calls', "/v1'"))).toBe(false);
    expect(areTextInsertions(source, scripts, at('/calls', '${x}'))).toBe(false);
    expect(areTextInsertions(source, scripts, at('/calls', '/v1', 2))).toBe(false);
    expect(areTextInsertions(source, scripts, at('id}', '/v1'))).toBe(false);
    expect(areTextInsertions(source, scripts, at(' `', '/v1'))).toBe(false);
  });

  it('leave a tree of the same nodes, wherever they fall', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SOURCES),
        fc.array(fc.tuple(fc.nat(200), fc.constantFrom('/v1', 'v1/', '/v1/agents', 'x')), {
          minLength: 1,
          maxLength: 2,
        }),
        ([path, text], places) => {
          const before = parse(path, text);
          const edits = places.map(([at, inserted]) => {
            const start = Math.min(at, text.length);
            return { start, end: start, text: inserted };
          });
          if (!areTextInsertions(text, before.scripts, edits)) return;
          expect(listTypes(parse(path, applyTextEdits(text, edits)))).toEqual(listTypes(before));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
