import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PLATFORM } from '../../src/contract/platform.ts';
import type { EndpointUse } from '../../src/model/plan.ts';
import { listDocumented } from '../../src/probe/compile-plan.ts';
import { probe } from '../../src/probe/probe.ts';

/** time-probe.js <n>: a plan of n endpoints against a server that takes 20 ms for each answer, with the default pace. */

const LATENCY = 20;
const KEY = 'bench:bench-secret';

/** Lists and records of the catalogue, guarded per route as NestJS does: 404 to unknown paths, 401 without the key. */
const SERVER = `
const { createServer } = require('node:http');
const rows = JSON.parse(process.argv[1]);
const toPattern = (path) => new RegExp('^' + path.replace(/\\{[^}]+\\}/g, '[^/]+') + '$');
const routes = rows.map(([method, path, body]) => [method, toPattern(path), body]);
const server = createServer((request, response) => setTimeout(() => {
  const path = request.url.split('?')[0];
  const route = routes.find(([method, pattern]) => method === request.method && pattern.test(path));
  const isGood = request.headers.authorization === 'Bearer ${KEY}';
  const [status, body] = route === undefined
    ? [404, { statusCode: 404, message: 'Cannot ' + request.method + ' ' + request.url, error: 'Not Found' }]
    : isGood ? [200, route[2]] : [401, { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' }];
  const page = Number(new URLSearchParams(request.url.split('?')[1]).get('page') ?? 1);
  const text = JSON.stringify(body).replaceAll('"page":1', '"page":' + page).replaceAll('rec_1', 'rec_' + page);
  response.writeHead(status, { 'content-type': 'application/json' }).end(page > 3 || (page > 1 && text[0] === '[') ? '[]' : text);
}, ${LATENCY}));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

const NUMBERS = { total: 3, page: 1, limit: 1, totalPages: 3 };
const META = { totalItems: 3, itemsPerPage: 1, totalPages: 3, currentPage: 1 };

type Served = readonly [method: string, path: string, body: unknown];

function listRoutes(): readonly Served[] {
  const lists = PLATFORM.operations.map(({ method, path, envelope }): Served => {
    if (envelope === undefined) return [method, path, {}];
    const records = [{ id: 'rec_1' }];
    if (envelope.records === null) return [method, path, records];
    const rest = { statusCode: 200, message: 'ok', meta: META, count: 1, ...NUMBERS };
    return [method, path, { ...rest, [envelope.records]: records }];
  });
  return [...lists, ...listMore().map(({ method, path }): Served => [method ?? 'GET', path, { id: 'rec_1' }])];
}

/** What code calls beside the documented operations: single records, and writes of the families. */
function listMore(): readonly EndpointUse[] {
  const families = ['agents', 'calls', 'batch-calls', 'workflows', 'user-webhooks', 'voices', 'knowledge-base', 'llms'];
  const reads = families.map((family) => ['GET', `/v1/${family}/{id}`]);
  const lists = ['transcribers', 'organization-phone-numbers'].map((family) => ['GET', `/v1/${family}/{id}`]);
  const writes = ['agents', 'batch-calls', 'workflows', 'user-webhooks', 'knowledge-base'].flatMap((family) => [
    ['POST', `/v1/${family}`],
    ['PATCH', `/v1/${family === 'agents' ? 'workflows/x' : family}/{id}`],
  ]);
  const removed = ['agents', 'workflows'].map((family) => ['DELETE', `/v1/${family}/{id}`]);
  return [...reads, ...lists, ...writes, ...removed].map(([method = 'GET', path = '']) => ({
    method,
    path,
    usedAt: [],
  }));
}

/** What sections/probe.ts reads from stdout. */
export interface ProbeFigures {
  readonly endpoints: number;
  readonly proven: number;
  readonly requests: number;
  readonly stopped: string | null;
  readonly ms: number;
  readonly cpuMs: number;
  readonly rssMb: number;
}

async function measureProbe(count: number): Promise<ProbeFigures> {
  // Reads and writes in the same share, however many there are.
  const all = [...listDocumented(PLATFORM), ...listMore()];
  const endpoints = all.filter(
    (_, index) => Math.floor((index * count) / all.length) !== Math.floor(((index - 1) * count) / all.length),
  );
  const server = spawn(process.execPath, ['-e', SERVER, JSON.stringify(listRoutes())], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(server.stdout, 'data');
  const before = process.cpuUsage();
  const start = performance.now();
  const { checked, accounting, stopped } = await probe({
    baseUrl: `http://127.0.0.1:${String(port).trim()}`,
    key: KEY,
    endpoints,
  });
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  server.kill();
  return {
    endpoints: endpoints.length,
    proven: checked.filter(({ verdict }) => verdict === 'confirmed' || verdict === 'exists').length,
    requests: accounting.requestsSent,
    stopped,
    ms,
    cpuMs: (user + system) / 1000,
    rssMb: process.resourceUsage().maxRSS / 1024,
  };
}

process.stdout.write(JSON.stringify(await measureProbe(Number(process.argv[2] ?? 40))));
