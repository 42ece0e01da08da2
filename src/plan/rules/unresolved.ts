import { FINDING_KINDS } from '../../model/findings.ts';
import type { Region } from '../../model/location.ts';
import type { HolePart } from '../../model/url-value.ts';
import { type FindingDraft, listRequests } from '../findings.ts';
import type { Use } from '../uses.ts';
import type { WrittenMembers } from '../written-members.ts';

/** Requests of which the path, or the base, is not statically known. */

/** Of more expressions that one request can send, the first are named. */
const MAX_NAMED = 3;

/** `id` is what nobody knows, and where it stands, if that is elsewhere: each caller of a wrapper hands over its own. */
function describeUnknown({ label, reason, location }: HolePart, { file, line, endLine }: Region): string {
  // A variable is read wherever somebody reads it.
  const isHere = location.file === '' || (location.file === file && line <= location.line && location.line <= endLine);
  return `\`${label}\`${isHere ? '' : ` at ${location.file}:${location.line}`}, ${reason}`;
}

/** Is nothing of the path unknown but what callers hand over, of whom the project has none? */
function isLeftToCallers(uses: readonly Use[]): boolean {
  const holes = uses.flatMap(({ path, target }) => (target.kind === 'platform' ? (path.unknown ?? []) : []));
  return holes.length > 0 && holes.every(({ reason }) => /\bno caller in the project gives\b/.test(reason));
}

/** `endpoint` of a request that sends on what it is asked for, and where the project writes it. */
function describeWritten(uses: readonly Use[], written: WrittenMembers): string | null {
  const holes = uses.flatMap(({ path, target }) => (target.kind === 'platform' ? (path.unknown ?? []) : []));
  const said = [...new Set(holes.map(({ label }) => label))].flatMap((label) => {
    const places = written.list(label);
    return places.length === 0 ? [] : [`\`${label}\` may be what is written at ${places.join(', ')}`];
  });
  return said.length === 0 ? null : `${said.join('; ')}: those are paths that move.`;
}

function adviseOn(uses: readonly Use[], written: WrittenMembers): string {
  const places = describeWritten(uses, written);
  if (places !== null) return `${FINDING_KINDS['unresolved-url'].help} ${places}`;
  const left = isLeftToCallers(uses) ? ' Where nothing calls it, there is nothing to change.' : '';
  return `${FINDING_KINDS['unresolved-url'].help}${left}`;
}

/**
 * `beside`: all uses of the same request. `handers`: the routes of the own server, `file:line`, that hand on what they are asked for
 * by calls of the project.
 */
export function draftUnresolvedUrl(
  use: Use,
  beside: readonly Use[],
  handers: ReadonlySet<string>,
  written: WrittenMembers,
): FindingDraft | null {
  if (use.request === null || use.path.unknown === null || use.target.kind !== 'platform') return null;
  const { site, expression } = use.request;
  const unknown = [use, ...beside].flatMap(({ path, target }) =>
    path.unknown !== null && target.kind === 'platform' ? describeUnknown(path.unknown, expression) : [],
  );
  const named = [...new Set(unknown)];
  const rest = named.length > MAX_NAMED ? `; and ${named.length - MAX_NAMED} more` : '';
  return {
    code: 'unresolved-url',
    fix: 'manual',
    region: expression,
    subject: '',
    legacyPaths: [],
    v1Path: null,
    v1Method: null,
    evidence: null,
    requests: listRequests([use]),
    trail: use.url.trail,
    message: `The path of this request to ${use.target.base} is not statically known: ${named.slice(0, MAX_NAMED).join('; ')}${rest}.`,
    hint: handers.has(`${site.file}:${site.line}`)
      ? 'The calls of this route carry the path: move it there, where each has its finding, and not here as well, or the version is sent twice.'
      : adviseOn([use, ...beside], written),
  };
}

function adviseOnClient(client: string, v1Path: string | null): string {
  const then = v1Path === null ? 'look at it by hand' : `write ${v1Path}`;
  return `Nothing in the project says what \`${client}\` is: if it is a client of the platform, ${then}.`;
}

/** `setting`: what a file says that it is. `suggestion`: the base that would include it, as `--base-url` takes it; null when it has no name. */
export function draftUnresolvedBase(use: Use, suggestion: string | null, setting: string | null): FindingDraft | null {
  if (use.request === null || use.match === null) return null;
  const target = use.target.kind === 'unknown' ? `\`${use.target.label}\`` : (suggestion ?? 'its host');
  const { isOfUnknownClient = false, client } = use.request;
  const advice = isOfUnknownClient ? adviseOnClient(client, use.match.v1Path) : FINDING_KINDS['unresolved-base'].help;
  const hint = suggestion === null ? advice : `If ${setting ?? 'this'} is the platform, add --base-url ${suggestion}`;
  return {
    code: 'unresolved-base',
    fix: 'none',
    region: use.request.expression,
    subject: '',
    legacyPaths: [use.match.legacyPath],
    v1Path: use.match.v1Path,
    v1Method: null,
    evidence: null,
    requests: listRequests([use]),
    trail: use.url.trail,
    message: `${use.match.legacyPath} looks like a path of the platform, but ${target} is not known to be its base.`,
    hint,
  };
}
