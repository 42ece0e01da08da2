import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** The clients of frontdesk as its API uses them, with somebody who writes down what they send. */

/** Its own environment needs a package that is not here. */
const ENV = `export const env = {
  VOICE_API_URL: 'https://api.parlance.example', VOICE_API_KEY: 'key:secret',
  CRM_API_URL: 'https://crm.hubspoke.example/rest', CRM_TOKEN: 'token',
};`;

const DRIVER = `
import { createVoiceClient, streamAgentBuild } from '@frontdesk/voice-client';
import { crm } from '@frontdesk/crm-client';

const take = async (list) => { for await (const _ of list) break; };

export async function drive() {
  const voice = createVoiceClient();
  await voice.agents.list();
  await voice.agents.retrieve('ag_1');
  await voice.agents.create({ name: 'Renata' });
  await voice.agents.update('ag_1', { name: 'Ines' });
  await voice.agents.duplicate('ag_1');
  await voice.agents.setPostCallLlm('ag_1', 'llm_1');
  await voice.agents.remove('ag_1');
  await take(voice.calls.all({ status: 'failed' }));
  await voice.calls.hangUp('c_1');
  await voice.calls.transcript('c_1');
  await voice.calls.batch('ag_1', ['+15550100']);
  await take(voice.workflows.all());
  await voice.workflows.start('wf_1');
  await voice.workflows.leads('wf_1').list();
  await voice.workflows.leads('wf_1').add({ phone: '+15550100', fields: {} });
  await voice.knowledgeBases.list();
  await voice.knowledgeBases.remove('kb_1');
  await voice.phoneNumbers.list(2);
  await voice.webhooks.create({ url: 'https://frontdesk.example' });
  await voice.catalog.load('voices');
  await voice.catalog.load('llms');
  await voice.legacy.campaigns();
  await voice.legacy.webCallToken('ag_1');
  await voice.legacy.flowAgents();
  await voice.legacy.usage('2025-01');
  await take(streamAgentBuild({}));
  await crm.agents();
  await crm.agent('7');
  await crm.logCall({ patientId: 'p', outcome: 'booked', at: 'today' });
  await crm.removeCall('1');
  await crm.workflows();
}
`;

/** Enough of an answer for everybody who reads one; only calls are a bare list. */
const ANSWER = JSON.stringify({ data: [], meta: { currentPage: 1, totalPages: 1 }, agents: [], items: [] });

async function bundle(app: string): Promise<string> {
  const build = await rolldown({
    input: 'driver',
    resolve: {
      alias: Object.fromEntries(
        ['http-kit', 'voice-client', 'crm-client'].map((name) => [
          `@frontdesk/${name}`,
          join(app, 'packages', name, 'src/index.ts'),
        ]),
      ),
    },
    plugins: [
      {
        name: 'stand-ins',
        resolveId: (id) => (id === 'driver' || id === '@frontdesk/env' ? `\0${id}` : null),
        load: (id) => (id === '\0driver' ? DRIVER : id === '\0@frontdesk/env' ? ENV : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return output[0].code;
}

/** What the clients of a copy of the app send, in order. */
export async function recordRequests(app: string): Promise<readonly string[]> {
  const sent: string[] = [];
  const own = globalThis.fetch;
  const folder = mkdtempSync(join(tmpdir(), 'v1-frontdesk-'));
  const file = join(folder, 'driver.mjs');
  writeFileSync(file, await bundle(app));
  globalThis.fetch = async (url, init) => {
    sent.push(`${init?.method ?? 'GET'} ${url}`);
    return new Response(/\/calls\?/.test(String(url)) ? '[]' : ANSWER);
  };
  try {
    const { drive } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    await drive();
  } finally {
    globalThis.fetch = own;
    rmSync(folder, { recursive: true, force: true });
  }
  return sent;
}
