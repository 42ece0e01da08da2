import { describe, expect, test } from 'vitest';
import { PLATFORM } from '../../src/contract/platform.ts';
import { describeApart, keepWithCompanions } from '../../src/model/companions.ts';
import type { Plan } from '../../src/model/plan.ts';
import { planSource } from '../../src/plan-file.ts';
import { BASE, nameFindings, plantFiles, runPlan } from './run-plan.ts';

const CLIENT = `import axios from 'axios';
export const voice = axios.create({ baseURL: '${BASE}' });
voice.interceptors.request.use((config) => {
  if (config.url === '/calls') config.timeout = 60_000;
  return config;
});
`;
const API = `import { voice } from './client';
export const calls = () => voice.get('/calls');
export const start = () => voice.post('/calls', {});
export const agents = () => voice.get('/agents');
`;
const FILES = { 'src/client.ts': CLIENT, 'src/api.ts': API };

/** The places of the edits that are left where these are chosen. */
function choose(plan: Plan, isChosen: (finding: string) => boolean): readonly string[] {
  const places = new Map(plan.findings.map(({ id, file, line }) => [id, `${file}:${line}`]));
  return keepWithCompanions(plan, ({ finding }) => isChosen(finding)).map(({ finding }) => places.get(finding) ?? '');
}

function findId({ findings }: Plan, file: string, line: number): string {
  return findings.find((finding) => finding.file === file && finding.line === line)?.id ?? '';
}

describe('a path and what it is compared with', () => {
  test('change together', async () => {
    const { plan, after } = await runPlan(FILES);
    expect(after['src/client.ts']).toBe(CLIENT.replace("'/calls'", "'/v1/calls'"));
    expect(after['src/api.ts']).toBe(API.replace(/'(\/calls|\/agents)'/g, "'/v1$1'"));
    expect(plan.accounting.requests).toMatchObject({ total: 3, rewrite: 3 });
  });

  test('are chosen together, or not at all', async () => {
    const { plan } = await runPlan(FILES);
    const one = findId(plan, 'src/api.ts', 2);
    const compared = findId(plan, 'src/client.ts', 4);
    expect(choose(plan, (finding) => finding !== one)).toEqual(['src/api.ts:4']);
    expect(choose(plan, (finding) => finding !== compared)).toEqual(['src/api.ts:4']);
    expect(choose(plan, () => true)).toHaveLength(4);
    const others = new Set(plan.findings.map(({ id }) => id).filter((id) => id !== one));
    expect(describeApart(plan, others)).toEqual([
      `${compared} is not made without ${one}: the one is compared or signed with the other`,
    ]);
  });

  test('take the headers of their requests along', async () => {
    const keyed = API.replace("'/calls')", "'/calls', { headers: { 'x-api-key': key } })").replace(
      'export',
      'declare const key: string;\nexport',
    );
    const { plan } = await runPlan({ ...FILES, 'src/api.ts': keyed });
    const compared = findId(plan, 'src/client.ts', 4);
    expect(plan.findings.some(({ code, fix }) => code === 'api-key-header' && fix === 'auto')).toBe(true);
    expect(choose(plan, (finding) => finding !== compared)).toEqual(['src/api.ts:5']);
  });

  test('stay where one side is outside the given paths', async () => {
    for (const path of ['src/api.ts', 'src/client.ts']) {
      const { after } = await runPlan(FILES, { paths: [path] });
      expect(after['src/client.ts']).toBe(CLIENT);
      expect(after['src/api.ts']).not.toContain('/v1/calls');
    }
  });

  test('stay where only one file is looked at', () => {
    const whole = CLIENT + API.split('\n').slice(1).join('\n');
    const cwd = plantFiles({ 'client.ts': whole });
    const bases = [{ base: BASE, source: 'flag' as const }];
    const settings = { cwd, bases, include: [], exclude: [], catalog: PLATFORM, clients: [], levels: {} };
    const planned = planSource(`${cwd}/client.ts`, whole, { ...settings, evidence: 'family' });
    expect(planned?.edits).toHaveLength(1);
    expect(nameFindings(planned?.findings ?? [])).toContain('client.ts:7 shared-literal');
  });

  test('are found changed by the next run', async () => {
    const { after } = await runPlan(FILES);
    const { plan } = await runPlan(after);
    expect(plan.edits).toEqual([]);
    expect(plan.findings).toEqual([]);
  });
});
