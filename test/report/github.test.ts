import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReportedFinding } from '../../src/model/report.ts';
import { render } from '../../src/report/formats/github.ts';
import { disarmCommands, renderCommand } from '../../src/workflow-commands.ts';
import { FINDING, PLAN } from '../cli/fake-stages.ts';
import { HOSTILE_FILE, HOSTILE_REPORT, listCommands } from './hostile-report.ts';
import { createReport, PLAIN } from './sample-report.ts';

/** The runner's reading of one line, written from its source: split at the marks, then put back what was escaped. */
function parseCommand(line: string) {
  const [, name = '', list = '', data = ''] = /^::([a-z-]+)(?: ([^:]*))?::(.*)$/s.exec(line) ?? [];
  const restore = (text: string): string => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
  const properties = Object.fromEntries(
    list.split(',').map((pair) => {
      const split = pair.indexOf('=');
      const value = pair
        .slice(split + 1)
        .replaceAll('%3A', ':')
        .replaceAll('%2C', ',');
      return [pair.slice(0, split), restore(value)];
    }),
  );
  return { name, properties, message: restore(data) };
}

const hostileText = fc.string({
  unit: fc.constantFrom('%', '\r', '\n', ':', ',', '=', '::', '%0A', '%25', 'a', 'é', '😀', '\u202e', '##['),
});

test('a command comes back as it was, whatever it holds, and is one line', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (file, message) => {
      const line = renderCommand('error', { file, line: 3 }, message);
      expect(line).not.toMatch(/[\r\n]/);
      expect(parseCommand(line)).toEqual({ name: 'error', properties: { file, line: '3' }, message });
    }),
  );
});

test('words are never obeyed', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(listCommands(disarmCommands(`x\n ${text}error::y\n::add-mask::z\n##[${text}error]`))).toEqual([]);
    }),
  );
});

describe('annotations', () => {
  test('name the place in properties and, for the log, in the message', () => {
    const line = render({ ...createReport(PLAN), findings: [FINDING] }, { ...PLAIN, prefix: 'packages/a/' });
    expect(parseCommand(line.trimEnd())).toEqual({
      name: 'error',
      properties: {
        file: 'packages/a/src/calls.ts',
        line: '2',
        endLine: '2',
        col: '8',
        endColumn: '14',
        title: 'legacy-path VM-3f2a91c0',
      },
      message: 'packages/a/src/calls.ts:2:8 The path gets its /v1 form. Run v1-migrate. (VM-3f2a91c0)',
    });
  });

  test('hostile names stand in the property and forge nothing', () => {
    const lines = render(HOSTILE_REPORT, PLAIN).trimEnd().split('\n');
    const commands = lines.map(parseCommand);
    expect(commands.map(({ name }) => name).every((name) => name === 'error')).toBe(true);
    // A line end is written as the runner wants it, so the name is still the file's; what would act in a terminal is not.
    const shown = HOSTILE_FILE.replace('\u202e', '\\u{202e}');
    expect(commands[0]?.properties.file).toBe(`${shown}.js`);
    expect(commands[1]?.properties.file).toBe(shown);
    expect(lines).toHaveLength(10);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
    expect(commands.map(({ message }) => message).join('')).not.toMatch(/[\u0000-\u001f\u202e]/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  test('a name with an escape sequence moves no cursor', () => {
    const file = 'e\u001b[31m\u009b.ts';
    const line = render({ ...createReport(PLAN), findings: [{ ...FINDING, file }] }, { ...PLAIN, prefix: 'p\u0007/' });
    expect(parseCommand(line.trimEnd()).properties.file).toBe('p\\x07/e\\x1b[31m\\x9b.ts');
  });

  test('keep to what GitHub shows: nine of each level, and one that counts the rest', () => {
    const many = (level: ReportedFinding['level'], count: number): ReportedFinding[] =>
      Array.from({ length: count }, (_, index) => ({ ...FINDING, level, line: index + 1, endLine: index + 1 }));
    const findings = [...many('error', 12), ...many('warning', 9), ...many('note', 10)];
    const commands = render({ ...createReport(PLAN), findings }, PLAIN)
      .trimEnd()
      .split('\n')
      .map(parseCommand);
    const perLevel = ['error', 'warning', 'notice'].map(
      (level) => commands.filter(({ name }) => name === level).length,
    );
    expect(perLevel).toEqual([10, 9, 10]);
    expect(
      commands.filter(({ properties }) => properties.title === 'v1-migrate').map(({ message }) => message),
    ).toEqual(['and 3 more errors: see the job summary or the log', 'and 1 more note: see the job summary or the log']);
  });

  test('what is new stands before what has expired, and what is accepted nowhere', () => {
    const mark = { reason: 'r', owner: null, until: '2026-01-01' };
    const findings = [
      { ...FINDING, id: 'VM-00000001', baseline: { ...mark, state: 'expired' as const } },
      { ...FINDING, id: 'VM-00000002', baseline: { ...mark, state: 'accepted' as const } },
      { ...FINDING, id: 'VM-00000003' },
    ];
    const text = render({ ...createReport(PLAN), findings }, PLAIN);
    expect(text.match(/VM-0000000\d(?=\))/g)).toEqual(['VM-00000003', 'VM-00000001']);
  });

  test('long messages are cut before GitHub does', () => {
    const finding = { ...FINDING, message: 'x'.repeat(9000) };
    const { message } = parseCommand(render({ ...createReport(PLAN), findings: [finding] }, PLAIN).trimEnd());
    expect(message.length).toBeLessThanOrEqual(4096);
  });
});
