import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { repeatRequest } from './raw-client.ts';

/** The sandbox under load, in a process of its own: start, list requests over keep-alive, streams at once, memory. */

const KEY = 'bench:bench-secret';
const CONNECTIONS = 32;
const SECONDS = 4;
const STREAMS = 1000;
const TARGETS = { startMs: 400, requestsPerSecond: 5_000, memoryMb: 200 };

interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
}

type Message = { readonly port: number; readonly startMs: number } | Usage;

async function serve(): Promise<void> {
  const { startSandbox } = await import('../src/sandbox/start-sandbox.ts');
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

async function measure(): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ['serve']);
  const { port, startMs } = await receive<{ port: number; startMs: number }>(server);
  await loadLists(port, 1);
  const before = await readUsage(server);
  const rate = await loadLists(port, SECONDS);
  const after = await readUsage(server);
  const perCpu = (rate * SECONDS) / ((after.cpuMs - before.cpuMs) / 1000);
  const start = performance.now();
  const whole = await loadStreams(port);
  const streamsMs = performance.now() - start;
  const { rssMb } = await readUsage(server);
  server.disconnect();
  const rows = [
    ['start of the process until it listens', `${Math.round(startMs)} ms`, `under ${TARGETS.startMs} ms`],
    ['list requests, 32 connections, wall clock', `${Math.round(rate)} /s`, `at least ${TARGETS.requestsPerSecond} /s`],
    ['list requests per second of one core', `${Math.round(perCpu)} /s`, `at least ${TARGETS.requestsPerSecond} /s`],
    [`${STREAMS} streams at once, whole ones`, `${whole} in ${Math.round(streamsMs)} ms`, `${STREAMS}`],
    ['memory after all that', `${Math.round(rssMb)} MB`, `under ${TARGETS.memoryMb} MB`],
  ];
  for (const [what = '', figure = '', target = ''] of rows) {
    process.stdout.write(`${what.padEnd(44)}${figure.padStart(18)}   ${target}\n`);
  }
}

await (process.argv[2] === 'serve' ? serve() : measure());
