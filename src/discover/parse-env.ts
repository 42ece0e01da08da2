import type { EnvAssignment } from '../model/project.ts';

/** Reads `.env` files as dotenv does, with line numbers, and forgets every value that is not an address. */

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/gm;
const REFERENCE = /(?<!\\)\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))/g;
const HTTP_URL = /^(https?:\/\/)(?:[^/?#@\s]*@)?([^\s?#,]+)(?:[?#]\S*)?$/i;
const HOST = /^(?:localhost|(?:[a-z0-9-]+\.)+[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?:\/[\w./-]*)?$/i;

interface RawAssignment {
  readonly name: string;
  readonly value: string;
  readonly line: number;
  /** In single quotes nothing is expanded. */
  readonly isLiteral: boolean;
}

interface RawValue {
  readonly value: string;
  readonly isLiteral: boolean;
  readonly end: number;
}

/** The value that begins at `start`; a quoted one may span lines. */
function parseValue(text: string, start: number): RawValue {
  const quote = text[start];
  const close = quote === '"' || quote === "'" || quote === '`' ? text.indexOf(quote, start + 1) : -1;
  if (close !== -1) return { value: text.slice(start + 1, close), isLiteral: quote === "'", end: close + 1 };
  const lineEnd = text.indexOf('\n', start);
  const end = lineEnd === -1 ? text.length : lineEnd;
  const line = text.slice(start, end).replace(/(?:^|\s)#.*$/s, '');
  return { value: line.trim(), isLiteral: false, end };
}

function parseAssignments(text: string): readonly RawAssignment[] {
  const pattern = new RegExp(ASSIGNMENT); // a copy: the position is part of it
  const found: RawAssignment[] = [];
  let line = 1;
  let counted = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { value, isLiteral, end } = parseValue(text, pattern.lastIndex);
    line += text.slice(counted, match.index).split('\n').length - 1;
    counted = match.index;
    found.push({ name: match[1] ?? '', value, line, isLiteral });
    pattern.lastIndex = end;
  }
  return found;
}

/** Replaces `${OTHER}`; undefined when a name is not set in this file, for then the value is not known. */
function expand(value: string, values: ReadonlyMap<string, string>): string | undefined {
  let isKnown = true;
  const expanded = value.replace(
    REFERENCE,
    (_, braced: string | undefined, fallback: string | undefined, plain: string | undefined) => {
      const known = values.get(braced ?? plain ?? '') ?? fallback;
      if (known === undefined) isKnown = false;
      return known ?? '';
    },
  );
  return isKnown ? expanded : undefined;
}

/** The address in a value, without what may be secret in it: a user and password, a query. */
export function findAddress(value: string): string | undefined {
  const url = HTTP_URL.exec(value);
  if (url !== null) return `${url[1]}${url[2]}`;
  return HOST.test(value) ? value : undefined;
}

/** `/api`: where a server of the own machine hands on what is asked of it. */
const OWN_PATH = /^(?:\/[A-Za-z][\w-]*)+\/?$/;

/** The assignments of one file whose values are http(s) URLs or hosts, and those that are paths; of a repeated name the last, as dotenv takes it. */
export function parseEnv(file: string, text: string): readonly EnvAssignment[] {
  const values = new Map<string, string>();
  const found = new Map<string, EnvAssignment>();
  for (const { name, value, line, isLiteral } of parseAssignments(text.replace(/^\uFEFF/, ''))) {
    const expanded = isLiteral ? value : expand(value, values);
    found.delete(name);
    values.delete(name);
    if (expanded === undefined) continue;
    values.set(name, expanded);
    const address = findAddress(expanded);
    if (address !== undefined) found.set(name, { name, value: address, file, line });
    else if (OWN_PATH.test(expanded)) found.set(name, { name, value: expanded, file, line, isOwnPath: true });
  }
  return [...found.values()];
}

const MEMBER = /"([A-Za-z_]\w*)"\s*:\s*"((?:[^"\\\n]|\\.)*)"/g;

/** The same of `"vars": { "NAME": "value" }` in settings that are JSON; those of several deployments each with its own. */
export function parseJsonEnv(file: string, text: string): readonly EnvAssignment[] {
  return [...text.matchAll(MEMBER)].flatMap(({ 1: name = '', 2: value = '', index }) => {
    const address = findAddress(value);
    return address === undefined ? [] : [{ name, value: address, file, line: text.slice(0, index).split('\n').length }];
  });
}
