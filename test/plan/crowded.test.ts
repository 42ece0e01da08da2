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
