import { escapeControls } from '../../escape/controls.ts';
import { FINDING_CODES, FINDING_KINDS, type FindingCode } from '../../model/findings.ts';
import type { Region } from '../../model/location.ts';
import type { Report, ReportedEdit } from '../../model/report.ts';
import { groupBy } from '../group-by.ts';
import { describeMark, type Issue, listIssues, renderMessage } from '../issues.ts';
import { computeLineHashes } from '../line-hashes.ts';
import { renderJson } from '../render-json.ts';
import type { RenderContext } from '../reporter.ts';
import { nameInRepository } from '../repository-path.ts';
import { cacheByFile } from '../source-lines.ts';
import { encodeUri, HOME_PAGE } from '../web.ts';

/** SARIF 2.1.0, with everything that GitHub's code scanning asks for; one property that is wrong sinks the whole file. */

/** GitHub shows no more than these. */
const MAX_RESULTS = 5_000;
const SEVERITIES = { error: 'error', warning: 'warning', note: 'recommendation' } as const;

function nameRule(code: FindingCode): string {
  return code.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function describeRule(code: FindingCode): object {
  const { level, fix, title, help } = FINDING_KINDS[code];
  return {
    id: code,
    name: nameRule(code),
    shortDescription: { text: title },
    fullDescription: { text: `${title} ${help}` },
    help: { text: help, markdown: help },
    helpUri: HOME_PAGE,
    defaultConfiguration: { level },
    properties: {
      tags: ['api-migration', 'maintainability'],
      precision: fix === 'auto' ? 'very-high' : 'high',
      'problem.severity': SEVERITIES[level],
    },
  };
}

function renderPlace(
  { file, line, column }: Pick<Region, 'file' | 'line' | 'column'>,
  { prefix }: RenderContext,
): object {
  return {
    artifactLocation: { uri: encodeUri(nameInRepository(prefix, file)) },
    region: { startLine: line, startColumn: column, endLine: line, endColumn: column },
  };
}

function renderRegion({ line, column, endLine, endColumn }: Region): object {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function renderFix(edits: readonly ReportedEdit[], code: FindingCode, { prefix }: RenderContext): object {
  return {
    description: { text: FINDING_KINDS[code].help },
    artifactChanges: [...groupBy(edits, ({ file }) => file)].map(([file, ofFile]) => ({
      artifactLocation: { uri: encodeUri(nameInRepository(prefix, file)) },
      replacements: ofFile.map((edit) => ({ deletedRegion: renderRegion(edit), insertedContent: { text: edit.text } })),
    })),
  };
}

/** From the base to the text: the order in which the URL comes about. */
function renderFlow(issue: Issue, context: RenderContext): readonly object[] {
  const trail = issue.finding?.trail ?? [];
  if (trail.length === 0) return [];
  const steps = [...trail].reverse().map((step) => ({ ...step, text: escapeControls(step.text) || 'value' }));
  const end = { ...issue, text: escapeControls(issue.subject) };
  const locations = [...steps, end].map((step) => ({
    location: { physicalLocation: renderPlace(step, context), message: { text: step.text } },
  }));
  return [{ threadFlows: [{ locations }] }];
}

function renderResult(issue: Issue, lineHash: string | undefined, context: RenderContext): object {
  const { id, code, level, file, finding, mark } = issue;
  const flows = renderFlow(issue, context);
  const requests = finding?.requests ?? [];
  return {
    ruleId: code,
    ruleIndex: FINDING_CODES.indexOf(code),
    level,
    message: { text: escapeControls(renderMessage(issue)) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeUri(nameInRepository(context.prefix, file)) },
          region: renderRegion(issue),
        },
      },
    ],
    partialFingerprints: {
      ...(lineHash === undefined ? {} : { primaryLocationLineHash: lineHash }),
      'v1MigrateFinding/v1': id,
    },
    ...(requests.length === 0
      ? {}
      : {
          relatedLocations: requests.slice(0, 100).map((use, index) => ({
            id: index + 1,
            physicalLocation: renderPlace(use, context),
            message: { text: `${use.method ?? 'request'} by ${escapeControls(use.client)}` },
          })),
        }),
    ...(flows.length === 0 ? {} : { codeFlows: flows }),
    ...(finding?.edits === undefined ? {} : { fixes: [renderFix(finding.edits, code, context)] }),
    suppressions:
      mark?.state === 'accepted'
        ? [{ kind: 'external', status: 'accepted', justification: escapeControls(describeMark(mark)) }]
        : [],
  };
}

function describeTool({ tool }: Report): object {
  return {
    driver: {
      name: tool.name,
      semanticVersion: tool.version,
      informationUri: HOME_PAGE,
      rules: FINDING_CODES.map(describeRule),
    },
  };
}

export function listOmissions(report: Report): readonly string[] {
  const total = listIssues(report).length;
  if (total <= MAX_RESULTS) return [];
  return [`the sarif holds ${MAX_RESULTS} of ${total} findings, the worst first: GitHub shows no more`];
}

/**
 * The part before the last slash is the category, and a later upload of one replaces the earlier: neither two folders of
 * a repository nor two shards of a run may have the same.
 */
function nameCategory({ shard }: Report, { prefix }: RenderContext): string {
  return `v1-migrate/${prefix}${shard === undefined ? '' : `shard-${shard.index}-of-${shard.count}/`}`;
}

export function render(report: Report, context: RenderContext): string {
  const findHashes = cacheByFile(context, computeLineHashes);
  const results = listIssues(report)
    .slice(0, MAX_RESULTS)
    .map((issue) => renderResult(issue, findHashes(issue.file)?.[issue.line - 1], context));
  return renderJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: describeTool(report),
        automationDetails: { id: nameCategory(report, context) },
        invocations: [{ executionSuccessful: report.errors.length === 0 }],
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  });
}
