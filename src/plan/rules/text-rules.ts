import type { Analysis } from '../../model/analysis.ts';
import { FINDING_KINDS, type FindingCode } from '../../model/findings.ts';
import type { Region } from '../../model/location.ts';
import type { Evidence } from '../../model/plan.ts';
import { describeMoveByHand } from '../describe-move.ts';
import { type FindingDraft, listRequests, type Positions } from '../findings.ts';
import { describeHeldPath } from '../held-paths.ts';
import { describeNeighbour } from '../neighbours.ts';
import { ENCODED, type TextGroup } from '../places.ts';
import type { SeamGroup } from '../seams.ts';
import { isRepeated, type Use } from '../uses.ts';
import { listSome, MAX_NAMED } from './list-some.ts';

/** Findings about a path text: legacy-path, shared-literal, and the codes of paths that have no automatic v1 form. */

const EVIDENCE_WORDS: Readonly<Record<Evidence, string>> = {
  documented: 'method and path stand in the reference',
  family: 'the family is reachable with an API key; the path itself is not shown',
  assumed: 'the legacy spelling is an assumption',
  config: 'your catalogue says so',
  openapi: 'the OpenAPI description has it, tagged V1',
  probed: 'the live platform confirmed it',
};

const WEAKEST: readonly Evidence[] = ['assumed', 'family', 'config', 'documented', 'openapi', 'probed'];

function findWeakest(uses: readonly Use[]): Evidence | null {
  const all = uses.flatMap((use) => use.match?.evidence ?? []);
  return WEAKEST.find((evidence) => all.includes(evidence)) ?? null;
}

function describeMethods(uses: readonly Use[]): string {
  const methods = new Set(listRequests(uses).map((request) => request.method));
  const [method] = methods;
  return methods.size === 1 && method ? `${method} ` : '';
}

/** The use with the shortest path: it names the finding. */
function pickShortest(uses: readonly Use[]): Use | undefined {
  return [...uses].sort((a, b) => (a.match?.legacyPath.length ?? 0) - (b.match?.legacyPath.length ?? 0))[0];
}

type TextPlace = Pick<TextGroup, 'movers' | 'file' | 'start' | 'end'>;

function draftFor(group: TextPlace, uses: readonly Use[], positions: Positions) {
  const shortest = pickShortest(uses);
  return {
    region: positions.getRegion(group.file, group.start, group.end),
    subject: '',
    legacyPaths: uses.flatMap((use) => use.match?.legacyPath ?? []),
    v1Path: shortest?.match?.v1Path ?? null,
    v1Method: shortest?.match?.v1Method ?? null,
    evidence: findWeakest(uses),
    requests: listRequests(uses),
    trail: shortest?.url.trail ?? [],
  };
}

function describeMove(uses: readonly Use[]): string {
  const match = pickShortest(uses)?.match;
  return `${describeMethods(uses)}${match?.legacyPath} becomes ${match?.v1Path}`;
}

/**
 * The proxy that hands on what the uses ask the own server for; not one that stands in for the platform where a program is
 * developed, and the same request goes to the platform itself elsewhere: `DEV ? '/voice' : 'https://…'`.
 */
export function findProxy(uses: readonly Use[]): string | null {
  const direct = new Set(
    uses.flatMap(({ target, request }) => (target.kind === 'platform' && target.proxy === undefined ? [request] : [])),
  );
  for (const { target, request } of uses) {
    if (target.kind !== 'platform' || target.proxy === undefined) continue;
    if (request === null || !direct.has(request)) return target.proxy;
  }
  return null;
}

function explainNoEdit(group: TextGroup, v1Path: string | null): string {
  const proxy = findProxy(group.movers);
  if (proxy !== null)
    return `The proxy at ${proxy} hands it on. Write ${v1Path} behind the proxy's own path, if what stands there in production does the same.`;
  if (group.movers.some((use) => use.place?.edit))
    return `This file is outside the given paths. Run again with ${group.file} among them.`;
  return `More than the beginning of the path changes: write ${v1Path} by hand.`;
}

function explainConflict({ conflicts, otherHosts }: TextGroup): string {
  if (conflicts.every((conflict) => conflict === ENCODED))
    return 'Hand the version over as a segment of its own: a slash in this text would be encoded, too.';
  const { help } = FINDING_KINDS['shared-literal'];
  if (otherHosts.length === 0 || otherHosts.length > MAX_NAMED) return help;
  const flags = otherHosts.map((host) => `--base-url https://${host}`).join(' ');
  return `If ${otherHosts.length === 1 ? 'that host is' : 'those hosts are'} the platform as well, add ${flags}. Otherwise give the platform call a text of its own, then run again.`;
}

