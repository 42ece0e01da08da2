import { expect, test } from 'vitest';
import { BASE, nameFindings, runPlan } from './run-plan.ts';

const API = `export class Api {
  constructor(http) {
    this.http = http;
  }

  get(path) {
    return this.http.request({ method: 'GET', url: path });
  }
}
`;
const HTTP = `export class Http {
  constructor(base) {
    this.base = base;
  }

  request({ method, url }) {
    return fetch(this.base + url, { method });
  }
}
`;
const wire = (name: string, base: string) => `import { Api } from './api.js';
import { Http } from './http.js';

export const ${name} = new Api(new Http('${base}'));
`;

test('an injected transport is followed from each of very many callers, to the host of each', async () => {
  const calls = Array.from({ length: 150 }, (_, index) => [
    `src/use${index}.js`,
    index % 10 === 9
      ? `import { crm } from './crm.js';\n\nexport const load = () => crm.get('/agents/${index}');\n`
      : `import { voice } from './voice.js';\n\nexport const load = () => voice.get('/agents/${index}');\n`,
  ]);
  const files: Record<string, string> = {
    ...Object.fromEntries(calls),
    'src/api.js': API,
    'src/http.js': HTTP,
    'src/voice.js': wire('voice', BASE),
    'src/crm.js': wire('crm', 'https://crm.example.com'),
  };
  const { plan, after } = await runPlan(files);
  const voice = Object.keys(files).filter((name) => files[name]?.includes('voice.get'));
  expect(voice).toHaveLength(135);
  expect(nameFindings(plan.findings).toSorted()).toEqual(voice.map((name) => `${name}:3 legacy-path`).toSorted());
  for (const name of Object.keys(files)) {
    expect(after[name]).toBe(
      voice.includes(name) ? files[name]?.replace("get('/agents", "get('/v1/agents") : files[name],
    );
  }
});

/** A table of clients of which the last serves the platform, and a call that picks one of them. */
function listClients(count: number): Record<string, string> {
  const bases = Array.from({ length: count }, (_, at) => (at === count - 1 ? BASE : `https://t${at}.example.com`));
  return {
    'src/clients.js': `const make = (base) => (path) => send(base, path);
const send = (base, path) => fetch(base + path);
export const clients = {
${bases.map((base, at) => `  c${at}: make('${base}'),\n`).join('')}};
`,
    'src/pick.js': `import { clients } from './clients.js';\n\nexport const load = (name) => clients[name]('/agents');\n`,
  };
}

test('of many clients that one call may mean, the last counts as much as the first', async () => {
  const { plan } = await runPlan(listClients(100));
  expect(nameFindings(plan.findings)).toEqual(['src/pick.js:3 shared-literal']);
  expect(plan.notices).toEqual([]);
});

test('of too many clients that one call may mean, it is said that some were left out', async () => {
  const { plan } = await runPlan(listClients(300));
  expect(plan.notices).toContain(
    'src/pick.js:3: more than 256 functions or clients may be called here; the rest was not followed',
  );
});

test('many places that were not followed for one reason are one notice, which names the first of them', async () => {
  const files = listClients(300);
  const pick = (at: number) =>
    `import { clients } from './clients.js';\n\nexport const load${at} = (name) => clients[name]('/agents/${at}');\n`;
  for (let at = 1; at <= 7; at += 1) files[`src/pick${at}.js`] = pick(at);
  const { plan } = await runPlan(files);
  const cut = plan.notices.filter((notice) => notice.includes('functions or clients may be called here'));
  expect(cut).toHaveLength(1);
  expect(cut[0]).toMatch(/^(?:src\/pick\d?\.js:3(?:, | and )){5}3 more: more than 256 functions or clients/);
});
