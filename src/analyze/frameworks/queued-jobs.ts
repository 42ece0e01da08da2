import { isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Applied } from '../calls/applied-calls.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { listElements, makeArray, makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Argument, type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';

/** `queue.add('dial', { path })` of BullMQ and its like: what the worker of that queue does with the job. */

/** A job on its way: by what its worker is found, and what that is handed. */
interface Sent {
  readonly key: string;
  readonly given: Value;
}

/** One function that works off jobs. */
interface Handler {
  readonly key: string;
  readonly run: Value;
}

interface Asked {
  readonly evaluator: Evaluator;
  readonly site: Pick<CallSite, 'node' | 'module'>;
  readonly args: readonly Argument[];
  /** What the method is called on, or the class that is made. */
  readonly callee: ExternalValue;
}

interface Dialect {
  readonly modules: RegExp;
  readonly send: (asked: Asked, method: string) => Sent | null;
  /** Of a call, or of the making of a worker, that registers one. */
  readonly listen: (asked: Asked, method: string) => Handler | null;
}

function read({ evaluator, args }: Asked, index: number): Value {
  return evaluator.getArgument(args, index) ?? UNDEFINED;
}

function readMember({ evaluator, site }: Asked, owner: Value, name: string): Value {
  return evaluator.getProperty(owner, name, site.node, site.module);
}

function findFunction(asked: Asked): Value | null {
  const given = asked.args.map((_, index) => read(asked, index));
  return given.findLast((value) => listOptions(value).some(({ type }) => type === 'function')) ?? null;
}

/** Queues of two packages are two, also by one name. */
function nameQueue({ evaluator, args, callee: { made, module } }: Asked): string | null {
  const name = findKnownText(evaluator.getArgument(made?.args ?? args, 0));
  return name === null ? null : `${made?.by.module ?? module} ${name}`;
}

function handle(key: string | null, run: Value | null): Handler | null {
  return key === null || run === null ? null : { key, run };
}

/** `queue.addBulk([{ name, data }])` */
function readBulk(asked: Asked): Value {
  const jobs = listElements(asked.evaluator, read(asked, 0)) ?? listMadeJobs(asked);
  return unite(jobs.map((job) => readMember(asked, job, 'data')));
}

/** `queue.addBulk(ids.map((id) => ({ name, data })))` of ids that nobody knows: each is made the same way. */
function listMadeJobs({ evaluator, site: { node, module } }: Asked): readonly Value[] {
  const given = 'arguments' in node && node.arguments[0] !== undefined ? unwrap(node.arguments[0]) : null;
  const [step] = given?.type === 'CallExpression' && nameCallee(given.callee) === 'map' ? given.arguments : [];
  const made = step === undefined ? null : evaluator.evaluate(step, module, null);
  if (made?.type !== 'function') return [];
  return [evaluateReturn(evaluator, made, { args: [], call: null, from: null }, true)];
}

const BULL: Dialect = {
  modules: /^(?:bullmq|bull)$/,
  send: (asked, method) => {
    const key = nameQueue(asked);
    if (key === null || (method !== 'add' && method !== 'addBulk')) return null;
    const hasName = asked.args.length > 1 && read(asked, 0).type === 'text';
    const data = method === 'addBulk' ? readBulk(asked) : read(asked, hasName ? 1 : 0);
    return { key, given: makeObject({ data }) };
  },
  listen: (asked, method) => {
    return /^(?:Worker|process)$/.test(method) ? handle(nameQueue(asked), findFunction(asked)) : null;
  },
};

const PG_BOSS: Dialect = {
  modules: /^pg-boss$/,
  send: (asked, method) => {
    const key = /^(?:send|sendAfter|schedule|insert)$/.test(method) ? findKnownText(read(asked, 0)) : null;
    const job = makeObject({ data: read(asked, method === 'schedule' ? 2 : 1) });
    // Up to version 9 it was one job, since then it is a list.
    return key === null ? null : { key, given: unite([job, makeArray([job])]) };
  },
  listen: (asked, method) => (method === 'work' ? handle(findKnownText(read(asked, 0)), findFunction(asked)) : null),
};

