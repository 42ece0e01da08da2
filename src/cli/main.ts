import { UserError } from '../errors.ts';
import { escapeLines } from '../escape/controls.ts';
import { Interrupted } from '../stages.ts';
import { EXIT } from '../verdict.ts';
import { VERSION } from '../version.ts';
import { type Command, GLOBAL_OPTIONS, type OptionTable } from './command.ts';
import { COMMANDS, DEFAULT_COMMAND } from './commands/index.ts';
import { guardStream, isInActions } from './guard-stream.ts';
import { renderCommandHelp, renderHelp } from './help.ts';
import type { Io } from './io.ts';
import { listTokens } from './parse-options.ts';

/** All options of all commands: enough to tell a command's name from the value of an option before it. */
const ALL_OPTIONS: OptionTable = Object.assign({}, GLOBAL_OPTIONS, ...COMMANDS.map(({ options }) => options));

interface Choice {
  readonly command: Command;
  /** What help is about: the named command, those that share a named first word, or none in particular. */
  readonly named: readonly Command[];
  /** The arguments without the command's name. */
  readonly args: readonly string[];
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
}

/** The command is the first argument that is no option: `v1-migrate --quiet check` means check. */
function chooseCommand(argv: readonly string[]): Choice {
  const tokens = listTokens(ALL_OPTIONS, argv);
  const end = tokens.findIndex(({ kind }) => kind === 'option-terminator');
  const before = end === -1 ? tokens : tokens.slice(0, end);
  const words = before.flatMap((token) => (token.kind === 'positional' ? [token] : []));
  const isSet = (name: string): boolean => before.some((token) => token.kind === 'option' && token.name === name);
  const wantsHelp = isSet('help') || words[0]?.value === 'help';
  const typed = words[0]?.value === 'help' ? words.slice(1) : words;
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => typed[index]?.value === word));
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${typed[0]?.value} `));
  const wordCount = command === undefined ? 0 : command.name.split(' ').length;
  const used = new Set(typed.slice(0, wordCount).map(({ index }) => index));
  return {
    command: command ?? DEFAULT_COMMAND,
    named: command === undefined ? group : [command],
    args: argv.filter((_, index) => !used.has(index)),
    wantsHelp,
    wantsVersion: isSet('version'),
  };
}

async function run(argv: readonly string[], io: Io): Promise<number> {
  const { command, named, args, wantsHelp, wantsVersion } = chooseCommand(argv);
  if (wantsHelp) {
    const pages = named.length > 0 ? named.map(renderCommandHelp) : [renderHelp(DEFAULT_COMMAND, COMMANDS)];
    io.stdout.write(pages.join('\n'));
    return EXIT.done;
  }
  if (wantsVersion) {
    io.stdout.write(`${VERSION}\n`);
    return EXIT.done;
  }
  return command.execute(args, io);
}

/** A mistake of the user's is told in words; anything else is a mistake of ours and shows where. */
function reportFailure(error: unknown, { stderr, signal }: Io): number {
  // Reading that the signal cut off fails with an error of the stream's.
  const isCut = signal.aborted && error instanceof Error && error.name === 'AbortError';
  if (error instanceof Interrupted || isCut) {
    stderr.write('v1-migrate: interrupted; nothing was written\n');
    return EXIT.interrupted;
  }
  if (error instanceof UserError) {
    const hint = error.hint === undefined ? '' : `  ${error.hint}\n`;
    stderr.write(escapeLines(`v1-migrate: ${error.message}\n${hint}`));
    return EXIT.usage;
  }
  const stack = error instanceof Error ? error.stack : String(error);
  stderr.write(`v1-migrate: this is a bug of v1-migrate ${VERSION}, please report it:\n${stack}\n`);
  return EXIT.usage;
}

/** The whole program: arguments in, exit code out; everything else goes through `io`. */
export async function main(argv: readonly string[], outer: Io): Promise<number> {
  const io = isInActions(outer) ? { ...outer, stderr: guardStream(outer.stderr) } : outer;
  try {
    return await run(argv, io);
  } catch (error) {
    return reportFailure(error, io);
  }
}
