import { createHash } from 'node:crypto';
import type { Plan } from '../model/plan.ts';
import type { Shard } from './parse-shard.ts';

/** Is this file one of the shard's? Every file belongs to exactly one. */
export type Owns = (file: string) => boolean;

/** Files that belong together, each found by the first of them in the alphabet. */
class FileGroups {
  readonly #parents = new Map<string, string>();

  find(file: string): string {
    let first = file;
    for (let at = this.#parents.get(first); at !== undefined; at = this.#parents.get(first)) first = at;
    return first;
  }

  join(a: string, b: string): void {
    const [first = a, second = b] = [this.find(a), this.find(b)].sort();
    if (first !== second) this.#parents.set(second, first);
  }
}

/** One request must not move to the new path in one part, and get the header that this path wants in another. */
function groupFiles({ findings, edits }: Plan): FileGroups {
  const groups = new FileGroups();
  const homes = new Map(findings.map(({ id, file }) => [id, file]));
  const edited = new Set(edits.map(({ finding }) => finding));
  for (const { finding, file } of edits) groups.join(file, homes.get(finding) ?? file);
  const byRequest = new Map<string, string>();
  for (const { id, file, requests } of findings) {
    if (!edited.has(id)) continue;
    for (const { file: site, line, column } of requests) {
      const key = `${site}:${line}:${column}`;
      groups.join(file, byRequest.get(key) ?? file);
      byRequest.set(key, file);
    }
  }
  return groups;
}

/** By a hash of the name: a file that is added or removed moves no other one to another part. */
function hashToPart(file: string, count: number): number {
  return (createHash('sha256').update(file).digest().readUInt32BE(0) % count) + 1;
}

/** Which files are the shard's. The same plan gives the same answer on every machine. */
export function partition(plan: Plan, { index, count }: Shard): Owns {
  const groups = groupFiles(plan);
  const known = new Map<string, boolean>();
  return (file) => {
    const owned = known.get(file) ?? hashToPart(groups.find(file), count) === index;
    known.set(file, owned);
    return owned;
  };
}
