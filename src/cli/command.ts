import type { parseArgs } from 'node:util';
import type { Io } from './io.ts';
import { parseOptions } from './parse-options.ts';

/** One option as `node:util` parses it and help shows it. */
export interface OptionSpec {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** The option may stand alone; its value is then an empty text. */
  readonly isValueOptional?: boolean;
  /** An empty text is a value like any other: what arrived elsewhere is handed on as it is. */
  readonly mayBeEmpty?: boolean;
  /** What stands for the value in help: `<file>`. */
  readonly value?: string;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

export type OptionValues<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; strict: true }>
>['values'];

interface CommandText {
  /** One word, or two: `webhook verify`. */
  readonly name: string;
  /** What follows the name: `[paths..]`. */
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly (readonly [command: string, why: string])[];
  readonly exitCodes: readonly (readonly [code: number, when: string])[];
  /** How many arguments that are no options it takes. */
  readonly maxPositionals: number;
}

/** A command as main sees it; what it does is loaded when it runs. */
export interface Command extends CommandText {
  readonly options: OptionTable;
  execute(args: readonly string[], io: Io): Promise<number>;
}

export const GLOBAL_OPTIONS = {
  help: { type: 'boolean', short: 'h', help: 'Show this help.' },
  version: { type: 'boolean', short: 'V', help: 'Show the version.' },
} as const satisfies OptionTable;

interface CommandSpec<Options extends OptionTable> extends CommandText {
  readonly options: Options;
  run(values: OptionValues<Options>, positionals: readonly string[], io: Io): Promise<number>;
}

/** Ties a command's options to the types of its values: `commands/<name>.ts` parses, calls and prints. */
export function defineCommand<const Options extends OptionTable>(spec: CommandSpec<Options>): Command {
  const { run, ...text } = spec;
  return {
    ...text,
    execute: (args, io) => {
      const { values, positionals } = parseOptions(spec.options, args, spec.maxPositionals);
      return run(values, positionals, io);
    },
  };
}
