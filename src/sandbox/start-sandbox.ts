import type { AddressInfo } from 'node:net';
import { PLATFORM } from '../contract/platform.ts';
import { UserError } from '../errors.ts';
import { createBuilderRoutes } from './builder-routes.ts';
import { createApp } from './create-app.ts';
import { Journal } from './journal.ts';
import { KeyRing } from './keys.ts';
import { createTwins } from './legacy.ts';
import { createLegacyRoutes } from './legacy-routes.ts';
import { createListRoutes } from './list-routes.ts';
import { Mailroom } from './mailroom.ts';
import { createCallRoutes, createLeadRoutes } from './nested-routes.ts';
import { readSettings, type SandboxOptions } from './options.ts';
import { createPhoneRoutes } from './phone-routes.ts';
import { createRandom } from './random.ts';
import { createRecordRoutes } from './record-routes.ts';
import { Redactor } from './redact.ts';
import type { Route } from './route.ts';
import { createWorkspace } from './seed.ts';
import { createWebhookRoutes } from './webhook-routes.ts';
import type { World } from './world.ts';

/** Loopback and nothing else: the sandbox has a key that everybody knows. */
const HOST = '127.0.0.1';

export interface Sandbox {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** Ends open connections and resolves when the port is free; more than once does no harm. */
  close(): Promise<void>;
}

function createRoutes(world: World): readonly Route[] {
  const v1 = [
    ...createListRoutes(world),
    ...createRecordRoutes(world),
    ...createLeadRoutes(world),
    ...createCallRoutes(world),
    ...createPhoneRoutes(world),
    ...createWebhookRoutes(world),
    ...createBuilderRoutes(world),
  ];
  return [...v1, ...createTwins(world.catalog, v1), ...createLegacyRoutes(world)];
}

function createWorld(
  settings: { readonly seed: number; readonly now: () => Date; readonly streamDelay: number },
  mailroom: Mailroom,
): World {
  const random = createRandom(settings.seed);
  const workspace = createWorkspace(random);
  const webhookSecrets = new Map<string, string>();
  return {
    catalog: PLATFORM,
    workspace,
    random,
    now: settings.now,
    streamDelay: settings.streamDelay,
    webhookSecrets,
    notify: (event, data) => {
      const envelope = { event, created_at: settings.now().toISOString(), data };
      for (const [id, secret] of webhookSecrets) {
        mailroom.queue(String(workspace.get('user-webhooks').find(id)?.url), secret, envelope);
      }
    },
  };
}

function explainListenFailure(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new UserError(`--port: ${port} is already in use on ${HOST}.`, { hint: '--port 0 takes any free port.' });
  }
  if (code === 'EACCES') {
    return new UserError(`--port: ${port} may not be opened by this user.`, { hint: '--port 0 takes any free port.' });
  }
  return error;
}

/**
 * Starts the platform of the reference on 127.0.0.1. The routes come from the catalogue's rows; what the reference
 * does not show is marked in `GET /__sandbox/catalog`. Throws a UserError for an option that cannot be, or a port in use.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = readSettings(PLATFORM, options);
  const { auth, legacy, fault, now } = settings;
  const controller = new AbortController();
  const mailroom = new Mailroom(controller.signal);
  const world = createWorld(settings, mailroom);
  const keys = new KeyRing(settings.key, now);
  const journal = new Journal(new Redactor(keys.secrets));
  const routes = createRoutes(world);
  const gate = { world, keys, journal, auth, legacy, fault };
  const app = createApp(gate, { journal, mailroom, routes, now }, settings);
  try {
    await app.listen({ port: settings.port, host: HOST });
  } catch (error) {
    await app.close();
    throw explainListenFailure(error, settings.port);
  }
  const { port } = app.server.address() as AddressInfo; // a TCP server that listens has one
  const close = async (): Promise<void> => {
    controller.abort();
    await app.close();
    await mailroom.drain();
  };
  let closing: Promise<void> | undefined;
  return {
    url: `http://${HOST}:${port}`,
    port,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
