import { UserError } from '../errors.ts';
import { compareText } from '../model/compare-text.ts';
import type { Accounting } from '../model/plan.ts';
import type { Report } from '../model/report.ts';
import { compareFindings, compareProblems } from './build-report.ts';

/** The report of a shard, by the name of its file. */
interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** What all shards of one run have in common, in words for who mixed them up. */
const COMMON: readonly (readonly [what: string, of: (report: Report) => unknown])[] = [
  ['version of v1-migrate', ({ tool }) => tool.version],
  ['command', ({ command }) => command],
  ['kind of run (--dry-run)', ({ dryRun }) => dryRun],
  ['day (--today)', ({ cutoff }) => cutoff],
  ['bases', ({ bases }) => bases.map(({ base, source }) => [base, source])],
  ['number of shards', ({ shard }) => shard?.count],
];

const HINT = 'Make the shards in one go: the same version, commit, options and --today, with --shard 1/n to n/n.';

function checkCommon(first: NamedReport, other: NamedReport): void {
  for (const [what, find] of COMMON) {
    const [a, b] = [first, other].map(({ report }) => JSON.stringify(find(report)));
    if (a === b) continue;
    throw new UserError(`${first.name} and ${other.name} differ in the ${what}: ${a} and ${b}.`, { hint: HINT });
  }
}

function checkWhole(reports: readonly NamedReport[]): void {
  const byIndex = new Map<number, string>();
  for (const { name, report } of reports) {
    if (report.shard === undefined)
      throw new UserError(`${name} is no shard: it was made without --shard.`, { hint: HINT });
    const twin = byIndex.get(report.shard.index);
    if (twin !== undefined)
      throw new UserError(`${twin} and ${name} are both shard ${report.shard.index}.`, { hint: HINT });
    byIndex.set(report.shard.index, name);
  }
  const count = reports[0]?.report.shard?.count ?? 0;
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length === 0) return;
  const parts = missing.map((index) => `${index}/${count}`).join(', ');
  throw new UserError(`Not all shards are there: ${parts} ${missing.length === 1 ? 'is' : 'are'} missing.`, {
    hint: HINT,
  });
}

function checkDistinct(reports: readonly NamedReport[]): void {
  const homes = new Map<string, string>();
  for (const { name, report } of reports) {
    for (const { id } of report.findings) {
      const home = homes.get(id);
      if (home !== undefined) throw new UserError(`${id} is in ${home} and in ${name}.`, { hint: HINT });
      homes.set(id, name);
    }
  }
}

type Counts = Readonly<Record<string, number>>;

/** Adds member by member; all have the same members. */
function addCounts<T extends Counts>(all: readonly T[]): T {
  const [first] = all;
  const sums = Object.keys(first ?? {}).map((key) => [key, all.reduce((sum, counts) => sum + (counts[key] ?? 0), 0)]);
  return Object.fromEntries(sums) as T; // the keys are those of T
}

function addAccounting(all: readonly Accounting[]): Accounting {
  return {
    files: addCounts(all.map(({ files }) => files)),
    requests: addCounts(all.map(({ requests }) => requests)),
    references: addCounts(all.map(({ references }) => references)),
  };
}

/** The report of the whole project from those of its shards. Throws UserError when they are not the shards of one run. */
export function mergeReports(named: readonly NamedReport[]): Report {
  const [first, ...others] = named;
  if (first === undefined) throw new UserError('There is no report to merge.', { hint: HINT });
  for (const other of others) checkCommon(first, other);
  checkWhole(named);
  checkDistinct(named);
  const all = named.map(({ report }) => report);
  const suppressed = all.flatMap((report) => report.suppressed ?? []);
  const { shard: _, ...whole } = first.report;
  return {
    ...whole,
    bases: whole.bases.map((base, at) => ({
      ...base,
      requests: all.reduce((sum, { bases }) => sum + (bases[at]?.requests ?? 0), 0),
    })),
    accounting: addAccounting(all.map(({ accounting }) => accounting)),
    findings: all.flatMap(({ findings }) => findings).sort(compareFindings),
    ...(suppressed.length === 0 ? {} : { suppressed: [...suppressed].sort(compareFindings) }),
    changes: all.flatMap(({ changes }) => changes).sort((a, b) => compareText(a.file, b.file)),
    errors: all.flatMap(({ errors }) => errors).sort(compareProblems),
    skipped: all.flatMap(({ skipped }) => skipped).sort((a, b) => compareText(a.file, b.file)),
  };
}
