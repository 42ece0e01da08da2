import { parseHttpUrl } from '../webhook/loopback.ts';
import { badRequest } from './http-error.ts';
import { createRecord, updateRecord } from './record-routes.ts';
import { type Call, createRoute, type Route, readObject } from './route.ts';
import type { World } from './world.ts';

/** User webhooks, inferred from §5.6. Not among the ordinary records, because a secret belongs to each (§5.1). */

type Fields = Readonly<Record<string, unknown>>;

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

export function createWebhookRoutes(world: World): readonly Route[] {
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
