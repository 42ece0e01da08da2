import type { Report, ReportedFinding } from '../../src/model/report.ts';
import { FINDING, MANUAL, PLAN } from '../cli/fake-stages.ts';
import { createReport } from '../report/sample-report.ts';

const FAMILIES = ['calls', 'agents', 'voices', 'batch-calls', 'workflows', 'languages', 'llms', 'transcribers'];
const PER_FILE = 20;

function createFinding(index: number): ReportedFinding {
  const family = FAMILIES[index % FAMILIES.length] ?? 'calls';
  const file = `packages/app-${Math.floor(index / 400)}/src/api/module-${Math.floor(index / PER_FILE)}.ts`;
  const line = 4 + (index % PER_FILE) * 5;
  const place = { file, line, column: 31, endLine: line };
  const id = `VM-${index.toString(16).padStart(8, '0')}`;
  const requests = [{ file, line, column: 20, method: 'GET', client: 'axios' }];
  const trail = [
    {
      file: 'packages/http/src/client.ts',
      line: 12,
      column: 7,
      text: 'client = axios.create({ baseURL: env.VOICE_API_URL })',
    },
    { file: 'packages/http/src/env.ts', line: 3, column: 14, text: 'VOICE_API_URL = process.env.VOICE_API_URL' },
  ];
  const legacyPath = `/${family}/{id}/transcript`;
  if (index % 7 === 6) {
    const words = { message: MANUAL.message, hint: MANUAL.hint, code: MANUAL.code, fix: MANUAL.fix };
    return { ...MANUAL, ...place, ...words, id, endColumn: 40, requests, trail, legacyPath, v1Path: null };
  }
  const edits = [{ file, line, column: 31, endLine: line, endColumn: 31, text: '/v1' }];
  return { ...FINDING, ...place, id, endColumn: 40, requests, trail, legacyPath, v1Path: `/v1${legacyPath}`, edits };
}

function createDiff(file: string, findings: readonly ReportedFinding[]): string {
  const hunks = findings.flatMap(({ line, legacyPath, edits }) => {
    if (edits === undefined) return [];
    const before = `  const response = await client.get(\`${legacyPath?.replace('{id}', '${call.id}')}\`, { params: { page, limit: 100 } });`;
    return [
      `@@ -${line - 1},3 +${line - 1},3 @@`,
      ' export async function readTranscript(call: Call, page: number): Promise<Transcript> {',
      `-${before}`,
      `+${before.replace('get(`', 'get(`/v1')}`,
      '   return response.data.items.map(parseTranscript);',
    ];
  });
  return `--- a/${file}\n+++ b/${file}\n${hunks.join('\n')}\n`;
}

/** As a large repository would have it: twenty findings a file, every seventh by hand. */
export function createLargeReport(size: number): Report {
  const findings = Array.from({ length: size }, (_, index) => createFinding(index));
  const files = [...new Set(findings.map(({ file }) => file))];
  const changes = files.map((file) => {
    const own = findings.filter((finding) => finding.file === file);
    return { file, edits: own.filter(({ edits }) => edits !== undefined).length, diff: createDiff(file, own) };
  });
  return { ...createReport(PLAN), findings, changes };
}
