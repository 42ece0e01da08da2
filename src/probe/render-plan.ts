import { type Catalog, splitPath } from '../contract/catalog.ts';
import type { EndpointUse } from '../model/plan.ts';
import { compilePlan } from './compile-plan.ts';
import { getListQuery } from './record-ids.ts';

interface PlanOptions {
  readonly catalog: Catalog;
  readonly stream: boolean;
  readonly keylessWrites: boolean;
}

const RANDOM = '<random>';

function generalise(path: string, template: string): string {
  const names = splitPath(template);
  return `/${splitPath(path)
    .map((segment, index) =>
      segment.startsWith('v1-migrate-probe-') || names[index]?.startsWith('{') ? RANDOM : segment,
    )
    .join('/')}`;
}

/** The lines that name the requests of a run, as templates; controls of answers that are 404 come on top. */
export function renderPlan(endpoints: readonly EndpointUse[], options: PlanOptions): readonly string[] {
  const { catalog, stream, keylessWrites } = options;
  const plan = compilePlan(endpoints, { catalog, stream, createWord: () => '0'.repeat(32) });
  return plan.endpoints.flatMap(({ use, check }) => {
    const head = `${use.method ?? '?'} ${use.path}`;
    if (check.kind === 'not-sent') return [`${head}: not sent (${check.reason})`];
    if (check.kind === 'build') return [`${head}: 1 run with the key and a minimal valid body`];
    if (check.kind === 'read') {
      const query = check.operation?.envelope === undefined ? {} : getListQuery(check.operation.envelope).query;
      const text = new URLSearchParams(query).toString();
      return [`${head}${text === '' ? '' : `?${text}`}: with the key`];
    }
    const { method, target, siblings, descendant } = check.paths;
    const safe = [`  OPTIONS and GET ${generalise(target, use.path)}, without key`];
    const controls = [...siblings, descendant].map(
      (path) => `  ${method} ${generalise(path, use.path)}, control, twice`,
    );
    const writes = [...controls, `  ${method} ${generalise(target, use.path)}, twice`];
    return [`${head}: without key, cookie and body`, ...safe, ...(keylessWrites ? writes : [])];
  });
}
