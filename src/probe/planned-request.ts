import { InterlockError, type ProbeRequest } from './interlock.ts';

/**
 * The requests that a run may send, written down before the first: `--plan` prints the list, and a session sends nothing
 * that does not stand in it.
 */
export interface PlannedRequest {
  readonly kind: ProbeRequest['kind'];
  readonly method: ProbeRequest['method'];
  /** `{id}` stands for the id of a record, `<random>` for what no platform has. */
  readonly path: string;
  /** As it is sent, without the question mark. */
  readonly query: string;
  /** At most, but for what is sent again because it failed. */
  readonly times: number;
  /** A write beside the one that is asked about. */
  readonly isControl: boolean;
  /** The answer that makes it follow, in words; null: it is sent whatever the others answer. */
  readonly when: string | null;
}

export const RANDOM = '<random>';

/** Words of `createStray` and `createRandomId`. */
const RANDOM_SEGMENT = /^(v1-migrate-probe-\w+|\w{8}-\w{4}-4\w{3}-a\w{3}-\w{12})$/;

function isPathOf(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const segments = path.split('/');
  if (expected.length !== segments.length) return false;
  return expected.every((word, index) => {
    const segment = segments[index] ?? '';
    if (word === RANDOM) return RANDOM_SEGMENT.test(segment);
    return word.startsWith('{') ? segment !== '' : word === segment;
  });
}

/** Throws an InterlockError for a request that stands in no list: a mistake of ours. */
export function checkPlanned(request: ProbeRequest, planned: readonly PlannedRequest[]): void {
  const query = request.kind === 'keyed' ? new URLSearchParams(request.query).toString() : '';
  const isPlanned = planned.some(
    ({ kind, method, path, query: asked }) =>
      kind === request.kind && method === request.method && asked === query && isPathOf(path, request.path),
  );
  if (!isPlanned) throw new InterlockError(`a ${request.kind} ${request.method} request that was not planned`);
}
