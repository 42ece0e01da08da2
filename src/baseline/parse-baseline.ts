import { isCalendarDate } from '../calendar.ts';
import { UserError } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../model/json-object.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';

/** Strict: an entry that is not understood must not hide a finding, and a date that is no date must not mean "never". */

const HINT = 'It is made by v1-migrate check --baseline <file> --update-baseline.';
const MEMBERS = ['id', 'code', 'file', 'path', 'reason', 'owner', 'until'];

function readJson(text: string, name: string): JsonObject {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UserError(`The baseline ${name} is not JSON.`, { cause, hint: HINT });
  }
  if (!isJsonObject(document) || !Array.isArray(document.findings)) {
    throw new UserError(`${name} is no baseline.`, { hint: HINT });
  }
  if (document.version === 1) return document;
  throw new UserError(`The baseline ${name} has version ${JSON.stringify(document.version)}; this v1-migrate reads 1.`);
}

function readText(entry: JsonObject, member: string, fail: (what: string) => UserError): string {
  const value = entry[member];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw fail(`${member} must be a text that is not empty`);
}

function readOptional(entry: JsonObject, member: string, fail: (what: string) => UserError): string | null {
  return entry[member] === undefined || entry[member] === null ? null : readText(entry, member, fail);
}

function readEntry(entry: unknown, index: number, name: string): BaselineEntry {
  const place = isJsonObject(entry) && typeof entry.id === 'string' ? entry.id : `entry ${index + 1}`;
  const fail = (what: string): UserError => new UserError(`The baseline ${name}, ${place}: ${what}.`);
  if (!isJsonObject(entry)) throw fail('it must be an object');
  const unknown = Object.keys(entry).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) throw fail(`there is no member "${unknown}"; there are ${MEMBERS.join(', ')}`);
  const id = readText(entry, 'id', fail);
  if (!/^VM-[0-9a-f]{4,}$/.test(id)) throw fail('id must be the id of a finding, VM-…');
  const until = readOptional(entry, 'until', fail);
  if (until !== null && !isCalendarDate(until)) throw fail(`until: "${until}" is not a date, write it as YYYY-MM-DD`);
  return {
    id,
    code: readText(entry, 'code', fail),
    file: readText(entry, 'file', fail),
    path: readOptional(entry, 'path', fail),
    reason: readText(entry, 'reason', fail),
    owner: readOptional(entry, 'owner', fail),
    until,
  };
}

/** `name` is what the user knows the file by. Throws UserError for everything that is not understood. */
export function parseBaseline(text: string, name: string): Baseline {
  const { findings } = readJson(text, name);
  const entries = (Array.isArray(findings) ? findings : []).map((entry, index) => readEntry(entry, index, name));
  const ids = entries.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated !== undefined) throw new UserError(`The baseline ${name} names ${repeated} twice.`);
  return { entries };
}
