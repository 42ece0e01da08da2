import type { Use } from './uses.ts';

/** Addresses of the platform within requests to other servers, `https://cors.example/https://api.voice.example/calls`. */

function nameText({ place }: Use): string | null {
  return place === null ? null : `${place.file}:${place.segment}`;
}

/** `uses`, of which a person looks at what others hand on; what is no path of the platform, or moves with a request, is left out. */
export function leaveNested(uses: readonly Use[]): readonly Use[] {
  const isNested = ({ reference }: Use): boolean => reference?.isNested === true;
  if (!uses.some(isNested)) return uses;
  const own = new Set(
    uses.flatMap((use) => (isNested(use) || use.target.kind !== 'platform' ? [] : (nameText(use) ?? []))),
  );
  return uses.flatMap((use): readonly Use[] => {
    if (!isNested(use)) return [use];
    const name = nameText(use);
    if (use.target.kind !== 'platform' || use.decision !== 'rewrite' || (name !== null && own.has(name))) return [];
    return [
      {
        ...use,
        decision: 'manual',
        left: 'Another server is asked to hand this on to the platform: see which paths it lets pass, and move the path here.',
      },
    ];
  });
}
