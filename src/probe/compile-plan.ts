import { type Catalog, type Operation, splitPath } from '../contract/catalog.ts';
import { findOperation } from '../contract/match.ts';
import type { EndpointUse } from '../model/plan.ts';
import { createBuildBody } from './build-body.ts';
import type { Permits } from './interlock.ts';

/** The concrete paths of a keyless check: the target and its controls (research: probe, 2.2). */
export interface WritePaths {
  readonly method: 'POST' | 'PATCH';
  readonly target: string;
  /** The target with one fixed segment after the version replaced by a random one, for each of them. */
  readonly siblings: readonly string[];
  readonly descendant: string;
}

/** How one endpoint will be checked; decided before the first request. */
type Check =
  | { readonly kind: 'read'; readonly method: 'GET' | 'HEAD'; readonly operation: Operation | null }
  | { readonly kind: 'write'; readonly paths: WritePaths }
  | { readonly kind: 'build'; readonly path: string }
  | { readonly kind: 'not-sent'; readonly reason: string };

export interface CompiledEndpoint {
  readonly use: EndpointUse;
  readonly check: Check;
}

interface CompiledPlan {
  readonly endpoints: readonly CompiledEndpoint[];
  readonly permits: Permits;
}

interface CompileOptions {
  readonly catalog: Catalog;
  /** Run the agent builder once, with the key (§4.1 rule 4: it changes no resource). */
  readonly stream: boolean;
  /** A word that nobody can foresee, at least 32 hex digits. */
  readonly createWord: () => string;
}

/** §4.1. */
const BUILD_PATH = '/v1/agent-builder/run/stream';

export function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** A segment that no platform has; whoever reads its log sees who asked. */
export function createStray(createWord: () => string): string {
  return `v1-migrate-probe-${createWord().slice(0, 16)}`;
}

/** The id of a record that cannot exist. */
export function createRandomId(createWord: () => string): string {
  const hex = createWord().padEnd(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** The path with each fixed segment behind the version replaced in turn by `stray`, which no platform has. */
export function listSiblings(path: string, template: string, versionPrefix: string, stray: string): readonly string[] {
  const segments = splitPath(path);
  const pattern = splitPath(template);
  const first = splitPath(versionPrefix).length;
  return segments.flatMap((_, index) => {
    if (index < first || isParameter(pattern[index] ?? '')) return [];
    return [`/${segments.with(index, stray).join('/')}`];
  });
}

/** One for the run, so that endpoints side by side share their controls. */
interface Strays {
  readonly segment: string;
  readonly id: string;
}

function compileWrite(method: 'POST' | 'PATCH', template: string, versionPrefix: string, strays: Strays): Check {
  const target = `/${splitPath(template)
    .map((segment) => (isParameter(segment) ? strays.id : segment))
    .join('/')}`;
  const siblings = listSiblings(target, template, versionPrefix, strays.segment);
  if (siblings.length === 0) return { kind: 'not-sent', reason: 'no-control' };
  return { kind: 'write', paths: { method, target, siblings, descendant: `${target}/${strays.segment}` } };
}

function isBuild({ method, path }: EndpointUse): boolean {
  const isStream = path === BUILD_PATH || (path.startsWith('/v1/assistant/') && path.endsWith('/run/stream'));
  return method === 'POST' && isStream;
}

/** A path that is not known in full, or that the URL parser would change, is not sent. */
function explainPath(path: string): string | null {
  const segments = path.split('/').slice(1);
  if (!path.startsWith('/') || segments.some((segment) => segment === '' || segment === '{}' || segment === '**')) {
    return 'unresolved-path';
  }
  const isPlain = segments.every((segment) => isParameter(segment) || /^(?!\.\.?$)[\w.~-]+$/.test(segment));
  return isPlain ? null : 'unresolved-path';
}

function compileCheck(use: EndpointUse, mayBuild: boolean, strays: Strays, { catalog }: CompileOptions): Check {
  const { method, path } = use;
  const problem = explainPath(path);
  if (problem !== null) return { kind: 'not-sent', reason: problem };
  if (method === null) return { kind: 'not-sent', reason: 'unknown-method' };
  if (mayBuild && isBuild(use)) return { kind: 'build', path };
  if (method === 'GET' || method === 'HEAD') {
    const operation = method === 'GET' ? findOperation(catalog, 'GET', path) : undefined;
    return { kind: 'read', method, operation: operation?.path === path ? operation : null };
  }
  if (method === 'POST' || method === 'PATCH') return compileWrite(method, path, catalog.versionPrefix, strays);
  return { kind: 'not-sent', reason: 'method-never-sent' };
}

function listWrites({ method, target, siblings, descendant }: WritePaths): readonly string[] {
  return [target, ...siblings, descendant].map((path) => `${method} ${path}`);
}

/** Everything that may be sent beside reading, fixed before the first request. */
export function compilePlan(uses: readonly EndpointUse[], options: CompileOptions): CompiledPlan {
  // One build is enough, however often the code starts one.
  const built = options.stream ? uses.find(isBuild) : undefined;
  const strays = { segment: createStray(options.createWord), id: createRandomId(options.createWord) };
  const endpoints = uses.map(
    (use): CompiledEndpoint => ({ use, check: compileCheck(use, use === built, strays, options) }),
  );
  const writes = endpoints.flatMap(({ check }) => (check.kind === 'write' ? listWrites(check.paths) : []));
  const build = built === undefined ? null : { path: built.path, body: createBuildBody() };
  return { endpoints, permits: { writes: new Set(writes), build } };
}

/** Every documented operation, for a run without paths. */
export function listDocumented(catalog: Catalog): readonly EndpointUse[] {
  return catalog.operations.map(({ method, path }) => ({ method, path, usedAt: [] }));
}
