/** What the contract says of paths, written down again by hand: the judge must not share the code that it judges. */

const FAMILIES = [
  'agents',
  'calls',
  'batch-calls',
  'workflows',
  'user-webhooks',
  'voices',
  'languages',
  'llms',
  'transcribers',
  'knowledge-base',
  'organization-phone-numbers',
  'agent-builder',
  'assistant',
];

/** Paths inside a family, and beside one, that have no v1 form of their own. */
const STAYS = [
  /^\/agents2(\/|$)/,
  /^\/agents\/[^/]+\/post[-_]call/,
  /^\/campaigns?(\/|$)/,
  /^\/campaign-leads(\/|$)/,
  /^\/web-?calls?(\/|$)/,
  /^\/calls\/(web|web-call|outbound|outbound-call)(\/|$)/,
  /^\/outbound-calls?(\/|$)/,
];

export const MOVING = [
  '/agents',
  '/calls',
  '/agents/{id}',
  '/calls/{id}',
  '/batch-calls',
  '/workflows',
  '/workflows/{id}/leads',
  '/user-webhooks/{id}',
  '/voices/s2s',
  '/voices',
  '/languages',
  '/llms/fallback',
  '/transcribers',
  '/knowledge-base/{id}',
  '/organization-phone-numbers/{id}',
  '/agent-builder/run/stream',
  '/assistant/run/stream',
  '/calls/{id}/recording',
] as const;

export const STAYING = [
  '/campaigns',
  '/campaigns/{id}/leads',
  '/web-call',
  '/calls/outbound',
  '/outbound-calls/{id}',
  '/agents2/{id}',
  '/v1/agents',
  '/v1/calls/{id}',
  '/health',
  '/callsign/{id}',
  '/billing/calls',
] as const;

/** The v1 form of a URL that has to move; null for every other. `bases`: origins with a path prefix. */
export function findV1Url(text: string, bases: readonly string[]): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  for (const base of [...bases].sort((a, b) => b.length - a.length)) {
    const { host, pathname } = new URL(base);
    const prefix = pathname.replace(/\/$/, '');
    if (url.host !== host || !/^https?:$/.test(url.protocol) || !`${url.pathname}/`.startsWith(`${prefix}/`)) continue;
    const path = url.pathname.slice(prefix.length);
    const first = path.split('/').find((segment) => segment !== '') ?? '';
    if (!FAMILIES.includes(first) || STAYS.some((stay) => stay.test(path))) return null;
    return `${url.origin}${prefix}/v1${path}${url.search}${url.hash}`;
  }
  return null;
}
