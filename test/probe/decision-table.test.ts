import { describe, expect, test } from 'vitest';
import { DECISION_TABLE, findRow, type Phase } from '../../src/probe/decision-table.ts';
import { createUnseen, type Observation, type Seen } from '../../src/probe/observation.ts';

const NOT_ASKED = createUnseen('not asked');

function seen(status: number | null, words = ''): Seen {
  const print = `${status} ${words}`;
  return { status, print: { exact: print, loose: print } };
}

const MISS = seen(404, 'cannot');
const REFUSED = seen(401, 'unauthorized');

function observe(parts: Partial<Observation>): Observation {
  return {
    hasPositive: true,
    keyless: REFUSED,
    siblings: [MISS, MISS],
    descendant: MISS,
    getMiss: null,
    target: NOT_ASKED,
    isFlapping: false,
    ...parts,
  };
}

const gateway = {
  siblings: [seen(403, 'missing token')],
  descendant: seen(403, 'missing token'),
  getMiss: seen(403, 'missing token'),
};
const shield = { siblings: [REFUSED], descendant: REFUSED, getMiss: REFUSED };

type Case = readonly [row: string, phase: Phase, parts: Partial<Observation>, verdict: string, reason: string];

/** One case for each row of the table (research: probe, 2.4), by its number there. */
const CASES: readonly Case[] = [
  ['0a', 'before', { hasPositive: false }, 'unverified', 'no-positive-control'],
  ['0b', 'before', { keyless: seen(200) }, 'unverified', 'auth-off'],
  ['0c', 'before', { keyless: seen(503) }, 'unverified', 'no-keyless-control'],
  ['0c', 'before', { keyless: seen(429) }, 'unverified', 'no-keyless-control'],
  ['0c', 'before', { keyless: seen(400) }, 'unverified', 'no-keyless-control'],
  ['0c', 'before', { keyless: seen(null) }, 'unverified', 'no-keyless-control'],
  ['1', 'target', { target: REFUSED }, 'exists', 'asks-for-the-key'],
  ['2', 'target', { target: seen(403, 'other') }, 'exists', 'asks-for-a-key'],
  ['3', 'target', { target: REFUSED, descendant: REFUSED }, 'unverified', 'shielded'],
  ['4', 'target', { target: REFUSED, siblings: [MISS, REFUSED] }, 'unverified', 'shielded'],
  ['4', 'target', { target: MISS, siblings: [MISS, seen(404, 'agent not found')] }, 'unverified', 'parameter-route'],
  ['5', 'target', { target: MISS }, 'absent', 'unknown-route'],
  ['5', 'target', { target: MISS, descendant: REFUSED }, 'absent', 'unknown-route'],
  ['6', 'target', { target: MISS, keyless: MISS }, 'unverified', 'hidden'],
  ['7', 'target', { target: seen(404, 'agent not found') }, 'unverified', 'other-404'],
  ['8', 'target', { target: seen(405) }, 'absent', 'method-not-allowed'],
  ['9', 'target', { target: seen(410) }, 'absent', 'gone'],
  ...[400, 411, 413, 415, 422].map(
    (status): Case => ['10', 'target', { target: seen(status) }, 'exists', 'judged-before-auth'],
  ),
  ['11', 'target', { target: seen(302, 'login'), keyless: seen(302, 'login') }, 'exists', 'asks-to-log-in'],
  ['12', 'target', { target: seen(301, 'slash') }, 'unverified', 'redirect'],
  ['13', 'target', { target: seen(501) }, 'absent', 'not-implemented'],
  ['14', 'target', { target: seen(201) }, 'exists', 'auth-off'],
  ['15', 'target', { target: seen(503) }, 'unverified', 'server-error'],
  ['15', 'target', { target: seen(429) }, 'unverified', 'rate-limited'],
  ['15', 'target', { target: seen(null) }, 'unverified', 'server-error'],
  [
    '16',
    'target',
    { target: seen(410), siblings: [seen(410)], descendant: seen(410) },
    'unverified',
    'gone-everywhere',
  ],
  ['1', 'target', { target: REFUSED, siblings: [seen(410)], descendant: seen(410) }, 'exists', 'asks-for-the-key'],
  ['17', 'target', { ...gateway, target: seen(403, 'missing token') }, 'absent', 'unknown-route'],
  ['18', 'target', { ...gateway, target: REFUSED }, 'exists', 'asks-for-the-key'],
  ['19', 'target', { ...gateway, target: seen(401, 'other') }, 'exists', 'asks-for-a-key'],
  ['20', 'target', { ...gateway, target: seen(405) }, 'absent', 'method-not-allowed'],
  ['21', 'target', { ...gateway, target: seen(404) }, 'unverified', 'gateway'],
  ['22', 'controls', { siblings: [seen(403)], descendant: seen(403), getMiss: MISS }, 'unverified', 'method-filtered'],
  ['23', 'target', { ...shield, target: REFUSED }, 'unverified', 'shielded'],
  ['24', 'target', { ...shield, target: seen(405) }, 'absent', 'method-not-allowed'],
  ['14', 'target', { ...shield, target: seen(200) }, 'exists', 'auth-off'],
  ['26', 'target', { ...shield, target: MISS }, 'unverified', 'shielded'],
  ['27', 'controls', { siblings: [REFUSED], descendant: REFUSED, getMiss: MISS }, 'unverified', 'shielded'],
  ['28', 'controls', { siblings: [seen(405)] }, 'unverified', 'method-refused-everywhere'],
  ['28', 'controls', { siblings: [seen(501)] }, 'unverified', 'method-refused-everywhere'],
  ...[400, 411, 415, 422].map(
    (status): Case => ['29', 'controls', { siblings: [seen(status)] }, 'unverified', 'judged-before-routing'],
  ),
  ['30', 'controls', { siblings: [seen(302)] }, 'unverified', 'redirect'],
  ['31', 'controls', { siblings: [seen(200)] }, 'unverified', 'auth-off'],
  ['31', 'controls', { descendant: seen(204) }, 'unverified', 'auth-off'],
  ['32', 'controls', { siblings: [seen(500)] }, 'unverified', 'server-error'],
  ['32', 'controls', { siblings: [seen(429)] }, 'unverified', 'rate-limited'],
  ['32', 'controls', { siblings: [seen(null)] }, 'unverified', 'server-error'],
  ['33', 'target', { target: REFUSED, isFlapping: true }, 'unverified', 'flapping'],
  ['controls', 'controls', { siblings: [seen(418)] }, 'unverified', 'unusable-control'],
];

