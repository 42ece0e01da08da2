import type { BaseUse, RequestUse } from '../../model/plan.ts';
import type { SkippedFile } from '../../model/project.ts';
import type {
  BaselineMark,
  FileChange,
  Report,
  ReportedEdit,
  ReportedFinding,
  ReportedProblem,
} from '../../model/report.ts';
import type { TrailStep } from '../../model/url-value.ts';
import { renderJson } from '../render-json.ts';

/** Every object is spelled out, so that the order of keys is that of the contract whatever built the report. */

function orderBase({ base, source, requests }: BaseUse): BaseUse {
  return { base, source, requests };
}

function orderRequest({ file, line, column, method, client }: RequestUse): RequestUse {
  return { file, line, column, method, client };
}

function orderStep({ file, line, column, text }: TrailStep): TrailStep {
  return { file, line, column, text };
}

function orderEdit({ file, line, column, endLine, endColumn, text }: ReportedEdit): ReportedEdit {
  return { file, line, column, endLine, endColumn, text };
}

function orderMark({ state, reason, owner, until }: BaselineMark): BaselineMark {
  return { state, reason, owner, until };
}

function orderFinding(finding: ReportedFinding): ReportedFinding {
  return {
    id: finding.id,
    code: finding.code,
    level: finding.level,
    fix: finding.fix,
    file: finding.file,
    line: finding.line,
    column: finding.column,
    endLine: finding.endLine,
    endColumn: finding.endColumn,
    legacyPath: finding.legacyPath,
    ...(finding.legacyPaths === undefined ? {} : { legacyPaths: finding.legacyPaths }),
    v1Path: finding.v1Path,
    v1Method: finding.v1Method,
    evidence: finding.evidence,
    requests: finding.requests.map(orderRequest),
    trail: finding.trail.map(orderStep),
    message: finding.message,
    hint: finding.hint,
    ...(finding.edits === undefined ? {} : { edits: finding.edits.map(orderEdit) }),
    ...(finding.baseline === undefined ? {} : { baseline: orderMark(finding.baseline) }),
  };
}

function orderChange({ file, edits, diff }: FileChange): FileChange {
  return { file, edits, diff };
}

function orderProblem({ code, file, line, column, message, stage, level }: ReportedProblem): ReportedProblem {
  return {
    code,
    file,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    message,
    ...(stage === undefined ? {} : { stage }),
    ...(level === undefined ? {} : { level }),
  };
}

function orderSkipped({ file, reason }: SkippedFile): SkippedFile {
  return { file, reason };
}

function orderAccounting({ files, requests, references }: Report['accounting']): Report['accounting'] {
  return {
    files: {
      seen: files.seen,
      noCandidate: files.noCandidate,
      analysed: files.analysed,
      unparsed: files.unparsed,
      unreadable: files.unreadable,
    },
    requests: {
      total: requests.total,
      rewrite: requests.rewrite,
      move: requests.move,
      manual: requests.manual,
      noEquivalent: requests.noEquivalent,
      unlisted: requests.unlisted,
      unresolved: requests.unresolved,
      alreadyV1: requests.alreadyV1,
      suppressed: requests.suppressed,
    },
    references: { total: references.total, rewrite: references.rewrite, manual: references.manual },
  };
}

function orderReport(report: Report): Report {
  return {
    schemaVersion: report.schemaVersion,
    tool: { name: report.tool.name, version: report.tool.version },
    command: report.command,
    dryRun: report.dryRun,
    ...(report.shard === undefined ? {} : { shard: { index: report.shard.index, count: report.shard.count } }),
    ...(report.stopped === undefined ? {} : { stopped: report.stopped }),
    cutoff: { date: report.cutoff.date, daysLeft: report.cutoff.daysLeft },
    bases: report.bases.map(orderBase),
    accounting: orderAccounting(report.accounting),
    findings: report.findings.map(orderFinding),
    ...(report.suppressed === undefined ? {} : { suppressed: report.suppressed.map(orderFinding) }),
    changes: report.changes.map(orderChange),
    errors: report.errors.map(orderProblem),
    skipped: report.skipped.map(orderSkipped),
  };
}

/** Exactly one JSON document (contract 5). */
export function render(report: Report): string {
  return renderJson(orderReport(report));
}
