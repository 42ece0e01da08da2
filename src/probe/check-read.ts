import type { Envelope, Operation } from '../contract/catalog.ts';
import { type Answer, type Exchange, getEssence, isJsonType, isSuccess } from './answer.ts';
import type { Baseline } from './baseline.ts';
import { listSiblings } from './compile-plan.ts';
import { getFingerprint, isSamePrint } from './fingerprint.ts';
import { judgeList } from './judge-list.ts';
import { judgeMiss } from './judge-miss.ts';
import { conclude, concludeOpen, type Outcome, PASSING } from './outcome.ts';
import { parseBody } from './parse-body.ts';
import { type FilledPath, fillPath, getListQuery } from './record-ids.ts';
import { getAsked, type Run } from './run.ts';

function hasEnvelope(operation: Operation | null): operation is Operation & { readonly envelope: Envelope } {
  return operation?.envelope !== undefined;
}

/** A control that answers as the target does says that the status is no statement about the target. */
async function isEverywhere(run: Run, template: string, path: string, answer: Answer): Promise<boolean> {
  const own = getFingerprint(answer, getAsked(run, { method: 'GET', path }));
  const [sibling] = listSiblings(path, template, run.catalog.versionPrefix, run.stray);
  if (sibling === undefined) return true;
  const control = await run.read(sibling);
  if (control.kind === 'failure') return true;
  return isSamePrint(getFingerprint(control, getAsked(run, { method: 'GET', path: sibling })), own);
}

/** A 2xx of an operation whose answer the reference does not show: it exists; is it anything like an API's answer? */
async function judgeUndocumented(run: Run, template: string, path: string, answer: Answer): Promise<Outcome> {
  const { status } = answer;
  const essence = getEssence(answer.headers['content-type']);
  if (essence === 'text/html') return conclude('drift', 'content-type: text/html, expected application/json', status);
  if (await isEverywhere(run, template, path, answer)) return conclude('unverified', 'catch-all', status);
  if (!isJsonType(essence)) return conclude('exists', 'answered', status);
  const parsed = parseBody(answer);
  if (parsed.ok) return conclude('confirmed', 'answered', status, parsed.notes);
  if (answer.body.length === 0) return conclude('exists', 'answered', status);
  return conclude(parsed.isCut ? 'unverified' : 'drift', parsed.reason, status);
}

/**
 * A 4xx that no rule of its own explains. Where the reference shows the answer of the operation, 200 is a part of it; but
 * what a path that does not exist gets as well is no answer of the operation's.
 */
async function judgeRefusal(
  run: Run,
  template: string,
  path: string,
  answer: Answer,
  isDocumented: boolean,
): Promise<Outcome> {
  const { status } = answer;
  const isRefusedRequest = status === 400 || status === 422;
  if (PASSING.includes(status) || (!isDocumented && !isRefusedRequest)) {
    return conclude('unverified', `status-${status}`, status);
  }
  if (await isEverywhere(run, template, path, answer)) {
    return conclude('unverified', 'judged-before-routing', status);
  }
  if (!isDocumented) return conclude('exists', 'request-refused', status);
  const parsed = parseBody(answer);
  if (!parsed.ok && parsed.isCut) return conclude('unverified', parsed.reason, status);
  return conclude('drift', `status: ${status}, expected 200`, status);
}

/** 400 or 422: is it the paging that is refused, or the request? */
async function judgeRefusedQuery(
  run: Run,
  template: string,
  path: string,
  first: Answer,
  isDocumented: boolean,
): Promise<Outcome> {
  const bare = await run.read(path);
  if (isSuccess(bare)) return conclude('exists', 'paging-refused', first.status, ['page and limit are not accepted']);
  const open = concludeOpen(bare, run.session.address.origin);
  if (open !== null || bare.kind === 'failure') return open ?? conclude('unverified', 'network');
  return judgeRefusal(run, template, path, bare, isDocumented);
}

async function judgeClientError(
  run: Run,
  baseline: Baseline,
  template: string,
  filled: FilledPath,
  answer: Answer,
  isDocumented: boolean,
): Promise<Outcome> {
  const { status } = answer;
  if (status === 403) return conclude('denied', 'forbidden', status);
  if (status === 404) {
    const miss = await judgeMiss(run, baseline, template, filled, answer);
    if (miss.verdict !== 'exists' || !isDocumented) return miss;
    return conclude('drift', `status: ${status}, expected 200`, status);
  }
  if (status === 400 || status === 422) return judgeRefusedQuery(run, template, filled.path, answer, isDocumented);
  if (status === 405 || status === 410) {
    // Of a record that cannot exist, "gone" says nothing about the path.
    const isVague = status === 410 && filled.ids === 'random';
    if (isVague || (await isEverywhere(run, template, filled.path, answer))) {
      return conclude('unverified', 'indistinguishable', status);
    }
    return conclude('absent', status === 405 ? 'method-not-allowed' : 'gone', status);
  }
  return judgeRefusal(run, template, filled.path, answer, isDocumented);
}

/** HEAD has no body to judge: it exists when it is answered and a random path is not. */
async function checkHead(run: Run, template: string, { path }: FilledPath): Promise<Outcome> {
  const exchange = await run.session.exchange({ kind: 'keyed', method: 'HEAD', path });
  const open = concludeOpen(exchange, run.session.address.origin);
  if (open !== null || exchange.kind === 'failure') return open ?? conclude('unverified', 'network');
  const { status } = exchange;
  if (status === 403) return conclude('denied', 'forbidden', status);
  const [sibling = path] = listSiblings(path, template, run.catalog.versionPrefix, run.stray);
  const control: Exchange = await run.session.exchange({ kind: 'keyed', method: 'HEAD', path: sibling });
  const isMiss = control.kind === 'answer' && (control.status === 404 || control.status === 410);
  if (isSuccess(exchange) && isMiss) return conclude('confirmed', 'answered', status);
  return conclude('unverified', 'no-body-to-compare', status);
}

/** One GET or HEAD with the key. */
export async function checkRead(
  run: Run,
  baseline: Baseline,
  template: string,
  method: 'GET' | 'HEAD',
  operation: Operation | null,
): Promise<Outcome> {
  const filled = await fillPath(run, template);
  const { path } = filled;
  if (method === 'HEAD') return checkHead(run, template, filled);
  const exchange = await run.read(path, hasEnvelope(operation) ? getListQuery(operation.envelope).query : {});
  const open = concludeOpen(exchange, run.session.address.origin);
  if (open !== null || exchange.kind === 'failure') return open ?? conclude('unverified', 'network');
  const { status } = exchange;
  if (isSuccess(exchange)) {
    if (hasEnvelope(operation)) return judgeList(run, operation, path, exchange);
    return judgeUndocumented(run, template, path, exchange);
  }
  if (status >= 400 && status < 500) {
    // Of a record that cannot exist the reference promises nothing.
    const isDocumented = hasEnvelope(operation) && filled.ids !== 'random';
    return judgeClientError(run, baseline, template, filled, exchange, isDocumented);
  }
  return conclude('drift', `status: ${status}`, status);
}