/** The movers of a text: one automatic edit, or the reason why there is none. */
export function draftMove(
  group: TextGroup,
  uses: readonly Use[],
  positions: Positions,
  canEdit: boolean,
): FindingDraft {
  const base = draftFor(group, uses, positions);
  if (group.conflicts.length > 0) {
    return {
      code: 'shared-literal',
      fix: 'manual',
      message: `${describeMove(uses)}, but its text cannot change: ${listSome(group.conflicts)}.`,
      hint: explainConflict(group),
      ...base,
    };
  }
  const evidence = base.evidence === null ? '' : ` (${base.evidence}: ${EVIDENCE_WORDS[base.evidence]})`;
  const hint = canEdit ? FINDING_KINDS['legacy-path'].help : explainNoEdit(group, base.v1Path);
  const handed =
    canEdit || findProxy(group.movers) === null ? '' : ', but the own server is asked, and a proxy hands it on';
  return {
    code: 'legacy-path',
    fix: canEdit ? 'auto' : 'manual',
    message: `${describeMove(uses)}${evidence}${handed}.`,
    hint,
    ...base,
  };
}

/** A test sees the text, and nobody can tell what it makes of another one: `seen` is the code in which it does. */
export function draftSeenByTest(group: TextPlace, region: Region, seen: string, positions: Positions): FindingDraft {
  const base = draftFor(group, group.movers, positions);
  return {
    ...base,
    region,
    subject: seen,
    code: 'legacy-path',
    fix: 'manual',
    v1Method: null,
    requests: [],
    trail: [],
    message: `This test sees a text of ${group.file}:${base.region.line} that becomes ${base.v1Path}: ${seen}.`,
    hint: `Run the test, and let it know ${base.v1Path} if it fails.`,
  };
}

/** The version goes where the text enters the URL, because the text itself serves something else as well, or is none. */
export function draftSeam({ seam, edit, uses }: SeamGroup, positions: Positions): FindingDraft {
  const shortest = pickShortest(uses);
  const evidence = findWeakest(uses);
  const why = uses.some((use) => use.place === null)
    ? 'no text of the code is the path: a type lists it, a data file holds it, or it is made when the code runs'
    : "the path's own text serves something else as well";
  return {
    code: 'legacy-path',
    fix: 'auto',
    region: positions.getRegion(seam.file, edit.start, seam.end),
    subject: '',
    legacyPaths: uses.flatMap((use) => use.match?.legacyPath ?? []),
    v1Path: shortest?.match?.v1Path ?? null,
    v1Method: null,
    evidence,
    requests: listRequests(uses),
    trail: shortest?.url.trail ?? [],
    message: `${describeMove(uses)}, here where the URL is built: ${why}.`,
    hint: FINDING_KINDS['legacy-path'].help,
  };
}

