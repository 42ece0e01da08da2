import type { SourceFacts } from './source-files.ts';

/** Files that import each other in a circle; imports of types are gone after compilation. */

interface Visit {
  readonly order: number;
  /** The earliest file that is reached from here and not in a circle that is closed already. */
  low: number;
}

/** The circles among files: each set in which every file reaches every other (Tarjan's strongly connected components). */
export function listCycles(files: readonly SourceFacts[]): readonly (readonly string[])[] {
  const targets = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(({ isOurs, isType }) => isOurs && !isType).map(({ target }) => target),
    ]),
  );
  const visits = new Map<string, Visit>();
  const open: string[] = [];
  const cycles: (readonly string[])[] = [];
  const visit = (path: string): Visit => {
    const own: Visit = { order: visits.size, low: visits.size };
    visits.set(path, own);
    open.push(path);
    for (const target of targets.get(path) ?? []) {
      const known = visits.get(target);
      if (known === undefined && targets.has(target)) own.low = Math.min(own.low, visit(target).low);
      else if (known !== undefined && open.includes(target)) own.low = Math.min(own.low, known.order);
    }
    if (own.low === own.order) {
      const cycle = open.splice(open.indexOf(path));
      if (cycle.length > 1) cycles.push(cycle.toSorted());
    }
    return own;
  };
  for (const path of targets.keys()) if (!visits.has(path)) visit(path);
  return cycles.toSorted((a, b) => b.length - a.length);
}
