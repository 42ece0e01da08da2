import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { repeatRequest } from './raw-client.ts';

/** load-sandbox.js <seconds>: the sandbox in a process of its own under list requests over keep-alive, then streams. */

const KEY = 'bench:bench-secret';
const CONNECTIONS = 32;
const STREAMS = 1000;

interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
}

type Message = { readonly port: number; readonly startMs: number } | Usage;

async function serve(): Promise<void> {
  const { startSandbox } = await import('../../src/sandbox/start-sandbox.ts');
  const sandbox = await startSandbox({ key: KEY });
  // From the start of the process: what somebody waits for who types the command.
  process.send?.({ port: sandbox.port, startMs: performance.now() });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage().rss / 2 ** 20 });
  });
  process.once('disconnect', () => sandbox.close());
}

function receive<T extends Message>(server: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    server.once('message', (message) => resolve(message as T)); // sent by serve(), above
    server.once('error', reject);
  });
}

function readUsage(server: ChildProcess): Promise<Usage> {
  const usage = receive<Usage>(server);
  server.send('usage');
  return usage;
}

function createRequest(line: string, body = ''): string {
  const head = [`${line} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${KEY}`];
  const more = body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
  return `${[...head, ...more].join('\r\n')}\r\n\r\n${body}`;
}

async function loadLists(port: number, seconds: number): Promise<number> {
  let answers = 0;
  const end = performance.now() + seconds * 1000;
  const request = createRequest('GET /v1/calls?page=3&limit=20');
  const isEnough = (answer: string): boolean => {
    if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(answer.slice(0, 200));
    answers += 1;
    return performance.now() >= end;
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, () => repeatRequest(port, request, isEnough)));
  return answers / seconds;
}

async function loadStreams(port: number): Promise<number> {
  const names =
    'company_and_offering target_customer primary_goal success_criteria information_to_collect objections_and_faqs agent_tone additional_context';
  const answer = { description: 'd', value: 'v' };
  const input = Object.fromEntries(names.split(' ').map((name) => [name, answer]));
  const request = createRequest('POST /v1/agent-builder/run/stream', JSON.stringify({ structured_input: input }));
  let whole = 0;
  const count = (text: string): boolean => {
    whole += text.includes('{"type":"complete"') ? 1 : 0;
    return true;
  };
  await Promise.all(Array.from({ length: STREAMS }, () => repeatRequest(port, request, count)));
  return whole;
}

/** What sections/sandbox.ts reads from stdout. */
export interface SandboxFigures {
  readonly startMs: number;
  /** List requests a second, by the clock. */
  readonly rate: number;
  /** The same by the server's own CPU time: one core, whatever else the machine does. */
  readonly ratePerCore: number;
  readonly streams: number;
  readonly wholeStreams: number;
  readonly streamsMs: number;
  readonly rssMb: number;
}

async function measure(seconds: number): Promise<SandboxFigures> {
  const server = fork(fileURLToPath(import.meta.url), ['serve']);
  const { port, startMs } = await receive<{ port: number; startMs: number }>(server);
  await loadLists(port, 0.5);
  const before = await readUsage(server);
  const rate = await loadLists(port, seconds);
  const after = await readUsage(server);
  const ratePerCore = (rate * seconds) / ((after.cpuMs - before.cpuMs) / 1000);
  const start = performance.now();
  const wholeStreams = await loadStreams(port);
  const streamsMs = performance.now() - start;
  const { rssMb } = await readUsage(server);
  server.disconnect();
  return { startMs, rate, ratePerCore, streams: STREAMS, wholeStreams, streamsMs, rssMb };
}

const [mode = '4'] = process.argv.slice(2);
if (mode === 'serve') await serve();
else process.stdout.write(JSON.stringify(await measure(Number(mode))));
