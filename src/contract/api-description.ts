import { isJsonObject, type JsonObject } from '../model/json-object.ts';
import { type ApiDescription, type DescribedOperation, splitPath } from './catalog.ts';
import type { Match } from './match.ts';

/** What an OpenAPI 3 document says of the versioned API: its operations tagged `V1` (§9.1), and nothing else of it. */

type DescriptionResult =
  | { readonly ok: true; readonly operations: readonly DescribedOperation[] }
  | { readonly ok: false; readonly problem: string; readonly hint?: string };

const TAG = 'V1';
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** What a reference inside the document (`#/a/b`) leads to; undefined when it leads nowhere. */
function resolvePointer(document: JsonObject, pointer: string): unknown {
  const steps = pointer.slice('#/'.length).split('/');
  return steps.reduce<unknown>((value, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, document);
}

class BadDescription extends Error {}

function resolveItem(document: JsonObject, path: string, item: unknown): JsonObject {
  if (!isJsonObject(item)) return {};
  const reference = item.$ref;
  if (typeof reference !== 'string') return item;
  if (!reference.startsWith('#/')) throw new BadDescription(`its path ${path} stands in another file (${reference})`);
  const target = resolvePointer(document, reference);
  if (isJsonObject(target) && target.$ref === undefined) return { ...target, ...item, $ref: undefined };
  throw new BadDescription(`its path ${path} refers to ${reference}, which is not there`);
}

/** The path of the first server, which every path of the description goes behind. */
function readServerPath(holders: readonly JsonObject[]): string {
  const servers = holders.map(({ servers }) => servers).find((list) => Array.isArray(list) && list.length > 0);
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const url = isJsonObject(first) && typeof first.url === 'string' ? first.url : '';
  return url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '').split(/[?#]/)[0] ?? '';
}

/** Relative to the base: what a server has before the version belongs to the base. */
function joinPath(serverPath: string, path: string, versionPrefix: string): string {
  const segments = [...splitPath(serverPath), ...splitPath(path)];
  const version = segments.indexOf(versionPrefix.slice(1));
  return `/${(version === -1 ? splitPath(path) : segments.slice(version)).join('/')}`;
}

function listTags(operation: unknown): readonly string[] {
  const tags = isJsonObject(operation) ? operation.tags : undefined;
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [];
}

function listOperations(document: JsonObject, paths: JsonObject, versionPrefix: string) {
  const operations: DescribedOperation[] = [];
  const tags = new Set<string>();
  for (const [path, entry] of Object.entries(paths)) {
    if (!path.startsWith('/')) continue; // an extension (`x-…`)
    const item = resolveItem(document, path, entry);
    for (const method of METHODS) {
      const operation = item[method];
      const own = listTags(operation);
      for (const tag of own) tags.add(tag);
      if (!isJsonObject(operation) || !own.includes(TAG)) continue;
      const full = joinPath(readServerPath([operation, item, document]), path, versionPrefix);
      operations.push({ method: method.toUpperCase(), path: full });
    }
  }
  return { operations, tags: [...tags].sort() };
}

/** Reads a parsed document; every way in which it is not a usable description is an answer of its own. */
export function readDescription(document: unknown, versionPrefix: string): DescriptionResult {
  if (!isJsonObject(document)) return { ok: false, problem: 'is no OpenAPI description: it is not an object' };
  if (document.swagger !== undefined) {
    const hint = 'Convert it first, for example with npx swagger2openapi.';
    return { ok: false, problem: `is Swagger ${String(document.swagger)}; OpenAPI 3 is needed`, hint };
  }
  const version = document.openapi;
  if (version === undefined) return { ok: false, problem: 'is no OpenAPI description: it has no member "openapi"' };
  if (!/^3(?:\.|$)/.test(String(version))) return { ok: false, problem: `is OpenAPI ${String(version)}; 3 is needed` };
  if (!isJsonObject(document.paths)) return { ok: false, problem: 'has no paths' };
  try {
    const { operations, tags } = listOperations(document, document.paths, versionPrefix);
    if (operations.length > 0) return { ok: true, operations };
    const hint = tags.length === 0 ? 'No operation in it has a tag.' : `Tags in it: ${tags.slice(0, 10).join(', ')}.`;
    return { ok: false, problem: `has no operation tagged ${TAG}`, hint };
  } catch (error) {
    if (!(error instanceof BadDescription)) throw error;
    const hint = 'Bundle it into one file first, for example with npx @redocly/cli bundle.';
    return { ok: false, problem: `cannot be read whole: ${error.message}`, hint };
  }
}

/** A parameter of the description takes any segment; a segment that is not known is no literal of it. */
function isSamePath(described: string, target: string): boolean {
  const pattern = splitPath(described);
  const segments = splitPath(target);
  return (
    pattern.length === segments.length &&
    pattern.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}

function hasMethod(operations: readonly DescribedOperation[], method: string): boolean {
  // Servers answer these two where they answer at all, and few descriptions list them.
  if (method === 'OPTIONS') return true;
  return operations.some((operation) => operation.method === (method === 'HEAD' ? 'GET' : method));
}

/**
 * The match as a description sees it: of evidence `openapi` when it has the target, with the reason in `missing` when it
 * does not. `methods` are those that the code may send; null when that is not known.
 */
export function confirmTarget(
  match: Match,
  methods: readonly string[] | null,
  description: ApiDescription | undefined,
): Match {
  const { outcome, v1Path, v1Method } = match;
  if (description === undefined || v1Path === null || (outcome !== 'rewrite' && outcome !== 'post-call-llm'))
    return match;
  const { file } = description;
  const found = description.operations.filter(({ path }) => isSamePath(path, v1Path));
  if (found.length === 0) return { ...match, missing: `${file} has no operation tagged ${TAG} at ${v1Path}` };
  const wanted = v1Method === null ? methods : [v1Method];
  const absent = wanted?.find((method) => !hasMethod(found, method));
  if (absent !== undefined) {
    const others = found.map(({ method }) => method).join(', ');
    return { ...match, missing: `${file} has ${v1Path} tagged ${TAG} for ${others}, not for ${absent}` };
  }
  return wanted === null ? match : { ...match, evidence: 'openapi' };
}
