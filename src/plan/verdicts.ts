import type { Match } from '../contract/match.ts';
import type { AskedEndpoint } from '../model/plan.ts';
import type { Target } from './endpoints.ts';

/** What a live platform said of the endpoints, and so which rewrites may be made (contract 8, `migrate --verify`). */

function isProven({ verdict }: AskedEndpoint): boolean {
  return verdict === 'confirmed' || verdict === 'exists';
}

/** A mock or a constant names no method: then what was said of the path counts. */
function findAnswers(
  { method, path }: Target,
  isReference: boolean,
  asked: readonly AskedEndpoint[],
): readonly AskedEndpoint[] {
  const exact = asked.filter((endpoint) => endpoint.path === path && endpoint.method === method);
  return exact.length > 0 || !isReference ? exact : asked.filter((endpoint) => endpoint.path === path);
}

function describe({ method, path, verdict, why }: AskedEndpoint): string {
  return `the live platform was asked, and ${method ?? 'any method of'} ${path} is ${verdict}: ${why}`;
}

/**
 * The match as the platform sees it: of evidence `probed` where every target is there, with the reason in `missing` where
 * one is absent, or where nothing but the probe could show it and the probe did not.
 */
export function confirmLive(
  match: Match,
  targets: readonly Target[],
  isReference: boolean,
  asked: readonly AskedEndpoint[],
): Match {
  const canMove = match.outcome === 'rewrite' || match.outcome === 'post-call-llm';
  if (!canMove || match.missing !== undefined || targets.length === 0) return match;
  const answers = targets.map((target) => findAnswers(target, isReference, asked));
  const known = answers.flat();
  const absent = known.find(({ verdict }) => verdict === 'absent');
  if (absent !== undefined) return { ...match, missing: describe(absent) };
  if (answers.every((found) => found.length > 0 && found.every(isProven))) return { ...match, evidence: 'probed' };
  if (match.evidence === 'documented') return match;
  const open = known.find((endpoint) => !isProven(endpoint));
  const unasked = targets[answers.findIndex((found) => found.length === 0)];
  const missing =
    open === undefined
      ? `the live platform was not asked for ${unasked?.method ?? 'any method of'} ${unasked?.path ?? match.v1Path}`
      : describe(open);
  return { ...match, missing, isOpen: true };
}
