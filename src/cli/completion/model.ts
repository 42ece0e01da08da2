import { append } from '../../model/append.ts';
import { FINDING_CODES } from '../../model/findings.ts';
import { REPORTER_NAMES } from '../../report/registry.ts';
import type { Command, OptionSpec } from '../command.ts';

/** What a shell needs to know of a command line, whichever shell it is. */

export interface CompletedOption {
  readonly name: string;
  readonly short: string | null;
  readonly help: string;
  readonly takesValue: boolean;
  /** The words that its value can be; empty: files, folders or anything. */
  readonly values: readonly string[];
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** The words that its first argument can be; empty: files and folders. */
  readonly values: readonly string[];
}

/** `<error|warning>` names its values, `<name[=file]>` those of the reports; any other blank is for the user to fill in. */
function listValues(value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  if (value === '<name[=file]>') return REPORTER_NAMES;
  const words = value.replace(/^<|>$/g, '').split('|');
  return words.length > 1 && words.every((word) => /^[a-z][\w-]*$/.test(word)) ? words : [];
}

function describeOption(name: string, { type, short, value, help }: OptionSpec): CompletedOption {
  const values = listValues(value);
  return { name, short: short ?? null, help: help.split('. ')[0] ?? help, takesValue: type === 'string', values };
}

function listArguments({ name, usage }: Command): readonly string[] {
  if (name === 'explain') return FINDING_CODES;
  return listValues(/^<[^>]*>$/.test(usage) ? usage : undefined);
}

export function describeCommands(commands: readonly Command[]): readonly CompletedCommand[] {
  return commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    options: Object.entries(command.options).map(([name, spec]) => describeOption(name, spec)),
    values: listArguments(command),
  }));
}

/** `webhook` with `verify` and `test`: first words that ask for a second one. */
export function groupSecondWords(commands: readonly CompletedCommand[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ');
    if (second !== undefined) append(groups, first, second);
  }
  return groups;
}

export function listFirstWords(commands: readonly CompletedCommand[]): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
}
