import type { Catalog, Envelope, Family, Operation, Rule } from './catalog.ts';

/** The platform's own catalogue, row by row with its section of the reference and the evidence for it. */

const FAMILIES: readonly Family[] = [
  { legacy: '/agents', v1: '/v1/agents', item: 'id', section: '§5.6', evidence: 'family' },
  { legacy: '/calls', v1: '/v1/calls', item: 'id', section: '§5.6', evidence: 'family' },
  { legacy: '/batch-calls', v1: '/v1/batch-calls', item: 'id', section: '§5.6', evidence: 'family' },
  { legacy: '/workflows', v1: '/v1/workflows', item: 'workflowId', section: '§5.6', evidence: 'family' },
  { legacy: '/user-webhooks', v1: '/v1/user-webhooks', item: 'id', section: '§5.6', evidence: 'family' },
  { legacy: '/voices', v1: '/v1/voices', item: 'id', section: '§5.6', evidence: 'family' },
  { legacy: '/languages', v1: '/v1/languages', item: 'id', section: '§5.6', evidence: 'family' },
  { legacy: '/llms', v1: '/v1/llms', item: 'id', section: '§5.6', evidence: 'family' },
  { legacy: '/transcribers', v1: '/v1/transcribers', item: 'id', section: '§5.6', evidence: 'family' },
  { legacy: '/knowledge-base', v1: '/v1/knowledge-base', item: 'id', section: '§5.6', evidence: 'family' },
  {
    legacy: '/organization-phone-numbers',
    v1: '/v1/organization-phone-numbers',
    item: 'id',
    section: '§5.6',
    evidence: 'family',
  },
  { legacy: '/agent-builder', v1: '/v1/agent-builder', section: '§4.1', evidence: 'family' },
  { legacy: '/assistant', v1: '/v1/assistant', section: '§4.1', evidence: 'family' },
];

const CAMPAIGN_REASON =
  'Campaign and campaign-lead endpoints have no v1 equivalent (§9.4); they stay on their legacy path (§9.3).';
const WEB_CALL_REASON =
  'Web-call helper endpoints have no v1 equivalent (§9.4); they stay on their legacy path (§9.3).';
const OUTBOUND_REASON =
  'Outbound-call helper endpoints have no v1 equivalent (§9.4); they stay on their legacy path (§9.3).';
const POST_CALL_REASON = 'The post-call LLM helper became a field of PATCH /v1/agents/{id} (§4.3, §9.4).';
const AGENTS2_REASON =
  '/agents2 is a different controller with another request schema; the body must be reviewed (§9.4).';

function postCallRule(legacy: string): Rule {
  return {
    legacy,
    outcome: 'post-call-llm',
    code: 'post-call-llm-helper',
    v1: '/v1/agents/{id}',
    v1Method: 'PATCH',
    bodyFields: ['post_call_analysis_llm_id', 'llm_id', 'llmId'],
    reason: POST_CALL_REASON,
    section: '§9.4',
    evidence: 'assumed',
  };
}

function keptRule(
  legacy: string,
  code: 'campaign-no-v1' | 'web-call-no-v1' | 'outbound-call-no-v1',
  reason: string,
): Rule {
  return { legacy, outcome: 'no-equivalent', code, reason, section: '§9.4', evidence: 'assumed' };
}

const RULES: readonly Rule[] = [
  {
    legacy: '/agents2/**',
    outcome: 'review',
    code: 'agents2',
    v1: '/v1/agents/**',
    reason: AGENTS2_REASON,
    section: '§9.4',
    evidence: 'documented',
  },
  postCallRule('/agents/{id}/post-call-llm'),
  postCallRule('/agents/{id}/post-call-analysis-llm'),
  postCallRule('/agents/{id}/post_call_llm'),
  postCallRule('/agents/{id}/post-call-llm/{llmId}'),
  keptRule('/campaigns/**', 'campaign-no-v1', CAMPAIGN_REASON),
  keptRule('/campaign/**', 'campaign-no-v1', CAMPAIGN_REASON),
  keptRule('/campaign-leads/**', 'campaign-no-v1', CAMPAIGN_REASON),
  keptRule('/web-call/**', 'web-call-no-v1', WEB_CALL_REASON),
  keptRule('/web-calls/**', 'web-call-no-v1', WEB_CALL_REASON),
  keptRule('/webcall/**', 'web-call-no-v1', WEB_CALL_REASON),
  keptRule('/calls/web/**', 'web-call-no-v1', WEB_CALL_REASON),
  keptRule('/calls/web-call/**', 'web-call-no-v1', WEB_CALL_REASON),
  keptRule('/outbound-call/**', 'outbound-call-no-v1', OUTBOUND_REASON),
  keptRule('/outbound-calls/**', 'outbound-call-no-v1', OUTBOUND_REASON),
  keptRule('/calls/outbound/**', 'outbound-call-no-v1', OUTBOUND_REASON),
  keptRule('/calls/outbound-call/**', 'outbound-call-no-v1', OUTBOUND_REASON),
];

const META_PAGING = ['meta.totalItems', 'meta.itemsPerPage', 'meta.totalPages', 'meta.currentPage'];
const PAGE_PAGING = ['total', 'page', 'limit'];
const ROOT_ARRAY: Envelope = { records: null, paging: [], acceptsPage: false };

function list(path: string, envelope: Envelope): Operation {
  return { method: 'GET', path, section: '§8.1', envelope };
}

const OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/v1/agent-builder/run/stream', section: '§4.1' },
  list('/v1/workflows', {
    records: 'data',
    paging: META_PAGING,
    members: { statusCode: 'number', message: 'string' },
    acceptsPage: true,
  }),
  list('/v1/batch-calls', { records: 'items', paging: PAGE_PAGING, acceptsPage: true }),
  list('/v1/organization-phone-numbers', { records: 'items', paging: PAGE_PAGING, acceptsPage: true }),
  list('/v1/voices', { records: 'voices', paging: [...PAGE_PAGING, 'totalPages'], acceptsPage: true }),
  list('/v1/user-webhooks', {
    records: 'webhooks',
    paging: [...PAGE_PAGING, 'totalPages'],
    acceptsPage: true,
    defaultLimit: 10,
  }),
  list('/v1/agents', { records: 'agents', paging: [], acceptsPage: false }),
  list('/v1/voices/s2s', { records: 'voices', paging: [], acceptsPage: false }),
  list('/v1/workflows/{workflowId}/leads', { records: 'data', paging: ['count'], acceptsPage: false }),
  list('/v1/calls', { records: null, paging: [], acceptsPage: true, maxLimit: 200 }),
  list('/v1/knowledge-base', { records: 'items', paging: META_PAGING, acceptsPage: true }),
  list('/v1/languages', ROOT_ARRAY),
  list('/v1/llms', ROOT_ARRAY),
  list('/v1/llms/fallback', ROOT_ARRAY),
  list('/v1/transcribers', ROOT_ARRAY),
  list('/v1/transcribers/fallback', ROOT_ARRAY),
  { method: 'PATCH', path: '/v1/agents/{id}', section: '§4.3' },
  { method: 'POST', path: '/v1/calls', section: '§4.3' },
];

export const PLATFORM: Catalog = {
  cutoff: '2026-07-31',
  versionPrefix: '/v1',
  families: FAMILIES,
  rules: RULES,
  operations: OPERATIONS,
  aliases: [{ path: '/v1/assistant', of: '/v1/agent-builder', section: '§4.1' }],
  credentials: 'bearer',
};
