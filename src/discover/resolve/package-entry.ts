import { isJsonObject, type JsonObject } from '../../model/json-object.ts';
import { joinNames } from '../../model/paths.ts';
import type { FileLookup } from './file-lookup.ts';
import { findMapping } from './pattern-map.ts';

/** Where a build writes; what such a path was made from lies in `src`, or beside it. */
const OUTPUT = new Set([
  'dist',
  'build',
  'lib',
  'out',
  'output',
  'es',
  'esm',
  'cjs',
  'umd',
  'module',
  'types',
  'typings',
]);
const COMPILED_ENDING =
  /(?:\.(?:d|min|esm|cjs|mjs|umd|module|node|browser|prod|production|development))*\.[mc]?[jt]sx?$/;
const ENTRY_FIELDS = ['module', 'main', 'browser', 'types', 'typings'];

/** All files that a target of `exports` or `imports` can mean, whatever the condition: one of them is the source. */
export function listTargets(value: unknown, star: string): readonly string[] {
  if (typeof value === 'string') return [value.replaceAll('*', () => star)];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => listTargets(item, star));
  return isJsonObject(value) ? Object.values(value).flatMap((item) => listTargets(item, star)) : [];
}

/** `./dist/esm/http.js` was made from `src/http`, or from `http`; the built file itself comes last. */
export function listSourcePaths(target: string): readonly string[] {
  const names = target
    .replace(/^\.?\//, '')
    .replace(/\/$/, '')
    .split('/');
  const asWritten = names.join('/');
  const first = names.findIndex((name) => !OUTPUT.has(name));
  if (first === -1) return ['src/index', 'index', asWritten];
  if (first === 0) return [asWritten];
  const rest = names
    .slice(names[first] === 'src' ? first + 1 : first)
    .join('/')
    .replace(COMPILED_ENDING, '');
  // Without a `src`, what lies in `lib` is as likely written by hand.
  return names[0] === 'lib' ? [`src/${rest}`, asWritten, rest] : [`src/${rest}`, rest, asWritten];
}

/** `exports` is one target for the whole package, or a map of subpaths that begin with a dot. */
function listExported(exports: unknown, subpath: string): readonly string[] {
  const isMap = isJsonObject(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  if (!isMap) return subpath === '.' ? listTargets(exports, '') : [];
  const mapping = findMapping(exports, subpath);
  return mapping === undefined ? [] : listTargets(mapping.value, mapping.star);
}

function listDeclared(manifest: JsonObject, subpath: string): readonly string[] {
  const exported = listExported(manifest.exports, subpath);
  if (subpath !== '.') return exported;
  const fields = ENTRY_FIELDS.map((field) => manifest[field]);
  return [manifest.source, ...exported, ...fields].filter((target) => typeof target === 'string');
}

/** Where packages keep their source when the manifest says nothing that helps. */
function listUsual(subpath: string): readonly string[] {
  if (subpath === '.') return ['src/index', 'index', 'src/main', 'lib/index'];
  const name = subpath.slice('./'.length);
  return [`src/${name}`, ...listSourcePaths(name), `lib/${name}`];
}

/** The source file behind `<package in folder>/<subpath>`; `subpath` is `.` or begins with `./`. */
export function findPackageEntry(lookup: FileLookup, folder: string, subpath: string): string | undefined {
  const manifest = lookup.readJson(joinNames(folder, 'package.json')) ?? {};
  const paths = [...listDeclared(manifest, subpath).flatMap(listSourcePaths), ...listUsual(subpath)];
  for (const path of paths) {
    const name = joinNames(folder, path);
    const found = lookup.findSource(name, true) ?? lookup.findSource(joinNames(name, 'index'), true);
    if (found !== undefined) return found;
  }
  return undefined;
}
