import { describeName, unwrap } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { FOLDERS_ABOVE } from './folders-above.ts';
import { uniteDefaults } from './noted-defaults.ts';

/** What frameworks read from files of settings: `app.get('voice')` of Feathers, `config.get('voice.url')` of Adonis. */

const NODE_CONFIG: ExternalValue = { type: 'external', module: 'config', path: [], made: null, ...NO_PROVENANCE };
const FEATHERS = /"@feathersjs\/configuration"\s*:/;
const ADONIS = /^(?:@adonisjs\/core\/services\/config|@ioc:Adonis\/Core\/Config)$/;

/** How a file is loaded, and how a member of what the package `config` reads. */
interface Tools {
  readonly load: (specifier: string) => Value;
  readonly readSetting: (owner: ExternalValue, name: readonly string[]) => Value | null;
}

/** Does the nearest manifest that names its packages name this one? */
function dependsOn({ graph }: Evaluator, { path }: Module, name: RegExp): boolean {
  for (const folder of FOLDERS_ABOVE) {
    const text = graph.project.readText(`${folder}package.json`, path);
    if (text !== undefined && /ependencies"/.test(text)) return name.test(text);
  }
  return false;
}

/** `app.set('voice', …)` anywhere, also in files without paths: what the program itself puts there goes before the file. */
function isSetBy({ graph }: Evaluator, key: string): boolean {
  const calls = ['"', "'", '`'].flatMap((quote) =>
    ['.set', '?.set', "['set']", '["set"]'].map((member) => `app${member}(${quote}${key}${quote}`),
  );
  return (
    graph.loaded.some(({ text }) => calls.some((call) => text.includes(call))) ||
    graph.project.findMentions(calls).some(({ text }) => calls.some((call) => text.includes(call)))
  );
}

/** A member of `config/default.json`, which `@feathersjs/configuration` puts into the application. */
export function callFeathersSetting(
  evaluator: Evaluator,
  call: BuiltinCall,
  { readSetting }: Pick<Tools, 'readSetting'>,
): Value | null {
  const { node, module, args } = call;
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (callee === null || args.length !== 1 || !/(?:^|\.)app\.get$/.test(describeName(callee))) return null;
  const key = findKnownText(evaluator.getArgument(args, 0));
  if (key === null || !/^\w[\w-]*$/.test(key) || !dependsOn(evaluator, module, FEATHERS)) return null;
  return isSetBy(evaluator, key) ? null : readSetting(NODE_CONFIG, [key]);
}

/** The member that a name leads to of what `config/<file>` exports. */
export function callAdonisConfig(
  evaluator: Evaluator,
  callee: ExternalValue,
  call: BuiltinCall,
  { load }: Pick<Tools, 'load'>,
): Value | null {
  if (!ADONIS.test(callee.module) || callee.made !== null || callee.path.at(-1) !== 'get') return null;
  const [file, ...path] = findKnownText(evaluator.getArgument(call.args, 0))?.split('.') ?? [];
  if (file === undefined || !/^[\w-]+$/.test(file) || path.length === 0) return null;
  for (const folder of FOLDERS_ABOVE) {
    const exported = load(`${folder}config/${file}`);
    if (exported.type !== 'object') continue;
    const found = path.reduce(
      (value, part) => evaluator.getProperty(value, part, call.node, call.module),
      exported as Value,
    );
    const fallback = evaluator.getArgument(call.args, 1);
    return fallback?.type === 'text' ? uniteDefaults([found, fallback]) : found;
  }
  return null;
}
