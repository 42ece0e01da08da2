import * as v from 'valibot';
import { UserError } from '../errors.ts';
import type { Report } from '../model/report.ts';
import { REPORT_SCHEMA } from './schema.ts';

const HINT = 'It is made by --reporter json=<file>.';
const PROBE_HINT = 'Run the probe again with --reporter <name>=<file>.';

function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError(`${name} is not JSON.`, { cause, hint: HINT });
  }
}

function isProbe(document: unknown): boolean {
  return typeof document === 'object' && document !== null && 'command' in document && document.command === 'probe';
}

function findVersion(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || !('schemaVersion' in document)) return undefined;
  return document.schemaVersion;
}

/** A report that was saved with `--reporter json`; `name` is what the reader knows the file by. Throws UserError. */
export function parseReport(text: string, name: string): Report {
  const document = readJson(text.replace(/^\ufeff/, ''), name);
  const version = findVersion(document);
  if (version !== undefined && version !== 1) {
    throw new UserError(`${name} has schema version ${JSON.stringify(version)}; this v1-migrate reads version 1.`, {
      hint: 'Use the v1-migrate that wrote it, or make the report again.',
    });
  }
  if (isProbe(document))
    throw new UserError(`${name} is the report of a probe, which is read as it is.`, { hint: PROBE_HINT });
  if (version === undefined)
    throw new UserError(`${name} is no report of v1-migrate: it has no schemaVersion.`, { hint: HINT });
  const result = v.safeParse(REPORT_SCHEMA, document);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  throw new UserError(`${name} is no report of v1-migrate: ${path === null ? '' : `${path}: `}${issue.message}.`, {
    hint: HINT,
  });
}
