import type { Evaluator } from '../evaluator.ts';
import { evaluateImport } from '../modules/exports.ts';
import { joinFolder } from '../modules/join-folder.ts';
import type { Module } from '../modules/module.ts';
import { isUndefined } from '../values/missing.ts';
import { unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { FOLDERS_ABOVE } from './folders-above.ts';

/** `sails.config.custom.voiceUrl`: what `config/custom.js` exports as `custom`, or what the files of an environment put in its place. */

const FILE = /\.[cm]?[jt]s$/;

interface Place {
  readonly node: Parameters<Evaluator['getProperty']>[2];
  readonly module: Module;
}

/** The folder `config` above a file, as a specifier and as a path; null where none has this file. */
function findFolder(
  { graph }: Evaluator,
  module: Module,
  name: string,
): { readonly specifier: string; readonly path: string } | null {
  for (const above of FOLDERS_ABOVE) {
    const specifier = `${above}config/`;
    const path = joinFolder(module.path, specifier);
    const folder = path === '' || path.endsWith('/') ? path : `${path}/`;
    if (graph.project.seen.some((seen) => seen.replace(FILE, '') === `${folder}${name}`))
      return { specifier, path: folder };
  }
  return null;
}

/** Null for all else, and where no such file says it. */
export function readSailsConfig(
  evaluator: Evaluator,
  external: ExternalValue,
  name: string,
  place: Place,
): Value | null {
  const [app, config, group = '', ...others] = external.path;
  const isGroup = external.module === 'global' && app === 'sails' && config === 'config' && group !== '';
  if (!isGroup || others.length > 0 || external.made !== null) return null;
  const folder = findFolder(evaluator, place.module, group);
  if (folder === null) return null;
  const read = (value: Value, member: string): Value =>
    value.type === 'object' ? evaluator.getProperty(value, member, place.node, place.module) : value;
  const load = (file: string, exported: string): Value =>
    evaluateImport(evaluator, place.module, `${folder.specifier}${file}`, exported);
  const overriding = evaluator.graph.project.seen
    .filter((path) => path.startsWith(`${folder.path}env/`) || path.replace(FILE, '') === `${folder.path}local`)
    .map((path) => read(load(path.slice(folder.path.length).replace(FILE, ''), 'default'), group));
  const values = [load(group, group), ...overriding]
    .filter(({ type }) => type === 'object')
    .map((value) => read(value, name))
    .filter((value) => !isUndefined(value));
  return values.length === 0 ? null : unite(values);
}
