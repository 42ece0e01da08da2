import { Interrupted } from '../../stages.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';
import type { Io } from '../io.ts';
import { openInput } from '../open-input.ts';

/** Judges a captured body and prints the verdict as JSON. */
async function runStreamCheck(file: string | undefined, io: Io): Promise<number> {
  const input = await openInput(file, 'the captured stream', io);
  const { checkAgentBuilderStream } = await import('../../stream/check-agent-builder-stream.ts');
  const verdict = await checkAgentBuilderStream(input);
  // The stream was cut here, not where it was captured: that is no verdict on it.
  if (io.signal.aborted) throw new Interrupted();
  io.stdout.write(`${JSON.stringify(verdict, null, 2)}\n`);
  if (verdict.outcome !== 'complete') return 1;
  io.stderr.write('note: the stream is complete; that is no proof that an agent was saved (§1)\n');
  return 0;
}

export const streamCheck = defineCommand({
  name: 'stream check',
  usage: '<file|->',
  summary: 'Judge a captured agent-builder stream, byte by byte.',
  examples: [
    ['npx v1-migrate stream check build.ndjson', 'a saved body'],
    ['curl -sN … | npx v1-migrate stream check -', 'as it arrives'],
  ],
  exitCodes: [
    [0, 'the stream is complete'],
    [1, 'it ended with an error event, or it is no such stream'],
    [2, 'usage error'],
  ],
  maxPositionals: 1,
  options: { ...GLOBAL_OPTIONS },
  run: (_values, [file], io) => runStreamCheck(file, io),
});
