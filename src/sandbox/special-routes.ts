import { parseHttpUrl } from '../webhook/loopback.ts';
import { badRequest } from './http-error.ts';
import { createRecord, updateRecord } from './record-routes.ts';
import { type Call, createRoute, type Route, readObject } from './route.ts';
import type { World } from './world.ts';

/** Operations that §5.6 names by family and nothing shows: their paths, bodies and answers are invented. */

type Fields = Readonly<Record<string, unknown>>;

function readPhoneNumber(body: unknown): string {
  const number = readObject(body).phone_number;
  if (typeof number === 'string' && /^\+\d{5,15}$/.test(number)) return number;
  throw badRequest(['phone_number must be a number of the form +15550100000']);
}

/** Numbers on offer: the same ones for the same country, so that a search can be repeated. */
function searchNumbers({ query }: Call): readonly Fields[] {
  const country = typeof query.country === 'string' ? query.country : 'US';
  return Array.from({ length: 10 }, (_, index) => ({
    phone_number: `+1555020${String(index).padStart(4, '0')}`,
    country,
  }));
}

function createPhoneRoutes(world: World): readonly Route[] {
  const numbers = world.workspace.get('organization-phone-numbers');
  const base = `${world.catalog.versionPrefix}/organization-phone-numbers`;
  const add = (provider: string) => (call: Call) => {
    const fields = { ...readObject(call.body), phone_number: readPhoneNumber(call.body), provider };
    return { status: 201, body: createRecord(world, numbers, fields) };
  };
  const rows = [
    ['GET', 'search', (call: Call) => ({ status: 200, body: { items: searchNumbers(call) } })],
    ['POST', 'purchase', add('sandbox')],
    ['POST', 'sip-trunk', add('sip-trunk')],
  ] as const;
  return rows.map(([method, name, handle]) =>
    createRoute(world.catalog, { method, path: `${base}/${name}`, otherwise: 'invented', section: '§5.6', handle }),
  );
}

/** The fields of a webhook without its secret, which is kept apart and never shown again. */
function splitSecret(body: unknown, needsUrl: boolean): { readonly fields: Fields; readonly secret: string | null } {
  const { secret, ...fields } = readObject(body);
  const messages: string[] = [];
  const hasUrl = fields.url !== undefined || needsUrl;
  if (hasUrl && (typeof fields.url !== 'string' || parseHttpUrl(fields.url) === null)) {
    messages.push('url must be an http or https URL');
  }
  const isSecret = typeof secret === 'string' && secret !== '' && secret.length <= 1024;
  if (secret !== undefined && !isSecret) messages.push('secret must be a string of 1 to 1024 characters');
  if (messages.length > 0) throw badRequest(messages);
  return { fields, secret: typeof secret === 'string' ? secret : null };
}

function createWebhookRoutes(world: World): readonly Route[] {
  const webhooks = world.workspace.get('user-webhooks');
  const base = `${world.catalog.versionPrefix}/user-webhooks`;
  const create = ({ body }: Call) => {
    const { fields, secret } = splitSecret(body, true);
    const record = createRecord(world, webhooks, fields);
    const made = secret ?? world.random.id('whsec');
    world.webhookSecrets.set(record.id, made);
    // A secret that the sandbox made is told once, else nobody could verify with it.
    return { status: 201, body: secret === null ? { ...record, secret: made } : record };
  };
  const update = ({ body, params: { id = '' } }: Call) => {
    webhooks.require(id);
    const { fields, secret } = splitSecret(body, false);
    if (secret !== null) world.webhookSecrets.set(id, secret);
    return { status: 200, body: updateRecord(webhooks, id, fields) };
  };
  const remove = ({ params: { id = '' } }: Call) => {
    webhooks.remove(id);
    world.webhookSecrets.delete(id);
    return { status: 200, body: { id, deleted: true } };
  };
  const rows = [
    ['POST', base, create],
    ['PATCH', `${base}/{id}`, update],
    ['DELETE', `${base}/{id}`, remove],
  ] as const;
  return rows.map(([method, path, handle]) =>
    createRoute(world.catalog, { method, path, otherwise: 'inferred', section: '§5.6', handle }),
  );
}

/** Leads below their workflow: only the list is shown (§4.2), the rest follows from the family "workflow leads" of §5.6. */
function createLeadRoutes(world: World): readonly Route[] {
  const workflows = world.workspace.get('workflows');
  const leads = world.workspace.get('leads');
  const create = ({ body, params: { workflowId = '' } }: Call) => {
    const fields = { status: 'new', ...readObject(body), workflow_id: workflows.require(workflowId).id };
    return { status: 201, body: createRecord(world, leads, fields) };
  };
  return [
    createRoute(world.catalog, {
      method: 'POST',
      path: `${world.catalog.versionPrefix}/workflows/{workflowId}/leads`,
      otherwise: 'inferred',
      section: '§5.6',
      handle: create,
    }),
  ];
}

export function createSpecialRoutes(world: World): readonly Route[] {
  return [...createPhoneRoutes(world), ...createWebhookRoutes(world), ...createLeadRoutes(world)];
}
