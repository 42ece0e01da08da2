import { append } from '../../model/append.ts';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { chooseAssignedEnv } from '../expressions/assignments.ts';
import { gatherFromCalls } from '../growing.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { makeEnvironmentText } from './environment.ts';
import { uniteDefaults } from './noted-defaults.ts';

/** The calls anywhere in a program that say what a setting is by default, gone through once. */

interface OptionDefault {
  readonly command: Command;
  readonly value: Value;
}

/** The call that makes a command; null for the one that the package exports. */
type Command = SyntaxNode | null;

interface Found {
  /** `.option('--base-url <url>', 'where it lives', 'https://…')` of commander, by the member that holds the option. */
  readonly options: Map<string, OptionDefault[]>;
  /** What `nconf.defaults(…)` is given, and `nconf.overrides(…)`, `config.load(…)` of convict or `config.util.extendDeep(config, …)`. */
  readonly defaults: Value[];
  readonly loaded: SettingSource[];
  /** `config.set('voice.url', …)` */
  readonly set: SettingSource[];
}

interface SettingSource {
  readonly owner: ExternalValue;
  /** The name of what is set; null for a whole object of settings. */
  readonly key: string | null;
  /** The callers of the function around may be known later. */
  readonly read: () => Value | undefined;
}

/** `--base-url <url>`, `base-url` and `baseUrl` are one option. */
export function toOptionMember(flag: string): string {
  const name = /--([\w-]+)/.exec(flag)?.[1] ?? flag;
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Was the value made by calls of a package, however many stand in between? */
export function isMadeBy(external: ExternalValue, name: string): boolean {
  for (let at: ExternalValue | undefined = external; at !== undefined; at = at.made?.by)
    if (at.module === name) return true;
  return false;
}

/** Of which command of commander a method was called: `new Command()`, `program.command('calls')`. */
export function findCommand(external: ExternalValue): Command {
  for (let at = external.made; at !== null; at = at.by.made)
    if (/^(?:Command|command|createCommand)$/.test(at.by.path.at(-1) ?? '')) return at.call;
  return null;
}

/** Where the command line of cac or sade was made. */
export function findLine(external: ExternalValue): Command {
  let line: Command = null;
  for (let at = external.made; at !== null; at = at.by.made) line = at.call;
  return line;
}

/** `new Option('--base-url <url>').env('VOICE_URL').default('https://…')` */
function readOption(
  evaluator: Evaluator,
  option: ExternalValue,
  module: Module,
): { readonly flag: string | null; readonly value: Value | undefined } {
  let flag: string | null = null;
  const values: Value[] = [];
  for (let { made } = option; made !== null; made = made.by.made) {
    const given = evaluator.getArgument(made.args, 0);
    const text = findKnownText(given);
    const name = made.by.path.at(-1);
    if (name === 'default' && given !== undefined) values.push(given);
    if (name === 'env' && text !== null) values.unshift(makeEnvironmentText(evaluator, text, module));
    if (name === 'Option' || name === 'createOption') flag = text;
  }
  return { flag, value: values.length === 0 ? undefined : uniteDefaults(values) };
}

const NAMES = /^(?:option|requiredOption|addOption|defaults|overrides|load|set|extendDeep)$/;
const SETTERS = /^(?:overrides|load|set|extendDeep)$/;
const PACKAGES = ['nconf', 'convict', 'config', 'conf', 'electron-store', 'configstore'];

/** What a program itself says of a setting, whatever its default is; who calls the function around says the value. */
function collectSet(evaluator: Evaluator, found: Found, site: CallSite, owner: ExternalValue, name: string): void {
  if (!PACKAGES.some((known) => isMadeBy(owner, known))) return;
  const { node, module } = site;
  const read = (index: number): Value | undefined => {
    const env = chooseAssignedEnv(evaluator, node, null);
    return evaluator.getArgument(evaluator.index.listCallArguments(node, module, env), index);
  };
  const first = read(0);
  const key = findKnownText(first);
  if (name === 'set' && key !== null) found.set.push({ owner, key, read: () => read(1) });
  else if (name !== 'set' || key === null)
    found.loaded.push({ owner, key: null, read: () => read(name === 'extendDeep' ? 1 : 0) });
}

function collect(evaluator: Evaluator, found: Found, site: CallSite): void {
  const callee = site.node.type === 'CallExpression' ? unwrap(site.node.callee) : null;
  if (callee === null || !isMemberNode(callee)) return;
  const name = nameMember(callee);
  if (name === null || !NAMES.test(name)) return;
  const owner = evaluator.evaluate(callee.object, site.module, null);
  if (owner.type !== 'external') return;
  const args = evaluator.index.listCallArguments(site.node, site.module, null);
  const first = evaluator.getArgument(args, 0);
  if (SETTERS.test(name)) {
    collectSet(evaluator, found, site, owner, name);
    return;
  }
  if (name === 'defaults') {
    if (first !== undefined && isMadeBy(owner, 'nconf')) found.defaults.push(first);
    return;
  }
  if (isMadeBy(owner, 'cac') || isMadeBy(owner, 'sade')) {
    const described = evaluator.getArgument(args, 2);
    const value =
      described?.type === 'object' ? evaluator.getProperty(described, 'default', site.node, site.module) : described;
    const named = findKnownText(first);
    if (named !== null && value !== undefined)
      append(found.options, toOptionMember(named), { command: findCommand(owner) ?? findLine(owner), value });
    return;
  }
  const made = name === 'addOption' && first?.type === 'external' ? readOption(evaluator, first, site.module) : null;
  const fallback = made === null ? evaluator.getArgument(args, 2) : made.value;
  const flag = made === null ? findKnownText(first) : made.flag;
  if (flag === null || fallback === undefined || !isMadeBy(owner, 'commander')) return;
  const member = toOptionMember(flag);
  append(found.options, member, { command: findCommand(owner), value: fallback });
}

/** The calls of modules that were loaded since are gone through, too. */
export const findSettingCalls = gatherFromCalls(
  (): Found => ({ options: new Map(), defaults: [], loaded: [], set: [] }),
  (found, site, evaluator) => collect(evaluator, found, site),
);
