import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { blankComments } from '../model/blank.ts';
import { joinNames, resolveName, toPosix, toRelative } from '../model/paths.ts';
import type { EnvAssignment } from '../model/project.ts';
import { isDeployment, parseDeployment } from './deployment-variables.ts';
import { setsVariables } from './listing.ts';
import { parseEnv, parseJsonEnv } from './parse-env.ts';
import { isInTerritory, type Scope } from './scope.ts';

/** More than this is not a list of settings. */
const MAX_BYTES = 1_000_000;

/** Where workflows and manifests stand that are about all folders beside them. */
const BESIDE = ['.github/workflows', 'k8s', 'kubernetes', 'manifests', 'deploy', 'infra', 'terraform'];

function listEnvFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(setsVariables)
      .map((name) => joinNames(folder, name));
  } catch {
    return []; // gone, or closed to us: no settings of ours
  }
}

/** `[env.staging.vars]` of a TOML file sets the variables anew, for a deployment of its own. */
function parseSections(file: string, text: string): readonly EnvAssignment[] {
  if (isDeployment(basename(file))) return parseDeployment(file, text);
  if (/\.jsonc?$/.test(file)) return parseJsonEnv(file, blankComments(text));
  if (!file.endsWith('.toml')) return parseEnv(file, text);
  let line = 0;
  return text.split(/^(?=\[)/m).flatMap((section) => {
    const before = line;
    line += section.split('\n').length - 1;
    return parseEnv(file, section).map((found) => ({ ...found, line: found.line + before }));
  });
}

function readEnvFile(scope: Scope, file: string): readonly EnvAssignment[] {
  try {
    const path = toPosix(realpathSync.native(file));
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MAX_BYTES || !isInTerritory(scope, path)) return [];
    return parseSections(toRelative(scope.cwd, file), readFileSync(path, 'utf8'));
  } catch {
    return []; // closed to us: whoever keeps secrets in it may want that
  }
}

/** The folders from the roots up to the border of the territory: `.env` mostly lies above `src`. */
function listFoldersAbove(scope: Scope): readonly string[] {
  const folders: string[] = [];
  for (const root of scope.roots) {
    for (let at = root.path; isInTerritory(scope, at); at = dirname(at)) {
      folders.push(at);
      if (at === dirname(at)) break;
    }
  }
  return folders;
}

/** The addresses that `.env*` files set: those listed (relative to the cwd) and those above the roots; sorted. */
export function findEnv(scope: Scope, listed: Iterable<string>): readonly EnvAssignment[] {
  const above = listFoldersAbove(scope).flatMap((folder) =>
    [folder, ...BESIDE.map((name) => joinNames(folder, name))].flatMap(listEnvFiles),
  );
  const files = new Set([...above, ...[...listed].map((file) => resolveName(scope.cwd, file))]);
  const found = [...files].flatMap((file) => readEnvFile(scope, file));
  return found.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}
