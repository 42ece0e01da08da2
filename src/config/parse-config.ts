import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import * as v from 'valibot';
import { UserError } from '../errors.ts';
import { computeLineStarts, getPosition } from '../model/location.ts';
import type { ConfigText } from './find-config.ts';
import { CONFIG_SCHEMA, type Config, NO_OBJECT } from './schema.ts';

type ConfigPath = readonly (string | number)[];

/** What is wrong with one value, or with its key. */
export interface ConfigIssue {
  readonly path: ConfigPath;
  readonly message: string;
  readonly at?: 'key';
}

/** A parsed config and a way to say where one of its values stands. */
export interface ParsedConfig {
  readonly config: Config;
  /** `file:line` of a value, to say where something comes from. */
  locate(path: ConfigPath): string;
  /** One line per problem, each with file, line and column. */
  fail(issues: readonly ConfigIssue[]): UserError;
}

function renderPath(path: ConfigPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** Where a problem stands: the key that should not be there, else the value, else the object that lacks it. */
function findPlace(root: Node, { path, at }: ConfigIssue): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, [...path.slice(0, length)]);
    if (node === undefined) continue;
    const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    return at === 'key' && key !== undefined ? key : node;
  }
  return root;
}

function describeSyntax(error: ParseError): string {
  // `PropertyNameExpected` reads as `property name expected`
  return printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

/** valibot takes an array for an object that has no keys; the schema's output shows where it did. */
function findArrays(input: unknown, output: unknown, path: ConfigPath = []): readonly ConfigIssue[] {
  if (Array.isArray(input) && !Array.isArray(output)) return [{ path, message: NO_OBJECT }];
  if (typeof input !== 'object' || input === null || typeof output !== 'object' || output === null) return [];
  const members = new Map(Object.entries(output));
  return Object.entries(input).flatMap(([key, value]) => {
    const step = Array.isArray(input) ? Number(key) : key;
    return findArrays(value, members.get(key), [...path, step]);
  });
}

/** The second key of one name: its value would count, and that of the first be lost without a word. */
function findDuplicate(node: Node): Node | undefined {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = child.type === 'property' ? child.children?.[0] : undefined;
    if (key !== undefined && seen.has(key.value)) return key;
    seen.add(key?.value);
    const deeper = findDuplicate(child);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** `shown` is how messages name the file: relative to the cwd. */
export function parseConfig(source: ConfigText, shown: string): ParsedConfig {
  const text = source.text.replace(/^\uFEFF/, '');
  const lineStarts = computeLineStarts(text);
  const at = (offset: number): string => {
    const { line, column } = getPosition(lineStarts, offset, text);
    return `${shown}:${line}:${column}`;
  };
  const errors: ParseError[] = [];
  const document = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) throw new UserError(`${at(first.offset)}: not valid JSON: ${describeSyntax(first)}.`);
  const root = document && source.key !== null ? findNodeAtLocation(document, [source.key]) : document;
  if (root === undefined && source.key !== null) throw new UserError(`${shown} has no member "${source.key}".`);
  if (root === undefined) throw new UserError(`${shown} is empty.`, { hint: 'Write {} or remove the file.' });
  const twice = findDuplicate(root);
  if (twice !== undefined) throw new UserError(`${at(twice.offset)}: ${twice.value}: is written twice.`);

  const fail: ParsedConfig['fail'] = (issues) => {
    const lines = issues.map((issue) => {
      const subject = issue.path.length === 0 ? '' : `${renderPath(issue.path)}: `;
      return `${at(findPlace(root, issue).offset)}: ${subject}${issue.message}`;
    });
    return new UserError(lines.join('\n'), { hint: 'The keys are listed in config.schema.json of this package.' });
  };
  const locate: ParsedConfig['locate'] = (path) => {
    const { line } = getPosition(lineStarts, findPlace(root, { path, message: '' }).offset, text);
    return `${shown}:${line}`;
  };
  const value: unknown = getNodeValue(root);
  const result = v.safeParse(CONFIG_SCHEMA, value);
  const arrays = result.success ? findArrays(value, result.output) : [];
  if (arrays.length > 0) throw fail(arrays);
  if (result.success) return { config: result.output, locate, fail };
  throw fail(
    result.issues.map((issue) => ({
      path: (issue.path ?? []).map((item) => (typeof item.key === 'number' ? item.key : String(item.key))),
      message: issue.message,
      ...(issue.expected === 'never' ? { at: 'key' as const } : {}),
    })),
  );
}
