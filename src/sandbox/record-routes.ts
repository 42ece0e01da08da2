import { badRequest } from './http-error.ts';
import { type Call, createRoute, type Route, readObject } from './route.ts';
import type { Collection, SandboxRecord } from './workspace.ts';
import type { World } from './world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What clients may do with a collection beside reading it. Shapes are not shown (§2.5): any JSON object is taken. */
interface Writes {
  readonly create?: true;
  readonly update?: true;
  readonly remove?: true;
  /** What is wrong with the fields of a body. */
  readonly check?: (fields: Fields) => readonly string[];
  /** Members that a new record has when the body does not say. */
  readonly defaults?: Fields;
  /** The event that tells webhooks of a new record; invented, as all event kinds (§6.2). */
  readonly event?: string;
}

function checkAgent(fields: Fields): readonly string[] {
  const llm = fields.post_call_analysis_llm_id;
  const messages: string[] = [];
  // The name of an agent on the sandbox's /agents2: who moves the path and not the body (§9.4) must see it fail.
  if ('title' in fields) messages.push('property title should not exist');
  if (fields.name !== undefined && typeof fields.name !== 'string') messages.push('name must be a string');
  if (llm !== undefined && llm !== null && typeof llm !== 'string') {
    messages.push('post_call_analysis_llm_id must be a string or null');
  }
  return messages;
}

/** By family, inferred from §5.6: the knowledge base is named with create, read, update and delete, calls with create (§4.3). */
const WRITES: Readonly<Record<string, Writes>> = {
  agents: {
    create: true,
    update: true,
    remove: true,
    check: checkAgent,
    defaults: { name: 'Untitled agent', post_call_analysis_llm_id: null },
  },
  calls: { create: true, defaults: { status: 'queued' }, event: 'call.created' },
  'batch-calls': { create: true, remove: true, defaults: { status: 'queued' } },
  workflows: { create: true, update: true, remove: true, defaults: { status: 'draft' } },
  'knowledge-base': { create: true, update: true, remove: true, defaults: { status: 'ready' } },
  'organization-phone-numbers': { remove: true },
};

function readFields(call: Call, writes: Writes): Fields {
  const fields = readObject(call.body);
  const messages = writes.check?.(fields) ?? [];
  if (messages.length > 0) throw badRequest(messages);
  return fields;
}

/** Stores a new record with an id and a date of the sandbox's own. */
export function createRecord(world: World, collection: Collection, fields: Fields): SandboxRecord {
  const id = world.random.id(collection.idPrefix);
  return collection.put({ ...fields, id, created_at: world.now().toISOString() });
}

/** Merges: members that the body does not name stay as they are, and the id stays in any case. */
export function updateRecord(collection: Collection, id: string, fields: Fields): SandboxRecord {
  return collection.put({ ...collection.require(id), ...fields, id });
}

type Operation = readonly [
  method: string,
  suffix: string,
  handle: (call: Call, id: string) => ReturnType<Route['handle']>,
];

function listOperations(world: World, collection: Collection, writes: Writes): readonly Operation[] {
  const create: Operation = [
    'POST',
    '',
    (call) => {
      const record = createRecord(world, collection, { ...writes.defaults, ...readFields(call, writes) });
      if (writes.event !== undefined) world.notify(writes.event, record);
      return { status: 201, body: record };
    },
  ];
  const update: Operation = [
    'PATCH',
    '/{}',
    (call, id) => {
      // That there is no such record says more than what is wrong with the body.
      collection.require(id);
      return { status: 200, body: updateRecord(collection, id, readFields(call, writes)) };
    },
  ];
  const remove: Operation = [
    'DELETE',
    '/{}',
    (_call, id) => {
      collection.remove(id);
      return { status: 200, body: { id, deleted: true } };
    },
  ];
  return [
    ['GET', '/{}', (_call, id) => ({ status: 200, body: collection.require(id) })],
    ...(writes.create ? [create] : []),
    ...(writes.update ? [update] : []),
    ...(writes.remove ? [remove] : []),
  ];
}

/** Single records of every family that names its items: read, and where WRITES says so create, update and delete. */
export function createRecordRoutes(world: World): readonly Route[] {
  return world.catalog.families.flatMap(({ v1, item, section }) => {
    if (item === undefined) return [];
    const name = v1.slice(world.catalog.versionPrefix.length + 1);
    const collection = world.workspace.get(name);
    return listOperations(world, collection, WRITES[name] ?? {}).map(([method, suffix, handle]) =>
      createRoute(world.catalog, {
        method,
        path: v1 + suffix.replace('{}', `{${item}}`),
        otherwise: 'inferred',
        section,
        handle: (call) => handle(call, call.params[item] ?? ''),
      }),
    );
  });
}
