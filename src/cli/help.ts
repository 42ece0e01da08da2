import { VERSION } from '../version.ts';
import type { Command, OptionTable } from './command.ts';

const WIDTH = 100;

/** Breaks a text into lines that fit beside a column of `indent` characters. */
function wrap(text: string, indent: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

function renderColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 4;
  return rows.flatMap(([left, right]) => {
    const [first = '', ...rest] = wrap(right, width);
    return [`  ${left}`.padEnd(width) + first, ...rest.map((line) => ' '.repeat(width) + line)];
  });
}

function renderOptions(options: OptionTable): readonly string[] {
  const rows = Object.entries(options).map(([name, { short, value, help }]): [string, string] => [
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    help,
  ]);
  return renderColumns(rows);
}

function renderExamples({ examples }: Command): readonly string[] {
  return ['Examples', ...renderColumns(examples)];
}

function renderReference({ options, exitCodes }: Command): readonly string[] {
  return [
    'Options',
    ...renderOptions(options),
    '',
    'Exit codes',
    ...renderColumns(exitCodes.map(([code, when]) => [String(code), when])),
  ];
}

/** `v1-migrate <command> --help` */
export function renderCommandHelp(command: Command): string {
  const head = `v1-migrate ${command.name} ${command.usage}`.trimEnd();
  return [head, command.summary, '', ...renderExamples(command), '', ...renderReference(command), ''].join('\n');
}

/** `v1-migrate --help`: the default command in full, the others by name. */
export function renderHelp(main: Command, commands: readonly Command[]): string {
  return [
    `v1-migrate ${VERSION}: moves code from unversioned REST paths to /v1`,
    '',
    ...renderExamples(main),
    '',
    'Commands, each with --help',
    ...renderColumns(commands.map(({ name, summary }): [string, string] => [name, summary])),
    '',
    ...renderReference(main),
    '',
  ].join('\n');
}
