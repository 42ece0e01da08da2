import { dirname } from 'node:path';
import type { globSync } from 'tinyglobby';
import { isJsonObject, type JsonObject } from '../../model/json-object.ts';
import { joinNames, resolveName } from '../../model/paths.ts';
import { loadLibrary } from '../load-library.ts';
import type { FileLookup } from './file-lookup.ts';
import { listStrings } from './parse-data.ts';

const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const LOCAL = /^(?:file|link|portal):/;

/** `packages:` of pnpm-workspace.yaml, as a list of lines or in brackets; all that is needed of YAML here. */
function parsePnpmPackages(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('packages:'));
  if (start === -1) return [];
  const end = lines.findIndex((line, index) => index > start && /^[^\s#-]/.test(line));
  const block = lines.slice(start + 1, end === -1 ? undefined : end).filter((line) => line.trimStart().startsWith('-'));
  const items = /\[([^\]]*)\]/.exec(lines[start] ?? '')?.[1]?.split(',') ?? block;
  return items
    .map((item) =>
      item
        .replace(/^\s*-/, '')
        .replace(/\s#.*$/, '')
        .trim()
        .replace(/^(['"])(.*)\1$/, '$2'),
    )
    .filter((item) => item !== '');
}

/** Packages of the tree by name, as npm, Yarn, pnpm, Bun and Lerna declare them. */
export class WorkspacePackages {
  readonly #lookup: FileLookup;
  readonly #members = new Map<string, ReadonlyMap<string, string>>();

  constructor(lookup: FileLookup) {
    this.#lookup = lookup;
  }

  /** The folder of package `name`, as seen from files in `folder`; absolute. */
  find(folder: string, name: string): string | undefined {
    const folders = this.#lookup.listUpwards(folder);
    const own = folders.find((at) => this.#lookup.isFile(joinNames(at, 'package.json')));
    if (own !== undefined) {
      const manifest = this.#readManifest(own);
      if (manifest.name === name) return own;
      const local = findLocalDependency(manifest, name);
      if (local !== undefined) return resolveName(own, local);
    }
    for (const at of folders) {
      const member = this.#listMembers(at).get(name);
      if (member !== undefined) return member;
    }
    return undefined;
  }

  /** The packages of the workspaces that a folder is in, by name; their folders are absolute. */
  listAround(folder: string): ReadonlyMap<string, string> {
    const members = this.#lookup.listUpwards(folder).map((at) => this.#listMembers(at));
    return new Map(members.reverse().flatMap((found) => [...found]));
  }

  /** The folders of the packages of the tree that the package in `folder` names as its dependencies; absolute. */
  listDependencies(folder: string): readonly string[] {
    const manifest = this.#readManifest(folder);
    const names = DEPENDENCY_FIELDS.map((field) => manifest[field])
      .filter(isJsonObject)
      .flatMap(Object.keys);
    return [...new Set(names)].flatMap((name) => this.find(folder, name) ?? []);
  }

  #readManifest(folder: string): JsonObject {
    return this.#lookup.readJson(joinNames(folder, 'package.json')) ?? {};
  }

  #listGlobs(folder: string): readonly string[] {
    const { workspaces } = this.#readManifest(folder);
    const pnpm = this.#lookup.readText(joinNames(folder, 'pnpm-workspace.yaml'));
    const lerna = this.#lookup.readJson(joinNames(folder, 'lerna.json'));
    return [
      ...listStrings(isJsonObject(workspaces) ? workspaces.packages : workspaces),
      ...(pnpm === undefined ? [] : parsePnpmPackages(pnpm)),
      ...listStrings(lerna?.packages),
    ];
  }

  #listMembers(root: string): ReadonlyMap<string, string> {
    const known = this.#members.get(root);
    if (known !== undefined) return known;
    const members = new Map<string, string>();
    this.#members.set(root, members);
    const globs = this.#listGlobs(root).map(
      (glob) => `${glob.replace(/^(!?)\.\//, '$1').replace(/\/$/, '')}/package.json`,
    );
    if (globs.length === 0) return members;
    const tinyglobby = loadLibrary('tinyglobby') as { globSync: typeof globSync }; // only monorepos pay for it
    const files = tinyglobby.globSync(globs, {
      cwd: root,
      ignore: ['**/node_modules/**'],
      followSymbolicLinks: false,
      expandDirectories: false,
    });
    for (const file of [...files].sort()) {
      const folder = joinNames(root, dirname(file));
      const { name } = this.#readManifest(folder);
      if (typeof name === 'string' && !members.has(name)) members.set(name, folder);
    }
    return members;
  }
}

/** The folder that a manifest names for a dependency: `"file:../http"`. */
function findLocalDependency(manifest: JsonObject, name: string): string | undefined {
  for (const field of DEPENDENCY_FIELDS) {
    const dependencies = manifest[field];
    const version = isJsonObject(dependencies) ? dependencies[name] : undefined;
    if (typeof version === 'string' && LOCAL.test(version)) return version.replace(LOCAL, '');
  }
  return undefined;
}
