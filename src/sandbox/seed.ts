import type { Random } from './random.ts';
import { type SandboxRecord, Workspace } from './workspace.ts';

/**
 * The sample workspace. Fields of records are not shown (§2.5) but for `id` and `status` of a workflow, strings:
 * everything else here is invented, and so are all counts; 1,250 calls make seven pages of the largest limit.
 */

const FIRST_DAY = Date.UTC(2026, 0, 5, 9);
const STATUSES = ['completed', 'failed', 'no-answer', 'in-progress'] as const;

type Fields = Readonly<Record<string, unknown>>;

interface Sample {
  readonly name: string;
  readonly noun: string;
  readonly prefix: string;
  readonly count: number;
  readonly fields: (index: number, random: Random, pickId: (name: string) => string) => Fields;
}

function day(index: number): string {
  return new Date(FIRST_DAY + index * 3_600_000).toISOString();
}

/** In this order: later samples point to records of earlier ones. */
const SAMPLES: readonly Sample[] = [
  {
    name: 'languages',
    noun: 'Language',
    prefix: 'lang',
    count: 18,
    fields: (index) => ({ name: `Language ${index}` }),
  },
  { name: 'llms', noun: 'LLM', prefix: 'llm', count: 9, fields: (index) => ({ name: `Model ${index}` }) },
  {
    name: 'llms/fallback',
    noun: 'LLM',
    prefix: 'llm',
    count: 3,
    fields: (index) => ({ name: `Fallback model ${index}` }),
  },
  { name: 'transcribers', noun: 'Transcriber', prefix: 'stt', count: 6, fields: (index) => ({ name: `Ear ${index}` }) },
  {
    name: 'transcribers/fallback',
    noun: 'Transcriber',
    prefix: 'stt',
    count: 2,
    fields: (index) => ({ name: `Fallback ear ${index}` }),
  },
  { name: 'voices', noun: 'Voice', prefix: 'voice', count: 130, fields: (index) => ({ name: `Voice ${index}` }) },
  {
    name: 'voices/s2s',
    noun: 'Voice',
    prefix: 'voice',
    count: 12,
    fields: (index) => ({ name: `Live voice ${index}` }),
  },
  {
    name: 'agents',
    noun: 'Agent',
    prefix: 'agent',
    count: 24,
    fields: (index, _random, pickId) => ({
      name: `Agent ${index}`,
      voice_id: pickId('voices'),
      post_call_analysis_llm_id: index % 3 === 0 ? pickId('llms') : null,
      created_at: day(index),
    }),
  },
  {
    name: 'calls',
    noun: 'Call',
    prefix: 'call',
    count: 1250,
    fields: (index, random, pickId) => ({
      status: random.pick(STATUSES),
      agent_id: pickId('agents'),
      duration_seconds: random.next(600),
      created_at: day(index),
    }),
  },
  {
    name: 'batch-calls',
    noun: 'Batch call',
    prefix: 'batch',
    count: 45,
    fields: (index, random, pickId) => ({
      status: random.pick(STATUSES),
      name: `Batch ${index}`,
      agent_id: pickId('agents'),
    }),
  },
  {
    name: 'workflows',
    noun: 'Workflow',
    prefix: 'wf',
    count: 57,
    fields: (index) => ({ status: index % 4 === 0 ? 'draft' : 'active', name: `Workflow ${index}` }),
  },
  {
    name: 'leads',
    noun: 'Lead',
    prefix: 'lead',
    count: 400,
    fields: (index, _random, pickId) => ({
      workflow_id: pickId('workflows'),
      name: `Lead ${index}`,
      status: 'new',
    }),
  },
  {
    name: 'user-webhooks',
    noun: 'Webhook',
    prefix: 'hook',
    count: 23,
    // Addresses under example.com: the sandbox sends to this machine only.
    fields: (index) => ({ url: `https://hooks.example.com/${index}`, events: ['call.created'] }),
  },
  {
    name: 'knowledge-base',
    noun: 'Knowledge base',
    prefix: 'kb',
    count: 37,
    fields: (index) => ({ name: `Handbook ${index}`, status: 'ready' }),
  },
  {
    name: 'organization-phone-numbers',
    noun: 'Phone number',
    prefix: 'pn',
    count: 31,
    fields: (index) => ({ phone_number: `+1555010${String(index).padStart(4, '0')}`, provider: 'sandbox' }),
  },
];

/** The same chance gives the same workspace. */
export function createWorkspace(random: Random): Workspace {
  const workspace = new Workspace();
  const pickId = (name: string): string => {
    const records = workspace.get(name).list();
    return records[random.next(records.length)]?.id ?? '';
  };
  for (const { name, noun, prefix, count, fields } of SAMPLES) {
    const records = Array.from({ length: count }, (_, index): SandboxRecord => {
      return { id: random.id(prefix), ...fields(index + 1, random, pickId) };
    });
    workspace.add(name, noun, prefix, records);
  }
  return workspace;
}
