import { escapeLines } from '../../escape/controls.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';
import { SCOPE_OPTIONS } from '../options.ts';

export const explain = defineCommand({
  name: 'explain',
  usage: '<code|"METHOD /path"|finding id> [paths..]',
  summary: 'Say what a finding code means, what becomes of a path, or why a finding is there.',
  examples: [
    ['npx v1-migrate explain api-key-header', 'a finding code'],
    ['npx v1-migrate explain "POST /campaigns"', 'what the catalogue says of a path'],
    ['npx v1-migrate explain VM-3f2a91c0 ./src', 'one finding, with its proof'],
  ],
  exitCodes: [
    [0, 'explained'],
    [2, 'there is no such code, path or finding'],
  ],
  maxPositionals: Number.POSITIVE_INFINITY,
  options: { ...SCOPE_OPTIONS, ...GLOBAL_OPTIONS },
  async run(values, [subject, ...paths], io) {
    const { explainSubject } = await import('../explain-subject.ts');
    io.stdout.write(escapeLines(await explainSubject(subject, values, paths, io)));
    return 0;
  },
});
