import type { FindingCode } from '../model/findings.ts';
import type { Evidence } from '../model/plan.ts';
import type { Catalog, Family, Operation, Outcome, Rule } from './catalog.ts';
import { splitPath, startsWithSegments } from './catalog.ts';

/** One segment of a path in code: its text, or null when it is not statically known. */
export type PathSegment = string | null;

/** What the catalogue says of one legacy path under one method. */
export interface Match {
  readonly outcome: Outcome | 'unlisted';
  readonly code: FindingCode | null;
  /** The path with the catalogue's parameter names: `/agents/{id}`; `{}` for a part that no pattern names. */
  readonly legacyPath: string;
  /** The same in v1 form; null where none exists. */
  readonly v1Path: string | null;
  /** Only when it differs from the legacy method. */
  readonly v1Method: string | null;
  readonly evidence: Evidence | null;
  readonly reason: string | null;
  readonly row: Family | Rule | null;
  /** Why there is no such target, when a description of the API or the live platform says so. */
  readonly missing?: string;
  /** The platform was asked and did not settle it: `missing` says why it is not believed, not that it is absent. */
  readonly isOpen?: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function isParameter(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}

function matchesSegment(pattern: string, segment: PathSegment): boolean {
  return isParameter(pattern) || pattern === segment;
}

/** Does the whole path match? A last `**` takes the rest, also none. */
function matchesPattern(pattern: readonly string[], path: readonly PathSegment[]): boolean {
  const open = pattern.at(-1) === '**';
  const fixed = open ? pattern.slice(0, -1) : pattern;
  if (open ? path.length < fixed.length : path.length !== fixed.length) return false;
  return fixed.every((segment, index) => matchesSegment(segment, path[index] ?? null));
}

/** Literal segments count before parameters, so `/voices/s2s` beats `/voices/{id}`. */
function countLiterals(pattern: readonly string[]): number {
  return pattern.filter((segment) => segment !== '**' && !isParameter(segment)).length;
}

function stripVersion(catalog: Catalog, path: string): readonly string[] {
  const prefix = splitPath(catalog.versionPrefix);
  const segments = splitPath(path);
  return startsWithSegments(segments, prefix) ? segments.slice(prefix.length) : segments;
}

/** A pattern that can name segments. */
interface NamingPattern {
  readonly segments: readonly string[];
  readonly score: number;
}

/** What was computed once for a catalogue: a project asks for few paths, and often. */
interface Known {
  readonly patterns: readonly NamingPattern[];
  readonly names: Map<string, string>;
  readonly matches: Map<string, Match>;
}

const known = new WeakMap<Catalog, Known>();

function getKnown(catalog: Catalog): Known {
  const found = known.get(catalog) ?? { patterns: listNamingPatterns(catalog), names: new Map(), matches: new Map() };
  known.set(catalog, found);
  return found;
}

function writeKey(path: readonly PathSegment[]): string {
  return path.map((segment) => segment ?? '\0').join('/');
}

/** All patterns that can name a segment. */
function listNamingPatterns(catalog: Catalog): readonly NamingPattern[] {
  const families = catalog.families.flatMap((family) => {
    const path = splitPath(family.legacy);
    return family.item === undefined ? [path] : [path, [...path, `{${family.item}}`]];
  });
  const rules = catalog.rules.map((rule) => splitPath(rule.legacy));
  const operations = catalog.operations.map((operation) => stripVersion(catalog, operation.path));
  return [...families, ...rules, ...operations].map((pattern) => {
    const segments = pattern.filter((segment) => segment !== '**');
    return { segments, score: segments.length * 100 + countLiterals(segments) };
  });
}

function computeName(patterns: readonly NamingPattern[], path: readonly PathSegment[]): string {
  let best: NamingPattern | null = null;
  for (const pattern of patterns) {
    if (pattern.segments.length > path.length || pattern.score <= (best?.score ?? -1)) continue;
    if (pattern.segments.every((segment, index) => matchesSegment(segment, path[index] ?? null))) best = pattern;
  }
  return `/${path.map((segment, index) => best?.segments[index] ?? segment ?? '{}').join('/')}`;
}

/** A path with the catalogue's parameter names; a literal that a pattern names as a parameter is written as one. */
export function namePath(catalog: Catalog, path: readonly PathSegment[]): string {
  const { names, patterns } = getKnown(catalog);
  const key = writeKey(path);
  const name = names.get(key) ?? computeName(patterns, path);
  names.set(key, name);
  return name;
}

function findRule(catalog: Catalog, method: string, path: readonly PathSegment[]): Rule | undefined {
  return catalog.rules.findLast(
    (rule) =>
      (rule.methods === undefined || rule.methods.includes(method)) && matchesPattern(splitPath(rule.legacy), path),
  );
}

function findFamily(catalog: Catalog, path: readonly PathSegment[]): Family | undefined {
  const matching = catalog.families.filter((family) => matchesPattern([...splitPath(family.legacy), '**'], path));
  return matching.reduce<Family | undefined>(
    (best, family) =>
      best === undefined || splitPath(family.legacy).length >= splitPath(best.legacy).length ? family : best,
    undefined,
  );
}

/** The operation of the reference with this method and v1 path, if it shows one. */
export function findOperation(catalog: Catalog, method: string, v1Path: string): Operation | undefined {
  const path = splitPath(v1Path).map((segment) => (isParameter(segment) ? null : segment));
  return catalog.operations
    .filter((operation) => operation.method === method && matchesPattern(splitPath(operation.path), path))
    .sort((a, b) => countLiterals(splitPath(b.path)) - countLiterals(splitPath(a.path)))[0];
}

/** The target of a pattern: its parameters take the segments that the legacy pattern's parameters matched. */
function fillTarget(target: string, pattern: string, named: string): string {
  const values = new Map<string, string>();
  const namedSegments = splitPath(named);
  const patternSegments = splitPath(pattern);
  patternSegments.forEach((segment, index) => {
    if (isParameter(segment)) values.set(segment, namedSegments[index] ?? segment);
  });
  const fixed = patternSegments.filter((segment) => segment !== '**').length;
  const rest = namedSegments.slice(fixed);
  return `/${splitPath(target)
    .flatMap((segment) => (segment === '**' ? rest : [values.get(segment) ?? segment]))
    .join('/')}`;
}

function matchRule(catalog: Catalog, rule: Rule, method: string, path: readonly PathSegment[]): Match {
  const legacyPath = namePath(catalog, path);
  const v1Path = rule.v1 === undefined ? null : fillTarget(rule.v1, rule.legacy, legacyPath);
  // A read has no write as its counterpart: it reads the target.
  const isRead = method === 'GET' || method === 'HEAD';
  const v1Method = rule.v1Method !== undefined && rule.v1Method !== method && !isRead ? rule.v1Method : null;
  const code = rule.code ?? DEFAULT_CODES[rule.outcome];
  return {
    outcome: rule.outcome,
    code,
    legacyPath,
    v1Path,
    v1Method,
    evidence: rule.evidence,
    reason: rule.reason ?? null,
    row: rule,
  };
}

const DEFAULT_CODES: Readonly<Record<Outcome, FindingCode | null>> = {
  rewrite: 'legacy-path',
  'post-call-llm': 'post-call-llm-helper',
  review: 'agents2',
  'no-equivalent': 'unlisted-path',
  keep: null,
};

/**
 * What the catalogue says of `path` (segments without the base) under `method` (upper case).
 * Rules come before families, later rules before earlier ones.
 */
export function matchPath(catalog: Catalog, method: string, path: readonly PathSegment[]): Match {
  const { matches } = getKnown(catalog);
  const key = `${method} ${writeKey(path)}`;
  const match = matches.get(key) ?? computeMatch(catalog, method, path);
  matches.set(key, match);
  return match;
}

function computeMatch(catalog: Catalog, method: string, path: readonly PathSegment[]): Match {
  const rule = findRule(catalog, method, path);
  if (rule !== undefined) return matchRule(catalog, rule, method, path);
  const legacyPath = namePath(catalog, path);
  const family = findFamily(catalog, path);
  if (family === undefined) {
    return {
      outcome: 'unlisted',
      code: 'unlisted-path',
      legacyPath,
      v1Path: null,
      v1Method: null,
      evidence: null,
      reason: null,
      row: null,
    };
  }
  const depth = splitPath(family.legacy).length;
  const v1Path = `/${[...splitPath(family.v1), ...splitPath(legacyPath).slice(depth)].join('/')}`;
  const documented = findOperation(catalog, method, v1Path) !== undefined;
  const evidence = documented ? 'documented' : family.evidence;
  return {
    outcome: 'rewrite',
    code: 'legacy-path',
    legacyPath,
    v1Path,
    v1Method: null,
    evidence,
    reason: null,
    row: family,
  };
}

/**
 * The same for a request whose method is one of several or not known: one match for each different answer,
 * so one element means that the method does not matter.
 */
export function matchPathForMethods(
  catalog: Catalog,
  methods: readonly string[] | null,
  path: readonly PathSegment[],
): readonly Match[] {
  const answers = new Map<string, Match>();
  for (const method of methods ?? METHODS) {
    const match = matchPath(catalog, method, path);
    const key = `${match.outcome} ${match.code} ${match.v1Path}`;
    const other = answers.get(key);
    // Several methods: the weakest evidence is the one that holds for all of them.
    if (other === undefined || other.evidence === 'documented') answers.set(key, match);
  }
  return [...answers.values()];
}
