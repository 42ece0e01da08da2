import { expect, test } from 'vitest';
import { parseDecisions } from '../../src/decisions/parse-decisions.ts';

const ENTRY = { id: 'VM-3f2a91c0', fingerprint: '0123456789abcdef', decision: 'accept', comment: 'fine' };

function render(members: object): string {
  return JSON.stringify({ schemaVersion: 1, tool: 'v1-migrate', decisions: [ENTRY], ...members });
}

test('what the review exports is read', () => {
  expect(parseDecisions(render({}), 'd.json')).toEqual([
    { id: 'VM-3f2a91c0', fingerprint: '0123456789abcdef', decision: 'accept' },
  ]);
});

test.each([
  ['no JSON', '{', 'd.json is not JSON.'],
  ['something else', '[]', 'd.json holds no decisions of v1-migrate.'],
  ['another tool', render({ tool: 'other' }), 'holds no decisions of v1-migrate.'],
  ['another version', render({ schemaVersion: 2 }), 'has schema version 2'],
  ['no object', render({ decisions: [1] }), 'decision 1: it must be an object'],
  ['no id', render({ decisions: [{ ...ENTRY, id: 'x' }] }), 'decision 1: id must be the id of a finding'],
  [
    'another word',
    render({ decisions: [{ ...ENTRY, decision: 'yes' }] }),
    'decision must be "accept", "reject" or null',
  ],
  ['one id twice', render({ decisions: [ENTRY, ENTRY] }), 'decides VM-3f2a91c0 twice'],
])('%s is refused', (_name, text, message) => {
  expect(() => parseDecisions(text, 'd.json')).toThrow(message);
});