/** A request that becomes another operation by itself. */
export function draftOperationMove(group: TextGroup, uses: readonly Use[], positions: Positions): FindingDraft {
  const base = draftFor(group, uses, positions);
  const extra = [...new Set(uses.flatMap((use) => (use.move?.ok === true ? use.move.extraMembers : [])))];
  const kept =
    extra.length === 0
      ? ''
      : ` The body keeps ${extra.map((name) => `\`${name}\``).join(', ')}: check that the agent update takes ${extra.length === 1 ? 'it' : 'them'}.`;
  const match = pickShortest(uses)?.match;
  const message = `${describeMethods(uses)}${match?.legacyPath} becomes ${match?.v1Method ?? 'PATCH'} ${match?.v1Path} (${base.evidence}).${kept}${uses.map(describeNeighbour).find((text) => text !== '') ?? ''}`;
  return {
    code: 'post-call-llm-helper',
    fix: 'auto',
    message,
    hint: FINDING_KINDS['post-call-llm-helper'].help,
    ...base,
  };
}

/** A legacy path that is not rewritten by itself: review, helper, no equivalent, unlisted. */
export function draftStay(
  code: FindingCode,
  group: TextGroup,
  uses: readonly Use[],
  positions: Positions,
  analysis: Analysis,
): FindingDraft {
  const base = draftFor(group, uses, positions);
  return { ...describeStay(code, uses, analysis), ...base };
}

/** The same for a path whose text stands nowhere in source: the finding is at the request. */
export function draftStayAtRequest(code: FindingCode, use: Use, analysis: Analysis): FindingDraft | null {
  const region = use.request?.expression ?? use.reference?.expression;
  if (region === undefined) return null;
  return {
    region,
    subject: '',
    legacyPaths: use.match === null ? [] : [use.match.legacyPath],
    v1Path: use.match?.v1Path ?? null,
    v1Method: use.match?.v1Method ?? null,
    evidence: use.match?.evidence ?? null,
    requests: listRequests([use]),
    trail: use.url.trail,
    ...describeStay(code, [use], analysis),
  };
}

function describeStay(code: FindingCode, uses: readonly Use[], analysis: Analysis) {
  const use = pickShortest(uses);
  const path = use?.match?.legacyPath ?? '';
  const kind = FINDING_KINDS[code];
  const fix = code === 'legacy-path' || code === 'post-call-llm-helper' ? 'manual' : kind.fix;
  const subject = `${describeMethods(uses)}${path}`;
  if (code === 'legacy-path') {
    const missing = use?.match?.missing ?? (hasWildcard(use) ? 'its wildcard may match other paths as well' : null);
    return {
      code,
      fix,
      message: `${describeMove(uses)}; it is not rewritten by itself${missing === null ? '' : `: ${missing}`}.`,
      hint: (use === undefined ? null : describeHeldPath(use, analysis.env)) ?? explainManual(use),
    } as const;
  }
  if (code === 'unlisted-path')
    return { code, fix, message: `${subject} is not in the catalogue.`, hint: kind.help } as const;
  if (code === 'post-call-llm-helper' && use !== undefined) {
    const reason = use.move?.ok === false ? use.move.reason : use.match?.missing;
    const why = reason === undefined ? '' : ` It is not changed by itself: ${reason}.`;
    return {
      code,
      fix,
      message: `${subject}: ${use.match?.reason ?? kind.title}${why}${describeNeighbour(use)}`,
      hint: describeMoveByHand(use, analysis),
    } as const;
  }
  const own = explainReview(use) === null ? kind.title : 'A rule of your catalogue asks for a review.';
  const reason = use?.match?.reason ?? own;
  const members = use?.match?.outcome === 'review' ? listMembers(uses, analysis) : [];
  const review = members.length === 0 ? '' : ` Members of this body to review: ${members.join(', ')}.`;
  return { code, fix, message: `${subject}: ${reason}`, hint: `${explainReview(use) ?? kind.help}${review}` } as const;
}

/** A rule of one's own speaks of another endpoint than the platform's. */
function explainReview(use: Use | undefined): string | null {
  if (use?.match?.outcome !== 'review' || use.match.evidence !== 'config') return null;
  const { v1Path } = use.match;
  return v1Path === null ? 'Review this request by hand.' : `Review the request and its body, then call ${v1Path}.`;
}

function listMembers(uses: readonly Use[], analysis: Analysis): readonly string[] {
  const names = uses.flatMap((use) => (use.request === null ? [] : (analysis.listBodyMembers(use.url) ?? [])));
  return [...new Set(names)].map((name) => `\`${name}\``);
}

function hasWildcard(use: Use | undefined): boolean {
  return use?.path.segments.some((segment) => segment?.includes('*')) === true;
}

function explainManual(use: Use | undefined): string {
  if (hasWildcard(use))
    return 'Globs are not changed automatically. Let this one match the v1 path as well, or instead.';
  if (use?.match?.isOpen === true)
    return 'Ask again when it can be answered, or check it and change it by hand; without --verify it is rewritten.';
  if (use?.match?.missing !== undefined)
    return 'Ask for the operation, or keep the legacy path while it works: where no v1 operation exists it stays in use (§9.3).';
  if (use != null && use.place !== null && isRepeated(use.url, use.place))
    return 'The same text occurs more than once in this URL, and an edit would change each occurrence. Change it by hand.';
  if (use?.left !== undefined) return use.left;
  if (use?.decision === 'manual')
    return `Its evidence is "${use.match?.evidence}"; check it, then change it by hand or run with --evidence family.`;
  return 'No text of the code is the path: a type lists it, a data file holds it, or it is put together when the code runs. Change it where it comes from.';
}
