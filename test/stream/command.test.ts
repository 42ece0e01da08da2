import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { streamCheck } from '../../src/cli/commands/stream.ts';
import { runCommand } from './run-command.ts';

const cwd = mkdtempSync(join(tmpdir(), 'v1-stream-'));
const data = { status: 'completed', missingQuestions: [], evaluation: {}, draftAgent: {} };
writeFileSync(
  join(cwd, 'good.ndjson'),
  `{"type":"phase_start","phase":"thinking"}\n${JSON.stringify({ type: 'complete', data })}\n`,
);
writeFileSync(join(cwd, 'error.ndjson'), '{"type":"error"}\n');
writeFileSync(join(cwd, 'cut.ndjson'), '{"type":"phase_start"}\n{"type":"comp');

describe('v1-migrate stream check', () => {
  it.each([
    ['good.ndjson', 0, { outcome: 'complete', code: null, events: 2, notes: [] }],
    ['error.ndjson', 1, { outcome: 'stream-error', code: null, events: 1, notes: [] }],
    ['cut.ndjson', 1, { outcome: 'violation', code: 'truncated', events: 1, notes: [] }],
  ])('of %s exits %i', async (file, exitCode, verdict) => {
    const transcript = await runCommand(streamCheck, [file], { cwd });
    expect(transcript.exitCode).toBe(exitCode);
    expect(JSON.parse(transcript.stdout)).toEqual(verdict);
  });

  it('says that a complete stream is no saved agent', async () => {
    expect((await runCommand(streamCheck, ['good.ndjson'], { cwd })).stderr).toContain(
      'no proof that an agent was saved',
    );
  });

  it.each([['nowhere.ndjson'], ['.'], []])('refuses what it cannot read: %s', async (...args) => {
    const { exitCode, stdout } = await runCommand(streamCheck, args, { cwd });
    expect([exitCode, stdout]).toEqual([2, '']);
  });
});
