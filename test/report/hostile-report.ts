import type { Report, ReportedFinding } from '../../src/model/report.ts';
import { FINDING, MANUAL, PLAN } from '../cli/fake-stages.ts';
import { createReport } from './sample-report.ts';

/** Names and source as nobody writes them and anybody can: what a format must carry without obeying it. */

export const NASTY = [
  '\u001b[31mred\u001b[0m',
  '::error file=x::forged',
  ']]>',
  '##[error]forged',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '\u202eevil\u2066',
  '\u0000\u0008\ufffe',
  '\ud800',
  '| a | b |',
  '```\n::warning::x',
  '@everyone #1',
  '![x](https://evil.example/x.png)',
  '-->',
  '%0A\'"&',
  '\r\n::set-output name=a::b\r\n##[command]x',
];

export const HOSTILE_FILE = `src/a b%,:#?\n::error::forged\u202e<b>"'&|\`.ts`;

const HOSTILE: readonly ReportedFinding[] = NASTY.map((text, index) => ({
  ...(index % 2 === 0 ? FINDING : MANUAL),
  id: `VM-000000${index.toString(16).padStart(2, '0')}`,
  file: HOSTILE_FILE,
  line: index + 1,
  column: 1,
  endLine: index + 1,
  endColumn: 3,
  legacyPath: `/calls/${text}`,
  requests: [{ file: HOSTILE_FILE, line: index + 1, column: 1, method: 'GET', client: text }],
  trail: [{ file: HOSTILE_FILE, line: 1, column: 1, text }],
  message: `The path ${text} stands here.`,
  hint: text,
  edits: [{ file: HOSTILE_FILE, line: index + 1, column: 1, endLine: index + 1, endColumn: 1, text: '/v1' }],
  ...(index === 3 ? { baseline: { state: 'accepted', reason: text, owner: text, until: null } as const } : {}),
}));

const DIFF = [
  `--- a/x`,
  `+++ b/x`,
  '@@ -1,3 +1,3 @@',
  ...NASTY.flatMap((text) => text.split(/\r?\n/).flatMap((line) => [` ${line}`, `-${line}`, `+/v1${line}`])),
  '',
].join('\n');

export const HOSTILE_SOURCE = `${NASTY.map((text) => text.replace(/\r?\n/g, ' ')).join('\n')}\n`;

const plain = createReport({
  ...PLAN,
  findings: [],
  errors: [{ code: 'unparsed-file', file: `${HOSTILE_FILE}.js`, line: 3, column: 2, message: NASTY.join(' ') }],
});

export const HOSTILE_REPORT: Report = {
  ...plain,
  findings: HOSTILE,
  changes: [{ file: HOSTILE_FILE, edits: 2, diff: DIFF }],
};

/**
 * What a runner of GitHub would obey: it trims a line and looks for `::name`, and looks for `##[name]` anywhere; between
 * stop-commands and its word it obeys nothing.
 */
export function listCommands(log: string): readonly string[] {
  const found: string[] = [];
  let token: string | null = null;
  for (const line of log.split(/\r\n|\n|\r/)) {
    const text = line.trim();
    if (token !== null) {
      if (text === `::${token}::`) token = null;
    } else if (text.startsWith('::stop-commands::')) token = text.slice('::stop-commands::'.length);
    else if (/^::[a-z-]+( [^:]*)?::/i.test(text) || /##\[[a-z-]+[^\]]*\]/i.test(line)) found.push(text);
  }
  return found;
}
