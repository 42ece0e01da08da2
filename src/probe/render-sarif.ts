import { type ProbeResult, VERDICTS, type Verdict } from '../model/probe-result.ts';
import { listIssues, type ProbeIssue } from './issues.ts';

/** SARIF 2.1.0: a result for each place that uses an endpoint which was refuted or stayed open. */

const TITLES: Readonly<Partial<Record<Verdict, string>>> = {
  absent: 'The platform has no such operation.',
  drift: 'The answer contradicts the reference.',
  denied: 'The key may not use the operation.',
  unverified: 'Whether the operation exists could not be settled.',
};

const HELP = 'Asked by `v1-migrate probe`; --reporter text lists all verdicts with their reasons.';

const RULES = VERDICTS.flatMap((verdict) => {
  const text = TITLES[verdict];
  if (text === undefined) return [];
  const level = verdict === 'absent' || verdict === 'drift' ? 'error' : 'warning';
  const rule = { id: `probe-${verdict}`, shortDescription: { text }, fullDescription: { text } };
  return [{ ...rule, help: { text: HELP }, defaultConfiguration: { level } }];
});

function renderResult({ endpoint, level, message, file, line }: ProbeIssue): object {
  const ruleId = `probe-${endpoint.verdict}`;
  return {
    ruleId,
    ruleIndex: RULES.findIndex(({ id }) => id === ruleId),
    level,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
          region: { startLine: line, startColumn: 1, endLine: line, endColumn: 1 },
        },
      },
    ],
    partialFingerprints: { 'v1MigrateProbe/v1': `${endpoint.method ?? '?'} ${endpoint.path} ${file}` },
  };
}

export function renderSarif(result: ProbeResult, prefix: string, version: string): string {
  const run = {
    tool: { driver: { name: 'v1-migrate', semanticVersion: version, rules: RULES } },
    automationDetails: { id: `v1-migrate-probe/${prefix}` },
    invocations: [{ executionSuccessful: result.stopped === null }],
    columnKind: 'utf16CodeUnits',
    results: listIssues(result, prefix).map(renderResult),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}
