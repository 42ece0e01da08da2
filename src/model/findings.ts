/** The closed list of finding codes (contract 4) with what every reporter needs to know of each. */

export type Level = 'error' | 'warning' | 'note';
export type Fix = 'auto' | 'manual' | 'none';

interface FindingKind {
  readonly level: Level;
  /** The best fix this code can have; a single finding may have a weaker one. */
  readonly fix: Fix;
  /** One short sentence: what it is. */
  readonly title: string;
  /** What to do about it, for `explain`, SARIF help and MIGRATION.md. */
  readonly help: string;
}

export const FINDING_KINDS = {
  'legacy-path': {
    level: 'error',
    fix: 'auto',
    title: 'An unversioned path that has a /v1 form.',
    help: 'The path gets its /v1 form and keeps the same bearer header (§9.3).',
  },
  'post-call-llm-helper': {
    level: 'error',
    fix: 'auto',
    title: 'The post-call LLM helper became a field of the agent.',
    help: 'Send PATCH /v1/agents/{id} with post_call_analysis_llm_id: an id sets it, null clears it (§4.3, §9.4).',
  },
  agents2: {
    level: 'error',
    fix: 'manual',
    title: '/agents2 is another controller with another request schema.',
    help: 'Review the request body against the agents schema, then call /v1/agents (§9.4).',
  },
  'campaign-no-v1': {
    level: 'warning',
    fix: 'none',
    title: 'Campaign and campaign-lead endpoints have no v1 equivalent.',
    help: 'Keep the legacy path; it stays in use where no v1 operation exists (§9.3), although the reference also schedules legacy endpoints for removal (§9.2).',
  },
  'web-call-no-v1': {
    level: 'warning',
    fix: 'none',
    title: 'Web-call helper endpoints have no v1 equivalent.',
    help: 'Keep the legacy path; it stays in use where no v1 operation exists (§9.3), although the reference also schedules legacy endpoints for removal (§9.2).',
  },
  'outbound-call-no-v1': {
    level: 'warning',
    fix: 'none',
    title: 'Outbound-call helper endpoints have no v1 equivalent.',
    help: 'Keep the legacy path; it stays in use where no v1 operation exists (§9.3), although the reference also schedules legacy endpoints for removal (§9.2).',
  },
  'api-key-header': {
    level: 'error',
    fix: 'auto',
    title: 'The header x-api-key is not accepted on /v1.',
    help: 'Send Authorization: Bearer <key_id>:<secret>, the whole key (§5.1, §5.5).',
  },
  'key-id-only': {
    level: 'error',
    fix: 'manual',
    title: 'Only the key id is sent.',
    help: 'Send the whole key, <key_id>:<secret>, as the bearer token (§5.2, §5.5).',
  },
  'key-in-source': {
    level: 'warning',
    fix: 'manual',
    title: 'An API key stands in source code.',
    help: 'Move the key to the server environment and revoke this one; keys are for server-side use only (§5.7).',
  },
  'unlisted-path': {
    level: 'warning',
    fix: 'none',
    title: 'A path on the platform that the catalogue does not know.',
    help: 'It stays as it is. If it has a v1 form, add a family or a rule to the catalog in the config.',
  },
  'unresolved-url': {
    level: 'warning',
    fix: 'manual',
    title: 'A request to the platform whose path is not statically known.',
    help: 'Look at the named expression and move the path by hand, or write it where the tool can see it.',
  },
  'unresolved-base': {
    level: 'note',
    fix: 'none',
    title: 'A legacy-looking request whose base is not known.',
    help: 'If this is the platform, name its base with --base-url or baseUrls in the config.',
  },
  'shared-literal': {
    level: 'error',
    fix: 'manual',
    title: 'The text that would have to change also serves something that must not change.',
    help: 'Give the platform call a text of its own, then run again.',
  },
  'mixed-alias': {
    level: 'note',
    fix: 'manual',
    title: 'The agent builder is called both as /v1/agent-builder and as /v1/assistant.',
    help: 'Use one path consistently (§4.1).',
  },
  'envelope-mismatch': {
    level: 'warning',
    fix: 'manual',
    title: 'The response is read in a way that the v1 envelope does not have.',
    help: 'Read the records from the member that §8.1 names for this list.',
  },
  'stream-unchecked': {
    level: 'warning',
    fix: 'manual',
    title: 'The agent-builder stream is taken as success on status 200.',
    help: 'Read the stream to its end: only a complete event is success, and an error event can follow status 200 (§4.1).',
  },
  'unused-suppression': {
    level: 'note',
    fix: 'manual',
    title: 'An ignore comment that hides nothing.',
    help: 'Remove the comment.',
  },
  'unparsed-file': {
    level: 'error',
    fix: 'none',
    title: 'The file could not be parsed and was not analysed.',
    help: 'Fix the syntax error or exclude the file with --exclude.',
  },
  'unreadable-file': {
    level: 'error',
    fix: 'none',
    title: 'The file could not be read and was not analysed.',
    help: 'Make the file readable and UTF-8, or exclude it with --exclude.',
  },
} as const satisfies Record<string, FindingKind>;

export type FindingCode = keyof typeof FINDING_KINDS;

export const FINDING_CODES = Object.keys(FINDING_KINDS) as readonly FindingCode[]; // keys of a literal object

export function isFindingCode(text: string): text is FindingCode {
  return Object.hasOwn(FINDING_KINDS, text);
}
