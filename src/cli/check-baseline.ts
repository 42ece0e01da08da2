import type { Baseline, BaselineEntry } from '../baseline/baseline.ts';
import { type EntryWords, updateBaseline } from '../baseline/update-baseline.ts';
import { isCalendarDate } from '../calendar.ts';
import type { CheckResult } from '../check.ts';
import { UserError } from '../errors.ts';
import { count } from '../report/describe.ts';
import { createKeyHider } from '../report/hide-keys.ts';
import { maskText } from '../report/mask.ts';
import type { Io } from './io.ts';

/** What `check` is told about a baseline, and what it does with it. */

export interface BaselineValues {
  readonly baseline?: string | undefined;
  readonly 'update-baseline'?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly owner?: string | undefined;
  readonly until?: string | undefined;
  readonly changed?: string | undefined;
  readonly shard?: string | undefined;
}

const DEFAULT_FILE = 'v1-migrate.baseline.json';
const DEFAULT_REASON = 'known when the baseline was made';
const MAX_LISTED = 50;

function isCi({ env }: Io): boolean {
  return ![undefined, '', 'false', '0'].includes(env.CI) || env.GITHUB_ACTIONS === 'true';
}

/** Mistakes that must be found before any work is done. */
export function checkBaselineValues(values: BaselineValues, today: string, io: Io): void {
  const { baseline, changed, shard, until } = values;
  const updates = values['update-baseline'] === true;
  const word = (['reason', 'owner', 'until'] as const).find((name) => values[name] !== undefined);
  if (word !== undefined && !updates) {
    throw new UserError(`--${word} belongs to --update-baseline: it says what new entries say.`);
  }
  if (!updates) return;
  if (baseline === undefined) {
    throw new UserError('--update-baseline needs the file.', { hint: `Add --baseline ${DEFAULT_FILE}.` });
  }
  if (isCi(io)) {
    throw new UserError('--update-baseline is refused in CI: a build must not accept what it is there to find.', {
      hint: 'Update it on your machine and commit the file.',
    });
  }
  if (changed !== undefined) throw new UserError('--update-baseline looks at everything, so not with --changed.');
  if (shard !== undefined) throw new UserError('--update-baseline looks at everything, so not with --shard.');
  if (until === undefined) return;
  if (!isCalendarDate(until)) {
    throw new UserError(`--until: "${until}" is not a date.`, { hint: 'Write it as YYYY-MM-DD.' });
  }
  if (until < today) throw new UserError(`--until: ${until} has passed, so the entries would not count.`);
}

function listEntries(verb: string, entries: readonly BaselineEntry[]): readonly string[] {
  const shown = entries.slice(0, MAX_LISTED).map(({ id, code, file, path }) => {
    return `  ${verb} ${id}  ${code}  ${file}${path === null ? '' : `  ${path}`}`;
  });
  const rest = entries.length - shown.length;
  return rest === 0 ? shown : [...shown, `  and ${rest} more ${verb}`];
}

/** The new baseline and what to say about it; nothing is ever added without being named. */
export function makeUpdate(
  baseline: Baseline,
  { marked, keys }: CheckResult,
  { reason, owner, until }: BaselineValues,
): { readonly baseline: Baseline; readonly notices: readonly string[] } {
  const words: EntryWords = { reason: reason ?? DEFAULT_REASON, owner: owner ?? null, until: until ?? null };
  // The file is committed: a key in a path must not be.
  const hide = createKeyHider(keys);
  const findings = marked.findings.map((finding) => {
    const { legacyPath } = finding;
    return legacyPath === null ? finding : { ...finding, legacyPath: maskText(hide(legacyPath)) };
  });
  const update = updateBaseline(baseline, { ...marked, findings }, words);
  const { added, removed, expired } = update;
  return {
    baseline: update.baseline,
    notices: [
      `the baseline has ${count(update.baseline.entries.length, 'finding')}: ${added.length} added, ${removed.length} removed`,
      ...(added.length === 0 && [reason, owner, until].some((word) => word !== undefined)
        ? ['nothing was added, so --reason, --owner and --until say nothing: they are for new entries']
        : []),
      ...listEntries('added', added),
      ...listEntries('removed', removed),
      ...expired.map(
        ({ id, baseline: mark }) => `${id} expired on ${mark?.until} and counts; change its until by hand`,
      ),
    ],
  };
}

/** An id holds the name of its file as it is from the folder of the run: from another folder none is known again. */
export function describeElsewhere({ entries }: Baseline, { report: { findings } }: CheckResult): readonly string[] {
  if (findings.some(({ baseline }) => baseline !== undefined)) return [];
  for (const { code, file } of entries) {
    const same = findings.find(
      (one) => one.code === code && (one.file.endsWith(`/${file}`) || file.endsWith(`/${one.file}`)),
    );
    if (same === undefined) continue;
    return [
      `the baseline accepts nothing here: it was made in another folder, where ${same.file} is called ${file}. Run the check there (--cwd), or make a baseline of this folder.`,
    ];
  }
  return [];
}

/** Debt that shrinks is never a failure; it is worth a line. */
export function describePaid(file: string, { marked }: CheckResult): readonly string[] {
  if (marked.paid.length === 0) return [];
  return [`the baseline can shrink by ${marked.paid.length}: v1-migrate check --baseline ${file} --update-baseline`];
}
