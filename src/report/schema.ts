import * as v from 'valibot';
import { FINDING_CODES } from '../model/findings.ts';

/**
 * The shape of the JSON report (contract 5): where report.schema.json comes from, and what a report that comes back in
 * from a file is held against. A test holds it equal to the type `Report`.
 */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.pipe(v.number(), v.integer(), v.minValue(1));
const file = v.pipe(v.string(), v.nonEmpty(), v.description('Relative to the cwd, with "/".'));
const path = v.pipe(v.string(), v.startsWith('/'));
const METHOD = v.pipe(v.string(), v.regex(/^[A-Z]+$/));
const method = v.pipe(v.nullable(METHOD), v.description('Upper case; null when it is not statically known.'));

const request = v.strictObject({ file, line: position, column: position, method, client: v.string() });
const step = v.strictObject({ file, line: position, column: position, text: v.string() });

const edit = v.strictObject({
  file,
  line: position,
  column: position,
  endLine: position,
  endColumn: position,
  text: v.string(),
});

const baseline = v.strictObject({
  state: v.picklist(['accepted', 'expired']),
  reason: v.string(),
  owner: v.nullable(v.string()),
  until: v.nullable(v.pipe(v.string(), v.isoDate())),
});

const findingEntries = {
  id: v.pipe(
    v.string(),
    v.regex(/^VM-[0-9a-f]{4,}$/),
    v.description('Stable: survives line moves and unrelated edits.'),
  ),
  code: v.picklist(FINDING_CODES),
  level: v.picklist(['error', 'warning', 'note']),
  fix: v.picklist(['auto', 'manual', 'none']),
  file,
  line: v.pipe(position, v.description('1-based.')),
  column: v.pipe(position, v.description('1-based, in UTF-16 code units.')),
  endLine: position,
  endColumn: v.pipe(position, v.description('Exclusive.')),
  legacyPath: v.nullable(path),
  legacyPaths: v.exactOptional(
    v.pipe(v.array(path), v.description('When one text stands for several paths; legacyPath is the shortest.')),
  ),
  v1Path: v.nullable(path),
  v1Method: v.pipe(v.nullable(METHOD), v.description('Only when it differs from the method in use.')),
  evidence: v.nullable(v.picklist(['documented', 'family', 'assumed', 'config', 'openapi', 'probed'])),
  requests: v.pipe(v.array(request), v.description('Empty for a reference: text without a request.')),
  trail: v.pipe(v.array(step), v.description('The places the URL was followed through.')),
  message: v.string(),
  hint: v.string(),
};

const suppressed = v.strictObject(findingEntries);

const finding = v.strictObject({
  ...findingEntries,
  edits: v.exactOptional(v.pipe(v.array(edit), v.description('All edits that settle it; each region becomes text.'))),
  baseline: v.exactOptional(v.pipe(baseline, v.description('Present when a baseline names the finding.'))),
});

const accounting = v.strictObject({
  files: v.pipe(
    v.strictObject({ seen: count, noCandidate: count, analysed: count, unparsed: count, unreadable: count }),
    v.description('seen is the sum of the others.'),
  ),
  requests: v.pipe(
    v.strictObject({
      total: count,
      rewrite: count,
      move: count,
      manual: count,
      noEquivalent: count,
      unlisted: count,
      unresolved: count,
      alreadyV1: count,
      suppressed: count,
    }),
    v.description('total is the sum of the others.'),
  ),
  references: v.strictObject({ total: count, rewrite: count, manual: count }),
});

export const REPORT_SCHEMA = v.strictObject({
  schemaVersion: v.literal(1),
  tool: v.strictObject({ name: v.literal('v1-migrate'), version: v.string() }),
  command: v.picklist(['migrate', 'check']),
  dryRun: v.pipe(v.boolean(), v.description('False when files were written.')),
  shard: v.exactOptional(
    v.pipe(
      v.strictObject({ index: v.pipe(count, v.minValue(1)), count: v.pipe(count, v.minValue(1)) }),
      v.description('Present when only a part of the files is reported.'),
    ),
  ),
  stopped: v.exactOptional(
    v.pipe(
      v.picklist(['interrupted']),
      v.description('Present when the run ended early: what is not listed was not done.'),
    ),
  ),
  cutoff: v.strictObject({
    date: v.pipe(v.string(), v.isoDate()),
    daysLeft: v.pipe(v.number(), v.integer(), v.description('Negative when the day has passed.')),
  }),
  bases: v.array(
    v.strictObject({
      base: v.pipe(v.string(), v.description('An origin with an optional path prefix, or env:NAME.')),
      source: v.picklist(['flag', 'config', 'env-file', 'inferred']),
      requests: count,
    }),
  ),
  accounting,
  findings: v.pipe(v.array(finding), v.description('Sorted by file, line, column, code.')),
  suppressed: v.exactOptional(
    v.pipe(v.array(suppressed), v.description('Hidden by an ignore comment: no edit, no exit code.')),
  ),
  changes: v.array(v.strictObject({ file, edits: v.pipe(count, v.minValue(1)), diff: v.string() })),
  errors: v.array(
    v.strictObject({
      code: v.picklist(['unparsed-file', 'unreadable-file']),
      file,
      line: v.exactOptional(position),
      column: v.exactOptional(position),
      message: v.string(),
      stage: v.exactOptional(
        v.pipe(
          v.picklist(['edit', 'write']),
          v.description('Present when the file was analysed and this failed later.'),
        ),
      ),
      level: v.exactOptional(
        v.pipe(
          v.picklist(['error', 'warning', 'note']),
          v.description('Present when the config says another one than error.'),
        ),
      ),
    }),
  ),
  skipped: v.pipe(
    v.array(
      v.strictObject({
        file,
        reason: v.picklist(['minified', 'build-output', 'too-large', 'symlink', 'excluded']),
      }),
    ),
    v.description('Files left out on purpose.'),
  ),
});
