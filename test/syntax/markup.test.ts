import { describe, expect, it } from 'vitest';
import { parseFile } from '../../src/syntax/parse.ts';
import type { SyntaxNode } from '../../src/syntax/tree.ts';
import { walk } from '../../src/syntax/walk.ts';

/** The identifiers of the markup's code, each as the text has it at its offsets. */
function readNames(path: string, text: string): readonly string[] {
  const result = parseFile(path, text);
  if (!result.ok) throw new Error(result.failure.message);
  const markup = result.file.scripts.find(({ kind }) => kind === 'markup');
  const found: SyntaxNode[] = [];
  if (markup !== undefined)
    walk(markup.program, true, (node) => {
      if (node.type === 'Identifier') found.push(node);
      return true;
    });
  return found.map((node) => text.slice(node.start ?? 0, node.end ?? 0));
}

describe('the code of markup has the offsets of the file', () => {
  it.each([
    ['a.vue', '<template>\r\n<p :a="x" b="y">🎧{{ z }}</p></template>', 'x z'],
    ['a.vue', '<template><p v-for="(a, i) in list" :key="i">{{ a }}</p></template>', 'a list i i a'],
    ['a.vue', '<template><p @click="a(); b()" v-else/>{{ c }}</template>', 'a b c'],
    ['a.vue', '<template><p :a="x &amp;&amp; y"></p></template>', 'x y'],
    ['a.vue', '<template><p :a="{ b: c }" #d="{ e }">{{ e }}</p></template>', 'b c e e e'],
    ['a.vue', '<template><p v-pre :a="x">{{ y }}<p>{{ y }}</p></p>{{ z }}</template>', 'z'],
    ['a.vue', '<template lang="pug">p {{ x }}</template>', ''],
    ['a.vue', '<template><!-- {{ x }} --><p>{{ not code }}{{ y }}</p></template><docs>{{ z }}</docs>', 'y'],
    ['a.svelte', '{#each list as a, i (a)}{a}{/each}{b}', 'a list i a a b'],
    ['a.svelte', '{#each list as a}{:else}{/each}{#each more}{b}{/each}', 'a list more b'],
    ['a.svelte', '{#if a}{:else if b}{@html c}{@const d = e}{/if}', 'a b c d e'],
    ['a.svelte', '<p title="it\'s {a}" on:x={() => b} {...c} {d}>don\'t {e}</p>', 'a b c d e'],
    ['a.svelte', '<style>p { a: b }</style><!-- {c} -->{d}', 'd'],
    ['a.svelte', "{'{'}{a}{/* } */ b}{`${c}}`}", 'a b c'],
    ['a.astro', "---\nconst a = 1;\n---\n{a && <p>don't<br>{b}<img src={`${c}`}></p>}", 'a b c'],
    ['a.astro', '<p a=`${b}` {...c} is:raw>{d}</p><!-- {e} -->{f}', 'f'],
  ])('%s %s', (path, text, names) => {
    expect([...readNames(path, text)].sort().join(' ')).toBe(names.split(' ').sort().join(' '));
  });

  it.each(['<template>{{ a', '<template><p :a="', '<template><p v-for="x">{{ x }}', '<template></p></div>{{'])(
    'ends in an unfinished template: %s',
    (text) => expect(parseFile('a.vue', text).ok).toBe(true),
  );

  it.each(['{#each', '{a', '{#if a}{/each}{/if}', '{/if}{`${'])('ends in unfinished markup: %s', (text) =>
    expect(parseFile('a.svelte', text).ok).toBe(true),
  );
});