const AGENDA: Dialect = {
  modules: /^(?:agenda|@hokify\/agenda)$/,
  send: (asked, method) => {
    if (!/^(?:now|schedule|every|create)$/.test(method)) return null;
    const at = method === 'schedule' || method === 'every' ? 1 : 0;
    const key = findKnownText(read(asked, at));
    return key === null ? null : { key, given: makeObject({ attrs: makeObject({ data: read(asked, at + 1) }) }) };
  },
  listen: (asked, method) => (method === 'define' ? handle(findKnownText(read(asked, 0)), findFunction(asked)) : null),
};

const INNGEST: Dialect = {
  modules: /^inngest$/,
  send: (asked, method) => {
    const event = read(asked, 0);
    const key = method === 'send' ? findKnownText(readMember(asked, event, 'name')) : null;
    return key === null ? null : { key, given: makeObject({ event }) };
  },
  listen: (asked, method) =>
    method === 'createFunction'
      ? handle(findKnownText(readMember(asked, read(asked, 1), 'event')), findFunction(asked))
      : null,
};

const DIALECTS: readonly Dialect[] = [BULL, PG_BOSS, AGENDA, INNGEST];
const LISTENS = /^(?:Worker|process|work|define|createFunction)$/;

function findDialect({ module, made }: ExternalValue): Dialect | undefined {
  const name = made?.by.module ?? module;
  return DIALECTS.find(({ modules }) => modules.test(name));
}

const listSites = gatherFromCalls(
  (): CallSite[] => [],
  (sites, site) => {
    if ('callee' in site.node && LISTENS.test(nameCallee(site.node.callee) ?? '')) sites.push(site);
  },
);

/** What is registered at one place, if it is for jobs of this kind. */
function readHandler(evaluator: Evaluator, site: CallSite, dialect: Dialect): Handler | null {
  if (!('callee' in site.node)) return null;
  const { node, module } = site;
  const at = unwrap(node.callee);
  const isMade = node.type === 'NewExpression';
  const owner = isMade ? at : isMemberNode(at) ? unwrap(at.object) : null;
  if (owner === null) return null;
  for (const callee of listOptions(evaluator.evaluate(owner, module, null))) {
    if (callee.type !== 'external' || findDialect(callee) !== dialect) continue;
    const args = evaluator.index.listCallArguments(node, module, null);
    const method = isMade ? (callee.path.at(-1) ?? '') : (nameCallee(node.callee) ?? '');
    return dialect.listen({ evaluator, site, args, callee }, method);
  }
  return null;
}

/** What a job that is put into a queue runs, with what goes with it; null for other calls. */
export function applyJob(
  evaluator: Evaluator,
  site: { readonly node: CallSite['node']; readonly module: Module },
  callee: ExternalValue,
  args: readonly Argument[],
): Applied | null {
  const dialect = callee.made === null || callee.path.length !== 1 ? undefined : findDialect(callee);
  const sent = dialect?.send({ evaluator, site, args, callee }, callee.path[0] ?? '') ?? null;
  if (dialect === undefined || sent === null) return null;
  const runs = listSites(evaluator).flatMap((place) => {
    const handler = readHandler(evaluator, place, dialect);
    return handler?.key === sent.key ? [handler.run] : [];
  });
  return runs.length === 0 ? null : { callee: unite(runs), args: [{ kind: 'value', value: sent.given }] };
}

/** `dialTask.trigger({ path })` of Trigger.dev: what the task that is made of these options runs. */
export function applyTask(evaluator: Evaluator, callee: ExternalValue, args: readonly Argument[]): Applied | null {
  const { made, path } = callee;
  if (
    made === null ||
    !/^@trigger\.dev\/sdk/.test(made.by.module) ||
    !/^(?:schemaT|t)ask$/.test(made.by.path.at(-1) ?? '')
  )
    return null;
  if (!/^(?:trigger|triggerAndWait)$/.test(path.join('.'))) return null;
  const options = evaluator.getArgument(made.args, 0);
  const run = options === undefined ? null : evaluator.getProperty(options, 'run', made.call, made.module);
  return run?.type === 'function' ? { callee: run, args } : null;
}
