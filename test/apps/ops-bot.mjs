// usage: node ops-bot.mjs <app>: what the dialer's modules offer beside its server's pages, used as a bot of the team would.
import { join } from 'node:path';
import { runnerImport } from 'vite';

const app = process.argv[2];

async function load(name) {
  const file = join(app, 'src/voice', `${name}.ts`);
  return (await runnerImport(file, { root: app, configFile: false, logLevel: 'warn' })).module;
}

const [agents, batch, calls, campaigns, catalogs, client, numbers] = await Promise.all(
  ['agents', 'batch', 'calls', 'campaigns', 'catalogs', 'client', 'numbers'].map(load),
);

const results = [];
async function note(name, pending) {
  const result = await pending;
  results.push({ name, result: result instanceof Response ? result.status : result });
  return result;
}

const { voice } = client;
const { workflows } = await note('workflows', voice.workflows(2));
await note('leads', voice.workflowLeads(workflows[0].id));
await note('knowledge bases', voice.knowledgeBases());
await note('new knowledge base', voice.addKnowledgeBase('faq', 'text'));

const bought = await note('buy', numbers.buyNumber('555'));
await note('number', numbers.getNumber(bought.id));
await note('numbers', numbers.listNumbers());
const released = await note('release', numbers.releaseNumber(bought.id));
if (!released.ok) throw new Error(`the number was not released: ${released.status}`);

const made = await batch.createBatch('ag_1', ['+15550123']);
await note(
  'cancel batch',
  batch.cancelBatch(made.id).then(() => 'gone'),
);

await note('languages', catalogs.listLanguages());
await note('transcribers', catalogs.listTranscribers());
await note('realtime voices', catalogs.listVoices(true));

await note('dial', calls.dialOnce('+15550123', 'hello'));
await note('add lead', campaigns.addLead('cm_1', { name: 'Ann', phone: '+15550101' }));

// Left to somebody after the cut-off (§9.4); last, so that everything else is seen in any case.
const { createFlowAgent, getFlowAgent, listAgents } = agents;
const [agent] = await note('agents', listAgents());
// One after the other: the failure of one that nobody waits for yet would end the process.
for (const ask of [() => createFlowAgent({ title: 'Survey', steps: [] }), () => getFlowAgent(agent.id)]) {
  await note(
    'flow agents',
    ask().catch((error) => error.message),
  );
}

console.log(JSON.stringify(results));
