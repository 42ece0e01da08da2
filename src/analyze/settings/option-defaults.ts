import { findClassAround } from '../../syntax/enclosing.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, getTextHead } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import { type Argument, type ExternalValue, NO_PROVENANCE, UNDEFINED, type Value } from '../values/values.ts';
import { makeEnvironmentText } from './environment.ts';
import { uniteDefaults } from './noted-defaults.ts';
import { findCommand, findLine, findSettingCalls, isMadeBy, toOptionMember } from './setting-calls.ts';

/** What an option of a command line or a settings package is by default: `--base-url` of parseArgs, commander, yargs, … */

type Made = NonNullable<ExternalValue['made']>;

interface At {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** The calls that made a value, the last first: `yargs(…).option(…).strict()`. */
function listMade(external: ExternalValue): readonly Made[] {
  const found: Made[] = [];
  for (let made = external.made; made !== null; made = made.by.made) found.push(made);
  return found;
}

function getKnown(evaluator: Evaluator, argument: Argument | undefined): string | null {
  const value = argument === undefined ? undefined : evaluator.evaluateArgument(argument);
  return findKnownText(value);
}

/** An address by default is the base; of a word, `prod`, nothing follows: whoever gives another picks another row of a table. */
function isAddress(value: Value): boolean {
  return listOptions(value).every(
    (option) => option.type === 'text' && (option.atoms[0]?.kind === 'env' || /[/.:]/.test(getTextHead(option))),
  );
}

/** The member of an object of options, by any of the spellings of its name. */
function findOption(evaluator: Evaluator, options: Value | undefined, name: string, at: At): Value | null {
  if (options?.type !== 'object') return null;
  const entry = options.entries.find(
    (option) => option.kind === 'slot' && toOptionMember(option.name) === toOptionMember(name),
  );
  return entry?.kind === 'slot' ? evaluator.getProperty(options, entry.name, at.node, at.module) : null;
}

/** `{ 'base-url': { type: 'string', default: 'https://…' } }` */
function findDescribed(evaluator: Evaluator, options: Value | undefined, name: string, at: At): Value | null {
  const described = findOption(evaluator, options, name, at);
  return described?.type === 'object' ? evaluator.getProperty(described, 'default', at.node, at.module) : null;
}

/** What one call of a builder says of the option: `.option('base-url', { default })`, `.default('base-url', '…')`. */
function readYargs(evaluator: Evaluator, made: Made, name: string, at: At): Value | null {
  const [first, second] = made.args;
  const key = getKnown(evaluator, first);
  const isOwn = key !== null && toOptionMember(key) === toOptionMember(name);
  const [given, described] = [first, second].map((argument) =>
    argument === undefined ? undefined : evaluator.evaluateArgument(argument),
  );
  switch (made.by.path.at(-1)) {
    case 'option':
    case 'options':
    case 'positional':
      if (given?.type === 'object') return findDescribed(evaluator, given, name, at);
      return isOwn && described?.type === 'object'
        ? evaluator.getProperty(described, 'default', at.node, at.module)
        : null;
    case 'default':
      if (given?.type === 'object') return findOption(evaluator, given, name, at);
      return isOwn ? (described ?? null) : null;
    default:
      return null;
  }
}

/** `program.opts().baseUrl` is an option of that command, with `optsWithGlobals` also of those above it. */
function listCommandDefaults(evaluator: Evaluator, { by }: Made, member: string): readonly Value[] {
  const method = by.path.at(-1);
  if (method !== 'opts' && method !== 'optsWithGlobals') return [];
  const command = findCommand(by);
  // What is said of the line itself belongs to all its commands; in commander those ask for it in another way.
  const line = isMadeBy(by, 'commander') ? command : findLine(by);
  return (findSettingCalls(evaluator).options.get(member) ?? [])
    .filter(({ command: of }) => of === command || of === line || method === 'optsWithGlobals')
    .map(({ value }) => value);
}

/** `static flags = { host: Flags.string({ env: 'VOICE_URL', default: 'https://…' }) }` of the command that `parse` is given. */
function readFlag(evaluator: Evaluator, command: Value | undefined, name: string, at: At): readonly (Value | null)[] {
  return listOptions(command ?? UNDEFINED).flatMap((option) => {
    if (option.type !== 'class') return [];
    return ['flags', 'baseFlags'].flatMap((table): readonly (Value | null)[] => {
      const flags = evaluator.getProperty(option, table, at.node, at.module);
      const flag = findOption(evaluator, flags, name, at);
      const described =
        flag?.type === 'external' && flag.made !== null ? evaluator.getArgument(flag.made.args, 0) : null;
      if (described?.type !== 'object') return [];
      const variable = evaluator.getProperty(described, 'env', at.node, at.module);
      const known = findKnownText(variable);
      const given = evaluator.getProperty(described, 'default', at.node, at.module);
      return [...(known === null ? [] : [makeEnvironmentText(evaluator, known, at.module)]), given];
    });
  });
}

/** `this.parse({ flags: this.ctor.flags, … })`: the command that is run, or stands above those that are. */
function findCommandAround({ call, module }: Made): Value | undefined {
  const node = findClassAround(call);
  return node === null ? undefined : { type: 'class', node, module, env: null, ...NO_PROVENANCE };
}

function findDefaults(evaluator: Evaluator, external: ExternalValue, name: string, at: At): readonly (Value | null)[] {
  const { made } = external;
  if (made === null) return [];
  const first = () => evaluator.getArgument(made.args, 0);
  const second = () => evaluator.getArgument(made.args, 1);
  const path = external.path.join('.');
  switch (made.by.module) {
    case 'util':
    case 'node:util': {
      const config = made.by.path.join('.') === 'parseArgs' && path === 'values' ? first() : undefined;
      if (config?.type !== 'object') return [];
      return [findDescribed(evaluator, evaluator.getProperty(config, 'options', at.node, at.module), name, at)];
    }
    case 'meow':
    case 'cleye':
    case 'citty': {
      const table = made.by.module === 'citty' ? 'args' : 'flags';
      return path !== table
        ? []
        : made.args.map((argument) => {
            const config = evaluator.evaluateArgument(argument);
            if (config.type !== 'object') return null;
            return findDescribed(evaluator, evaluator.getProperty(config, table, at.node, at.module), name, at);
          });
    }
    case 'rc':
      return path === '' ? [findOption(evaluator, second(), name, at)] : [];
    case 'c12': {
      const options = path === 'config' && made.by.path.at(-1) === 'loadConfig' ? first() : undefined;
      if (options?.type !== 'object') return [];
      return ['defaults', 'defaultConfig', 'overrides'].map((table) =>
        findOption(evaluator, evaluator.getProperty(options, table, at.node, at.module), name, at),
      );
    }
    case 'commander':
    case 'cac':
    case 'sade':
      return path === '' ? listCommandDefaults(evaluator, made, toOptionMember(name)) : [];
    case '@oclif/core':
    case '@oclif/command':
      return path === 'flags' && made.by.path.at(-1) === 'parse'
        ? [...readFlag(evaluator, first(), name, at), ...readFlag(evaluator, findCommandAround(made), name, at)]
        : [];
    case 'yargs':
    case 'yargs/yargs':
      return path === 'argv' || path === ''
        ? listMade(external).map((step) => readYargs(evaluator, step, name, at))
        : [];
    case 'minimist':
    case 'mri':
    case 'getopts':
    case 'yargs-parser': {
      const options = path === '' ? second() : undefined;
      if (options?.type !== 'object') return [];
      return [findOption(evaluator, evaluator.getProperty(options, 'default', at.node, at.module), name, at)];
    }
    default:
      return [];
  }
}

/** A member of what was read from a command line, as it is when nobody gives it; null for everything else. */
export function findOptionDefault(evaluator: Evaluator, external: ExternalValue, name: string, at: At): Value | null {
  const found = findDefaults(evaluator, external, name, at).filter((value) => value !== null && isAddress(value));
  return found.length === 0 ? null : uniteDefaults(found as readonly Value[]);
}
