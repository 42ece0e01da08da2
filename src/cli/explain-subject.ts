import type { Settings } from '../config/settings.ts';
import { POST_CALL_FIELD, splitPath } from '../contract/catalog.ts';
import { type Match, matchPathForMethods } from '../contract/match.ts';
import { UserError } from '../errors.ts';
import { escapeControls } from '../escape/controls.ts';
import { listKeys } from '../migrate.ts';
import { FINDING_CODES, FINDING_KINDS, type FindingCode, isFindingCode } from '../model/findings.ts';
import type { Finding } from '../model/plan.ts';
import { suggest } from '../nearest.ts';
import { runPipeline } from '../pipeline.ts';
import { describeMove } from '../report/describe.ts';
import { createKeyHider } from '../report/hide-keys.ts';
import { maskText } from '../report/mask.ts';
import { maskHint } from '../report/mask-report.ts';
import type { Io } from './io.ts';
import { readSettings, type ScopeValues } from './scope.ts';

const FINDING_ID = /^VM-[0-9a-f]+$/i;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const METHOD = new RegExp(`^(?:${METHODS.join('|')})$`, 'i');
const PATH = /^(?:([A-Za-z]+)\s+)?(\/\S*)$/;

function explainCode(code: FindingCode): string {
  const { level, fix, title, help } = FINDING_KINDS[code];
  return [`${code}  (${level}, fix ${fix})`, `  ${title}`, `  ${help}`, ''].join('\n');
}

/** The helper as a read and as a write are two things: what it answered is a member of the agent, which nothing rewrites. */
function explainHelper({ v1Path, row }: Match, method: string | undefined): readonly string[] {
  const isRead = method === 'GET' || method === 'HEAD';
  const read = `by hand: read ${POST_CALL_FIELD} from the answer to GET ${v1Path}`;
  if (isRead) return ['stays as it is', `  to do     ${read}`];
  const write = (row !== null && 'v1Method' in row ? row.v1Method : undefined) ?? 'PATCH';
  return [`-> ${write} ${v1Path}`, ...(method === undefined ? [`  a GET     ${read}`] : [])];
}

function explainMatch(match: Match, method: string | undefined): readonly string[] {
  const { outcome, code, legacyPath, v1Path, v1Method, evidence, reason, row } = match;
  const [target, ...more] =
    outcome === 'post-call-llm'
      ? explainHelper(match, method)
      : [v1Path === null ? 'stays as it is' : `-> ${v1Method === null ? '' : `${v1Method} `}${v1Path}`];
  return [
    `${legacyPath}  ${target}`,
    ...more,
    `  outcome   ${outcome}${code === null ? '' : ` (${code})`}`,
    ...(evidence === null ? [] : [`  evidence  ${evidence}`]),
    ...(row === null
      ? ['  row       none; add a family or a rule to the catalog']
      : [`  row       ${row.legacy}, ${row.section}`]),
    ...(reason === null ? [] : [`  reason    ${reason}`]),
  ];
}

/** A segment in braces stands for one that is not known, as in the catalogue itself. */
function explainPath(method: string | undefined, path: string, { catalog }: Settings): string {
  const upper = method?.toUpperCase();
  if (upper !== undefined && !METHODS.includes(upper)) {
    throw new UserError(`"${method}" is not an HTTP method.${suggest(upper, METHODS)}`);
  }
  const [bare = ''] = path.split(/[?#]/);
  const prefix = splitPath(catalog.versionPrefix);
  const segments = splitPath(bare);
  if (prefix.every((segment, index) => segments[index] === segment)) return `${bare}  is a v1 path already\n`;
  const known = segments.map((segment) => (segment.startsWith('{') || segment.startsWith(':') ? null : segment));
  const matches = matchPathForMethods(catalog, upper === undefined ? null : [upper], known);
  return `${matches.flatMap((match) => explainMatch(match, upper)).join('\n')}\n`;
}

function explainFinding(finding: Finding, keys: readonly string[]): string {
  const hide = createKeyHider(keys);
  const mask = (text: string): string => maskText(hide(text));
  const { file, line, column, id, code, level, fix, evidence, message, requests, trail } = finding;
  const lines = [
    `${id}  ${code}  (${level}, fix ${fix}${evidence === null ? '' : `, evidence ${evidence}`})`,
    `  at        ${file}:${line}:${column}`,
    `  path      ${mask(describeMove(finding))}`,
    `  what      ${mask(message)}`,
    `  do        ${maskHint(finding, mask)}`,
    ...requests.map(
      (use) => `  used at   ${use.file}:${use.line}:${use.column}  ${use.method ?? '?'} by ${use.client}`,
    ),
    ...trail.map((step) => `  from      ${step.file}:${step.line}:${step.column}  ${mask(step.text)}`),
    `  rule      ${FINDING_KINDS[code].title}`,
  ];
  return `${lines.map(escapeControls).join('\n')}\n`;
}

async function explainId(id: string, settings: Settings, io: Io): Promise<string> {
  const context = { signal: io.signal, ...(io.stages === undefined ? {} : { stages: io.stages }) };
  const result = await runPipeline(settings, context);
  const found = result.plan.findings.find((finding) => finding.id.toLowerCase() === id.toLowerCase());
  if (found !== undefined) return explainFinding(found, listKeys(result));
  throw new UserError(`There is no finding ${id} in the files looked at.`, {
    hint: 'Give the same paths and --base-url as in the run that showed it.',
  });
}

/** A URL, or a path as a base URL is often put before it: what it is without its host. */
const WITHOUT_SLASH = /^(?:([A-Za-z]+)\s+)?(?:https?:\/\/[^/?#\s]*\/?)?([\w{}:.-]+(?:\/[^?#\s]*)?)(?:[?#]\S*)?$/;

function suggestPath(subject: string): string {
  const [, method, path] = WITHOUT_SLASH.exec(subject) ?? [];
  const isPath = path !== undefined && (method !== undefined || subject.includes('/'));
  return isPath ? ` A path begins with a slash: "${method === undefined ? '' : `${method} `}/${path}".` : '';
}

/** The text for a finding code, a path with or without its method, or the id of a finding. */
export async function explainSubject(
  subject: string | undefined,
  values: ScopeValues,
  paths: readonly string[],
  io: Io,
): Promise<string> {
  if (subject === undefined) throw new UserError('What is to be explained?', { hint: 'v1-migrate explain --help' });
  if (isFindingCode(subject)) return explainCode(subject);
  // `explain GET /calls`, as it is typed without quotes.
  const [first, ...others] = paths;
  if (METHOD.test(subject) && first?.startsWith('/') === true)
    return explainPath(subject, first, await readSettings(values, others, io));
  const path = PATH.exec(subject);
  if (path !== null) return explainPath(path[1], path[2] ?? '/', await readSettings(values, paths, io));
  if (FINDING_ID.test(subject)) return explainId(subject, await readSettings(values, paths, io), io);
  const meant = suggestPath(subject) || suggest(subject, FINDING_CODES);
  throw new UserError(`"${maskText(subject)}" is no finding code, path or finding id.${meant}`, {
    hint: `Codes: ${FINDING_CODES.join(', ')}.`,
  });
}
