import { UserError } from '../errors.ts';
import { isJsonObject } from '../model/json-object.ts';

/** What a reviewer decided on one change, as the HTML review exports it. */
export interface Decision {
  readonly id: string;
  /** Of the change that was reviewed; null for a finding without one, on which only a comment is possible. */
  readonly fingerprint: string | null;
  readonly decision: 'accept' | 'reject' | null;
}

const HINT = 'It is exported by the review that --reporter html=<file> makes.';

function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UserError(`${name} is not JSON.`, { cause, hint: HINT });
  }
}

function readDecision(entry: unknown, index: number, name: string): Decision {
  const fail = (what: string): UserError => new UserError(`${name}, decision ${index + 1}: ${what}.`, { hint: HINT });
  if (!isJsonObject(entry)) throw fail('it must be an object');
  const { id, fingerprint, decision } = entry;
  if (typeof id !== 'string' || !/^VM-[0-9a-f]{4,}$/.test(id)) throw fail('id must be the id of a finding, VM-…');
  if (fingerprint !== null && typeof fingerprint !== 'string') throw fail('fingerprint must be a text or null');
  if (decision !== 'accept' && decision !== 'reject' && decision !== null) {
    throw fail('decision must be "accept", "reject" or null');
  }
  return { id, fingerprint, decision };
}

/** `name` is what the user knows the file by. Throws UserError for everything that is not understood. */
export function parseDecisions(text: string, name: string): readonly Decision[] {
  const document = readJson(text, name);
  if (!isJsonObject(document) || document.tool !== 'v1-migrate' || !Array.isArray(document.decisions)) {
    throw new UserError(`${name} holds no decisions of v1-migrate.`, { hint: HINT });
  }
  if (document.schemaVersion !== 1) {
    const version = JSON.stringify(document.schemaVersion);
    throw new UserError(`${name} has schema version ${version}; this v1-migrate reads version 1.`, { hint: HINT });
  }
  const decisions = document.decisions.map((entry, index) => readDecision(entry, index, name));
  const ids = decisions.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated !== undefined) throw new UserError(`${name} decides ${repeated} twice.`);
  return decisions;
}
