import { expect, test } from 'vitest';
import { renderBaseline } from '../../src/baseline/baseline.ts';
import { parseBaseline } from '../../src/baseline/parse-baseline.ts';

const ENTRY = {
  id: 'VM-3f2a91c0',
  code: 'legacy-path',
  file: 'src/calls.ts',
  path: '/calls/{id}',
  reason: 'batch 2',
  owner: '@data',
  until: '2026-12-31',
};

function render(entry: unknown, version: unknown = 1): string {
  return JSON.stringify({ version, findings: [entry] });
}

test('what is written is read again, sorted, an entry a line', () => {
  const entries = [{ ...ENTRY, id: 'VM-ffffffff' }, ENTRY, { ...ENTRY, id: 'VM-00000001', file: 'a.ts', owner: null }];
  const text = renderBaseline({ entries });
  expect(parseBaseline(text, 'b').entries.map(({ id }) => id)).toEqual(['VM-00000001', 'VM-3f2a91c0', 'VM-ffffffff']);
  expect(text.split('\n')).toHaveLength(9);
  expect(renderBaseline(parseBaseline(text, 'b'))).toBe(text);
  expect(parseBaseline(renderBaseline({ entries: [] }), 'b').entries).toEqual([]);
});

test.each([
  ['no JSON', '{', 'The baseline b.json is not JSON.'],
  ['no baseline', '[]', 'b.json is no baseline.'],
  ['another version', render(ENTRY, 2), 'has version 2; this v1-migrate reads 1.'],
  ['a bad date', render({ ...ENTRY, until: '2026-02-30' }), 'VM-3f2a91c0: until: "2026-02-30" is not a date'],
  ['a date of another form', render({ ...ENTRY, until: '31.12.2026' }), 'is not a date, write it as YYYY-MM-DD'],
  ['an empty date', render({ ...ENTRY, until: '' }), 'until must be a text that is not empty'],
  ['no reason', render({ ...ENTRY, reason: ' ' }), 'reason must be a text that is not empty'],
  ['a mistyped member', render({ ...ENTRY, untill: '2026-12-31' }), 'there is no member "untill"'],
  ['an id of something else', render({ ...ENTRY, id: 'legacy-path' }), 'id must be the id of a finding'],
  ['an entry that is none', render(7), 'entry 1: it must be an object'],
  ['one id twice', JSON.stringify({ version: 1, findings: [ENTRY, ENTRY] }), 'names VM-3f2a91c0 twice'],
])('%s is an error', (_name, text, message) => {
  expect(() => parseBaseline(text, 'b.json')).toThrow(message);
});
