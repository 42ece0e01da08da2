import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** The dialer as its team starts it: its scripts, and its server with somebody who clicks through it. */

/** Hang-ups go to the platform's own name, whatever the environment says. */
const STAND_IN = join(import.meta.dirname, 'stand-in.cjs');

export interface Step {
  readonly name: string;
  /** Null when the server was gone. */
  readonly status: number | null;
  readonly body: unknown;
}

export interface ScriptRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** Why it ended early, if it did. */
  readonly stderr: string;
}

export interface Received {
  readonly request: string;
  readonly body: string;
}

/** Not this process's own: the app does not run under a test runner. */
function createEnv(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST$)/.test(name));
  return { ...Object.fromEntries(own), VOICE_API_KEY: 'sandbox:sandbox-secret', ...more };
}

export interface Script {
  /** Below the app, or absolute. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Beside this process, which may be the platform. */
export async function runScript(app: string, script: Script, platform: string): Promise<ScriptRun> {
  const env = createEnv({ VOICE_API_URL: platform, ...script.env });
  const argv = [resolve(app, script.file), ...(script.args ?? [])];
  const child = spawn(process.execPath, argv, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[stdout, stderr]] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]),
    once(child, 'close'),
  ]);
  return { exitCode: child.exitCode, stdout, stderr };
}

async function send(origin: string, method: string, path: string, body?: unknown): Promise<Step> {
  const name = `${method} ${path}`;
  const sent = body === undefined ? null : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(origin + path, { method, headers, body: sent, redirect: 'manual' });
    const said = await answer.text();
    return { name, status: answer.status, body: /^[[{]/.test(said) ? JSON.parse(said) : said };
  } catch {
    return { name, status: null, body: null };
  }
}

function readId({ body }: Step): string {
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : 'none';
}

/** One after another, so that what the platform hands out is the same in every run. */
async function clickThrough(origin: string): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const click = async (method: string, path: string, body?: unknown): Promise<Step> => {
    const step = await send(origin, method, path, body);
    steps.push(step);
    return step;
  };
  await click('GET', '/agents/options');
  const agent = readId(await click('POST', '/agents', { name: 'Renewals' }));
  await click('PATCH', `/agents/${agent}`, { name: 'Renewals EU' });
  await click('PUT', `/agents/${agent}/post-call-llm`, { llmId: 'llm_7' });
  await click('GET', `/agents/${agent}`);
  await click('PUT', `/agents/${agent}/post-call-llm`, {});
  await click('GET', `/agents/${agent}`);
  await click('GET', '/agents');
  const call = readId(await click('POST', '/calls', { agentId: agent, to: '+15550123' }));
  await click('GET', `/api/calls/${call}`);
  await click('POST', `/calls/${call}/hangup`);
  await click('GET', `/calls/${call}/history`);
  await click('GET', '/calls?status=completed');
  await click('GET', '/calls');
  await click('POST', '/calls/batch', { agentId: agent, numbers: ['+15550123'] });
  await click('GET', '/calls/batch');
  await click('GET', '/admin/workflows');
  await click('DELETE', `/agents/${agent}`);
  await click('POST', '/calls/web', { agentId: 'ag_1' });
  await click('POST', '/admin/campaigns', { name: 'Q3', agentId: 'ag_1' });
  await click('GET', '/admin/campaigns');
  await click('POST', '/admin/campaigns/cm_1/pause');
  await click('POST', '/admin/replay', { method: 'GET', path: '/campaigns' });
  await click('POST', '/agents', { title: 'Flow', steps: [] });
  return steps;
}

/** A server that is not the platform: takes everything, and says what it got. */
export async function startRecorder() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ request: `${request.method} ${request.url}`, body });
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has an object for an address
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, received, close };
}

export interface ServerRun {
  readonly steps: readonly Step[];
  /** What another vendor got, with the same words in its paths. */
  readonly crm: readonly Received[];
}

/** Starts the server, which registers its webhook, clicks through it, and stops it. */
export async function runServer(app: string, platform: string): Promise<ServerRun> {
  const crm = await startRecorder();
  const env = createEnv({
    PORT: '0',
    VOICE_API_URL: platform,
    CRM_URL: crm.url,
    // Nobody listens there: deliveries are not what this is about.
    PUBLIC_URL: 'http://127.0.0.1:9',
    REGISTER_WEBHOOK: '1',
  });
  const argv = ['--require', STAND_IN, join(app, 'scripts/dev.mjs')];
  const server = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'close');
  let said = '';
  const origin = await new Promise<string>((resolve) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = /localhost:(\d+), voice platform/.exec(said)?.[1];
      // The webhook is registered once it has listened, or the server is gone.
      if (port !== undefined && said.includes('webhook ')) resolve(`http://localhost:${port}`);
    });
    server.on('close', () => resolve('http://127.0.0.1:9'));
  });
  const steps = await clickThrough(origin);
  server.kill();
  await ended;
  crm.close();
  return { steps, crm: crm.received };
}
