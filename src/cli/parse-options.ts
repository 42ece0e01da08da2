import { parseArgs } from 'node:util';
import { UserError } from '../errors.ts';
import { findNearest } from '../nearest.ts';
import type { OptionTable, OptionValues } from './command.ts';

/** `node:util` parses; what users read when they mistype is worded here. */

type Token = NonNullable<ReturnType<typeof listTokens>>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/** The parts of a command line, also of one that is wrong. */
export function listTokens(options: OptionTable, args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true }).tokens;
}

/** What other tools call it. */
const CALLED_ELSEWHERE: Readonly<Record<string, string>> = {
  json: '--reporter json',
  format: '--reporter',
  formatter: '--reporter',
  ignore: '--exclude',
  'ignore-pattern': '--exclude',
  n: '--dry-run',
  c: '--config',
  url: '--base-url',
  host: '--base-url',
  diff: '--changed',
  since: '--changed',
};

/** What the commands do without an option: `migrate` writes unless it is told not to. */
const WRITING = /^(?:fix|write|w|apply|in-place)$/;

function suggestFor(name: string, names: readonly string[]): string {
  if (WRITING.test(name) && names.includes('dry-run')) return 'It writes unless --dry-run is given.';
  const called = Object.hasOwn(CALLED_ELSEWHERE, name) ? CALLED_ELSEWHERE[name] : undefined;
  const own = called?.slice(2).split(' ')[0];
  if (own !== undefined && names.includes(own)) return `Did you mean ${called}?`;
  const nearest = findNearest(name, names);
  return nearest === undefined ? 'Options are listed by --help.' : `Did you mean --${nearest}?`;
}

function explainUnknown({ rawName, index }: OptionToken, names: readonly string[], args: readonly string[]): UserError {
  // `-dry-run` is read as a group of one-letter options; nobody means that.
  const typed = rawName.startsWith('--') ? rawName : (args[index] ?? rawName);
  const name = typed.replace(/^-+/, '').replace(/=.*/s, '');
  return new UserError(`Unknown option ${typed.replace(/=.*/s, '')}.`, { hint: suggestFor(name, names) });
}

function findMistake(options: OptionTable, args: readonly string[]): UserError | null {
  const seen = new Set<string>();
  for (const token of listTokens(options, args)) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const spec = Object.hasOwn(options, name) ? options[name] : undefined;
    if (spec === undefined) return explainUnknown(token, Object.keys(options), args);
    // `--dry-run=no` must not be guessed at: one reading of it writes files.
    if (spec.type === 'boolean' && value !== undefined) return new UserError(`${rawName} takes no value.`);
    if (spec.type === 'boolean') continue;
    if (spec.isValueOptional === true) continue;
    const isAbsent = value === undefined || (value === '' && spec.mayBeEmpty !== true);
    const isTaken = !isAbsent && inlineValue !== true && value.startsWith('-');
    if (isAbsent || (isTaken && value !== '-')) {
      return new UserError(`${rawName} needs a value: ${rawName} ${spec.value ?? '<value>'}.`);
    }
    if (seen.has(name) && spec.multiple !== true) return new UserError(`${rawName} was given twice.`);
    seen.add(name);
  }
  return null;
}

/** `--changed` alone becomes `--changed=`; an option, a `--` or the end behind it is no value. */
function completeValues(options: OptionTable, args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const isOption = arg.startsWith('--') && (end === -1 || index < end);
    const isAlone = isOption && Object.hasOwn(options, arg.slice(2)) && options[arg.slice(2)]?.isValueOptional === true;
    const next = args[index + 1];
    return isAlone && (next === undefined || next.startsWith('-')) ? `${arg}=` : arg;
  });
}

/** Strict in everything: unknown options, values where none belong, missing and repeated ones are usage errors. */
export function parseOptions<Options extends OptionTable>(
  options: Options,
  typed: readonly string[],
  maxPositionals: number,
): { values: OptionValues<Options>; positionals: readonly string[] } {
  const args = completeValues(options, typed);
  const mistake = findMistake(options, args);
  if (mistake !== null) throw mistake;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  const extra = positionals[maxPositionals];
  if (extra !== undefined) throw new UserError(`Unexpected argument ${extra}.`, { hint: 'See --help.' });
  return { values, positionals };
}
