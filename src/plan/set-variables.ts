import type { EnvAssignment } from '../model/project.ts';
import { parseAddress } from './origins.ts';

/** What `.env*` files set the variables of bases to. */

/** The version at the end of the path of a named variable: what stands in front of it is the base's own. */
export function readVersion({ value }: EnvAssignment): readonly string[] {
  const last = parseAddress(value)?.prefix.at(-1);
  return last !== undefined && /^v\d+$/i.test(last) ? [last] : [];
}

/** What a variable holds behind a base. `isMixed`: not the same everywhere. */
interface HeldPath {
  readonly implied: readonly string[];
  readonly isMixed?: true;
}

/** `.env` has the version and `.env.production` has not: the shorter path is the one that is still to move. */
export function mergePaths(paths: readonly (readonly string[])[]): HeldPath {
  const [implied = []] = [...paths].sort((a, b) => a.length - b.length);
  const isMixed = paths.some((path) => path.join('/') !== implied.join('/'));
  return { implied, ...(isMixed ? { isMixed: true } : {}) };
}
