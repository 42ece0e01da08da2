import * as v from 'valibot';
import { FINDING_CODES, type FindingCode } from '../model/findings.ts';
import { findNearest, suggest } from '../nearest.ts';

/**
 * The shape of `v1-migrate.config.json` (contract 7): checks a config when it is loaded, and is where
 * config.schema.json comes from. Messages are the ends of sentences that begin with the key.
 */

const OUTCOMES = ['rewrite', 'post-call-llm', 'review', 'no-equivalent', 'keep'] as const;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** What is wrong with a value that should be an object. */
export const NO_OBJECT = 'must be an object';
const EVIDENCE = ['assumed', 'family', 'config', 'documented', 'openapi', 'probed'] as const;

/** An unknown key with a close one is a slip; without, whoever wrote it needs to see what there is. */
function describeKeys(key: string, keys: readonly string[]): string {
  const nearest = suggest(key, keys);
  return nearest === '' ? ` Known here: ${keys.join(', ')}.` : nearest;
}

/** An object without other keys; an unknown one is answered with the nearest that exists, or with all. */
function strict<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject(entries, (issue) => {
    // valibot puts the key between quotes as it is.
    if (issue.expected === 'never')
      return `is unknown.${describeKeys(issue.received.slice(1, -1), Object.keys(entries))}`;
    return issue.received === 'undefined' ? 'is missing' : NO_OBJECT;
  });
}

function oneOf<const Words extends readonly string[]>(words: Words) {
  return v.picklist(words, (issue) => {
    const nearest = typeof issue.input === 'string' ? findNearest(issue.input, words) : undefined;
    const hint = nearest === undefined ? `must be one of ${words.join(', ')}` : `did you mean "${nearest}"?`;
    return `is ${issue.received}; ${hint}`;
  });
}

const text = v.string('must be a string');
const filled = v.pipe(text, v.nonEmpty('must not be empty'));
const texts = v.array(filled, 'must be an array of strings');
const method = oneOf(METHODS);
const code = oneOf(FINDING_CODES);
const evidence = oneOf(EVIDENCE);
const index = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(0, 'must not be negative'),
);
const name = v.pipe(text, v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable'));

const family = strict({
  legacy: v.pipe(filled, v.description('The legacy path; everything below it is meant too.')),
  v1: v.pipe(filled, v.description('What the path becomes.')),
  item: v.exactOptional(v.pipe(filled, v.description('The name of the segment below a collection, such as id.'))),
  section: v.exactOptional(v.pipe(text, v.description('Where this is documented; shown in reports.'))),
  evidence: v.exactOptional(evidence),
});

const rule = strict({
  methods: v.exactOptional(
    v.pipe(v.array(method, 'must be an array of methods'), v.description('Absent: every method.')),
  ),
  legacy: v.pipe(filled, v.description('{name} matches one segment, a last ** any number of segments, also none.')),
  outcome: oneOf(OUTCOMES),
  v1: v.exactOptional(v.pipe(filled, v.description('The target; by default the legacy path behind the version.'))),
  v1Method: v.exactOptional(method),
  code: v.exactOptional(code),
  bodyField: v.exactOptional(v.pipe(filled, v.description('post-call-llm: the body member that holds the LLM id.'))),
  bodyFields: v.exactOptional(texts),
  reason: v.exactOptional(v.pipe(text, v.description('Why; shown in reports.'))),
  section: v.exactOptional(text),
  evidence: v.exactOptional(evidence),
});

const envelope = strict({
  records: v.pipe(v.nullable(text), v.description('The member that holds the records; null for a root array.')),
  paging: texts,
  members: v.exactOptional(v.record(v.string(), oneOf(['number', 'string', 'array', 'object']), NO_OBJECT)),
  acceptsPage: v.boolean('must be true or false'),
  defaultLimit: v.exactOptional(index),
  maxLimit: v.exactOptional(index),
});

const operation = strict({ method, path: filled, section: text, envelope: v.exactOptional(envelope) });

const alias = strict({ path: filled, of: filled, section: text });

const catalog = strict({
  extends: v.exactOptional(
    v.pipe(oneOf(['platform', 'none']), v.description('none: a catalogue of your own, for another API of this kind.')),
  ),
  cutoff: v.exactOptional(v.pipe(text, v.description('The day the legacy paths are removed, YYYY-MM-DD.'))),
  versionPrefix: v.exactOptional(v.pipe(text, v.regex(/^\/[A-Za-z0-9._-]+$/, 'must be one path segment, such as /v1'))),
  families: v.exactOptional(v.array(family, 'must be an array')),
  rules: v.exactOptional(
    v.pipe(v.array(rule, 'must be an array'), v.description('A later rule beats an earlier one.')),
  ),
  operations: v.exactOptional(v.array(operation, 'must be an array')),
  credentials: v.exactOptional(
    v.pipe(
      oneOf(['bearer']),
      v.description('The versioned API takes the key as Authorization: Bearer, and no x-api-key.'),
    ),
  ),
  aliases: v.exactOptional(
    v.pipe(v.array(alias, 'must be an array'), v.description('Two v1 prefixes of the same operations.')),
  ),
});

const client = strict({
  module: v.pipe(filled, v.description('The import specifier, as written in code.')),
  export: v.pipe(filled, v.description('The name of the export; "default" for the default export.')),
  base: v.pipe(filled, v.description('An origin with an optional path prefix, or env:NAME.')),
  url: v.pipe(index, v.description('Which argument holds the path, counted from 0.')),
  method: v.exactOptional(method),
});

const level = oneOf(['error', 'warning', 'note', 'off']);
const levels = Object.fromEntries(FINDING_CODES.map((key) => [key, v.exactOptional(level)])) as {
  // fromEntries forgets its keys; they are exactly the codes of the closed list
  [Key in FindingCode]: v.ExactOptionalSchema<typeof level, undefined>;
};

export const CONFIG_SCHEMA = strict({
  $schema: v.exactOptional(text),
  baseUrls: v.exactOptional(
    v.pipe(texts, v.description('Where the platform lives: origins with an optional path prefix, or env:NAME.')),
  ),
  include: v.exactOptional(v.pipe(texts, v.description('Globs, relative to the folder v1-migrate runs in.'))),
  exclude: v.exactOptional(v.pipe(texts, v.description('Globs, relative to the folder v1-migrate runs in.'))),
  levels: v.exactOptional(v.pipe(strict(levels), v.description('Another level for a finding code, or "off".'))),
  clients: v.exactOptional(
    v.pipe(v.array(client, 'must be an array'), v.description('Wrappers that the analysis cannot see into.')),
  ),
  catalog: v.exactOptional(v.pipe(catalog, v.description('Changes to the catalogue, or one of your own.'))),
  probe: v.exactOptional(strict({ keyEnv: v.exactOptional(name) })),
});

export type Config = v.InferOutput<typeof CONFIG_SCHEMA>;