describe('decision table', () => {
  test.each(CASES)('row %s at %s: %j', (id, phase, parts, verdict, reason) => {
    const row = findRow(phase, observe(parts));
    expect({ id: row?.id, verdict: row?.verdict, reason: row?.reason }).toEqual({ id, verdict, reason });
  });

  test('every row has a case', () => {
    expect(new Set(DECISION_TABLE.map(({ id }) => id))).toEqual(new Set(CASES.map(([id]) => id)));
  });

  test('usable controls and a guarded list let the target be asked', () => {
    expect(findRow('before', observe({}))).toBeNull();
    expect(findRow('controls', observe({}))).toBeNull();
  });

  test('only 2xx answers to a keyless request stop the run', () => {
    for (const row of DECISION_TABLE) expect(row.stops === 'run').toBe(row.reason === 'auth-off');
  });
});

describe('every pair of statuses', () => {
  const statuses = [null, 200, 301, 400, 401, 403, 404, 405, 410, 415, 429, 500, 501, 503, 999];

  test('absent only where a miss is known to look like one', () => {
    for (const n of statuses) {
      for (const t of statuses) {
        const target = seen(t);
        const control = seen(n);
        const all = observe({ siblings: [control], descendant: control, target, getMiss: control });
        const row = findRow('controls', all) ?? findRow('target', all);
        if (row?.verdict === 'absent') expect([404, 410, 403, 401], `${n} ${t}`).toContain(n);
        if (row?.verdict === 'exists') expect(t, `${n} ${t}`).not.toBe(n);
        if (t === null || (t >= 500 && t !== 501)) expect(row?.verdict, `${n} ${t}`).toBe('unverified');
      }
    }
  });
});
