import { flatMap } from '../model/flat-map.ts';
import type { Use } from './uses.ts';

/** A text that is signed for a request says what is asked for: it changes with the request, and never alone. */

function nameAsked({ target, path }: Use): string {
  const segments = path.segments.map((segment) => segment ?? '{}').join('/');
  return `${target.kind === 'platform' ? target.base : ''} ${segments}`;
}

function namePlace({ place }: Use): string | null {
  return place === null ? null : `${place.file}:${place.start}`;
}

/** `uses`, of which signed texts are left to a person where their requests are. */
export function keepSignedInStep(uses: readonly Use[]): readonly Use[] {
  const signing = uses.filter(({ reference, decision }) => reference?.signs !== undefined && decision === 'rewrite');
  if (signing.length === 0) return uses;
  const left = new Map(
    flatMap(signing, (use): readonly (readonly [string, string])[] => {
      const name = namePlace(use);
      const request = use.reference?.signs;
      const isInStep = uses.some(
        (other) => other.request === request && other.decision === 'rewrite' && nameAsked(other) === nameAsked(use),
      );
      if (isInStep || name === null || request === undefined) return [];
      return [[name, `${request.site.file}:${request.site.line}`]];
    }),
  );
  return uses.map((use) => {
    const site = use.decision === 'rewrite' && use.request === null ? left.get(namePlace(use) ?? '') : undefined;
    return site === undefined
      ? use
      : { ...use, decision: 'manual', left: `The request at ${site} is signed with it: change it together with that.` };
  });
}
