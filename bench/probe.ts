import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PLATFORM } from '../src/contract/platform.ts';
import type { EndpointUse } from '../src/model/plan.ts';
import { VERDICTS } from '../src/model/probe-result.ts';
import { listDocumented } from '../src/probe/compile-plan.ts';
import { probe } from '../src/probe/probe.ts';

/**
 * tsc -b bench && node .bench/build/bench/probe.js
 *
 * A plan of 40 endpoints against a server of its own process that takes 20 ms for each answer, with the default pace.
 * Targets: under 15 s, under 1 s of CPU, under 150 MB.
 */

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

async function measureProbe(): Promise<void> {
  const endpoints = [...listDocumented(PLATFORM), ...listMore()];
  const server = spawn(process.execPath, ['-e', SERVER, JSON.stringify(listRoutes())], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(server.stdout, 'data');
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { checked, accounting, stopped } = await probe({
    baseUrl: `http://127.0.0.1:${String(port).trim()}`,
    key: KEY,
    endpoints,
  });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  server.kill();
  const counts = VERDICTS.map((verdict) => `${checked.filter((row) => row.verdict === verdict).length} ${verdict}`);
  const memory = process.resourceUsage().maxRSS / 1024;
  const isMet = seconds < 15 && (user + system) / 1e6 < 1 && memory < 150 && stopped === null;
  process.stdout.write(
    [
      `${endpoints.length} endpoints: ${counts.join(', ')}`,
      `${accounting.requestsSent} requests, ${accounting.keylessUnsafe} keyless writes`,
      `${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(2)} s CPU, ${memory.toFixed(0)} MB`,
      isMet ? 'met' : 'MISSED',
      '',
    ].join('\n'),
  );
  process.exitCode = isMet ? 0 : 1;
}

await measureProbe();
