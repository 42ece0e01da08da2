import { VISITOR_KEYS } from '@babel/types';
import { expect, it } from 'vitest';
import { CHILD_KEYS } from '../../src/syntax/child-keys.ts';

it.each([...CHILD_KEYS])('%s keeps its children where the parser puts them', (type, keys) => {
  expect(keys).toEqual(VISITOR_KEYS[type]);
});
