import type { Use } from './uses.ts';

/** An update of the agent beside a call of the helper that becomes one, too: two requests stay two, and it is said. */

function readAgent(use: Use): string | null {
  const hole = use.url.parts.find((part) => part.kind === 'hole');
  const segment = use.path.segments.at(use.target.kind === 'platform' && use.decision === 'v1' ? 2 : 1);
  if (segment === undefined) return null;
  return segment ?? (hole?.kind === 'hole' ? hole.label : null);
}

function isUpdate(use: Use): boolean {
  if (use.request === null || use.target.kind !== 'platform') return false;
  const methods = use.url.methods ?? use.request.methods ?? [];
  const words = use.path.segments.map((segment) => segment ?? '{}');
  const path = words[0] === 'v1' ? words.slice(1) : words;
  return methods.includes('PATCH') && path[0] === 'agents' && path.length === 2;
}

function isSameFunction(a: Use, b: Use): boolean {
  const [first, second] = [a.request?.around ?? null, b.request?.around ?? null];
  if (first === null || second === null) return false;
  return first.file === second.file && first.start === second.start;
}

/** `uses` with the place of such an update, where there is one. */
export function noteNeighbours(uses: readonly Use[]): readonly Use[] {
  const updates = uses.filter(isUpdate);
  return uses.map((use) => {
    if (use.match?.outcome !== 'post-call-llm' || use.request === null) return use;
    const agent = readAgent(use);
    const beside = updates.find((other) => isSameFunction(use, other) && agent !== null && readAgent(other) === agent);
    const site = beside?.request?.site;
    return site === undefined ? use : { ...use, neighbour: `${site.file}:${site.line}` };
  });
}

export function describeNeighbour({ neighbour }: Use): string {
  if (neighbour === undefined) return '';
  return ` The same function updates this agent at ${neighbour} as well; the two requests are not merged.`;
}
