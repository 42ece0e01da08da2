import { expect, test } from 'vitest';
import { findGlobProblem } from '../../src/config/check-glob.ts';

test.each([
  'src/**',
  '!**/*.snap',
  'pages/[id].ts',
  'app/[[...slug]]/page.tsx',
  'src/{a,b}/*.ts',
  '+(a|b)',
  'a\\[b',
  '[]]',
  '[!]]',
  'a{b[}]}',
  'odd)name',
])('%s is a glob', (glob) => expect(findGlobProblem(glob)).toBeNull());

test.each(['[', 'a[b', '[]', '[!]', 'src/{a,b', '(a', '@(a|{b)', ''])('%s is none', (glob) =>
  expect(findGlobProblem(glob)).not.toBeNull(),
);
