import { type Rule, splitPath } from '../contract/catalog.ts';
import { isJsonObject } from '../model/json-object.ts';
import { badRequest } from './http-error.ts';
import { createRecord, updateRecord } from './record-routes.ts';
import { type Answer, type Call, type Route, readObject } from './route.ts';
import type { SandboxRecord } from './workspace.ts';
import type { World } from './world.ts';

/** Routes that exist on unversioned paths only, from the rules of the catalogue (§9.4). Their shapes are invented. */

type Handler = readonly [method: string, suffix: string, handle: (call: Call) => Answer];

function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** Campaigns, web calls, outbound calls: answered so that a client can go on; nothing is stored. */
function listKeptHandlers(world: World, { code }: Rule, base: string): readonly Handler[] {
  const word = splitPath(base).at(-1)?.replace(/s$/, '') ?? 'item';
  const samples = [1, 2, 3].map((number) => ({ id: `${word}_${number}`, status: 'active' }));
  const name = ({ params }: Call): string => splitPath(params['*'] ?? '').at(-1) ?? '';
  const accept = ({ body }: Call): Answer => {
    const fields = isJsonObject(body) ? body : {};
    const made = { ...fields, id: world.random.id(word), status: 'queued' };
    // What a browser joins a web call with.
    return { status: 201, body: code === 'web-call-no-v1' ? { ...made, token: world.random.id('token') } : made };
  };
  const change = (call: Call): Answer => ok({ ...(isJsonObject(call.body) ? call.body : {}), id: name(call) });
  return [
    // No envelope is shown (§8.1), so it has none, as the list of /agents2.
    ['GET', '', () => ok(samples)],
    ['POST', '', accept],
    ['GET', '/**', (call) => ok({ id: name(call), status: 'active' })],
    ['POST', '/**', accept],
    ['PUT', '/**', change],
    ['PATCH', '/**', change],
    ['DELETE', '/**', (call) => ok({ id: name(call), deleted: true })],
  ];
}

/** The id to set: in the path, or in one of the body members of the rule; null clears. */
function readLlmId(rule: Rule, { params, body }: Call): string | null {
  if (params.llmId !== undefined) return params.llmId;
  const fields = readObject(body);
  const member = (rule.bodyFields ?? []).find((name) => name in fields);
  const value = member === undefined ? undefined : fields[member];
  if (value === null || typeof value === 'string') return value;
  throw badRequest([`one of ${(rule.bodyFields ?? []).join(', ')} must be a string or null`]);
}

/** The helper that became a member of the agent (§9.4): what it sets is what the agent shows. */
function listHelperHandlers(world: World, rule: Rule): readonly Handler[] {
  const agents = world.workspace.get('agents');
  const set = (call: Call, llm: string | null): Answer =>
    ok(updateRecord(agents, call.params.id ?? '', { post_call_analysis_llm_id: llm }));
  const write = (call: Call): Answer => {
    agents.require(call.params.id ?? '');
    return set(call, readLlmId(rule, call));
  };
  const read = ({ params: { id = '' } }: Call): Answer =>
    ok({ agent_id: id, post_call_analysis_llm_id: agents.require(id).post_call_analysis_llm_id ?? null });
  return [
    ['GET', '', read],
    ['PUT', '', write],
    ['POST', '', write],
    ['PATCH', '', write],
    ['DELETE', '', (call) => set(call, null)],
  ];
}

/** The same agents in another schema: `title` where v1 has `name`, and a list without an envelope. */
function listReviewHandlers(world: World): readonly Handler[] {
  const agents = world.workspace.get('agents');
  const show = ({ id, name, ...rest }: SandboxRecord): unknown => ({ id, title: name, ...rest });
  const find = ({ params }: Call): SandboxRecord => agents.require(params['*'] ?? '');
  const read = ({ body }: Call): Readonly<Record<string, unknown>> => {
    const { title, name, ...rest } = readObject(body);
    if (typeof title !== 'string') throw badRequest(['title must be a string']);
    if (name !== undefined) throw badRequest(['property name should not exist']);
    return { name: title, ...rest };
  };
  const change = (call: Call): Answer => ok(show(updateRecord(agents, find(call).id, read(call))));
  const remove = (call: Call): Answer => {
    const { id } = find(call);
    agents.remove(id);
    return ok({ id, deleted: true });
  };
  return [
    ['GET', '', () => ok(agents.list().map(show))],
    ['POST', '', (call) => ({ status: 201, body: show(createRecord(world, agents, read(call))) })],
    ['GET', '/**', (call) => ok(show(find(call)))],
    ['PUT', '/**', change],
    ['PATCH', '/**', change],
    ['DELETE', '/**', remove],
  ];
}

function listHandlers(world: World, rule: Rule, base: string): readonly Handler[] {
  if (rule.outcome === 'post-call-llm') return listHelperHandlers(world, rule);
  if (rule.outcome === 'review') return listReviewHandlers(world);
  return rule.outcome === 'no-equivalent' ? listKeptHandlers(world, rule, base) : [];
}

/** The successor of a handler's path: the rule's v1 pattern, without its `**` where the handler stands at the base. */
function findSuccessor(rule: Rule, suffix: string): string | null {
  if (rule.v1 === undefined) return null;
  return suffix === '' ? rule.v1.replace(/\/\*\*$/, '') : rule.v1;
}

export function createLegacyRoutes(world: World): readonly Route[] {
  return world.catalog.rules.flatMap((rule) => {
    const base = rule.legacy.replace(/\/\*\*$/, '');
    return listHandlers(world, rule, base).map(
      ([method, suffix, handle]): Route => ({
        method,
        path: base + suffix,
        basis: 'invented',
        section: rule.section,
        legacy: { successor: findSuccessor(rule, suffix) },
        handle,
      }),
    );
  });
}
