import { findOperation } from '../contract/match.ts';
import type { Exchange } from './answer.ts';
import type { WritePaths } from './compile-plan.ts';
import type { ProbeRequest } from './interlock.ts';
import type { Run } from './run.ts';
import { RunStopped } from './session.ts';

/**
 * Proof of existence that needs no unsafe request: an `Allow` that names the method, where neither control has one that
 * does. It proves presence only; a missing method proves nothing (NestJS: 404 to OPTIONS on routes that exist).
 */

type Ask = (path: string) => ProbeRequest;

function allows(exchange: Exchange, method: string): boolean {
  if (exchange.kind === 'failure') return false;
  const { status } = exchange;
  if (status !== 405 && (status < 200 || status >= 300)) return false;
  const allow = exchange.headers.allow ?? '';
  return allow.split(',').some((name) => name.trim().toUpperCase() === method);
}

async function isProvenBy(run: Run, { method, target, siblings, descendant }: WritePaths, ask: Ask): Promise<boolean> {
  for (const path of [...siblings, descendant]) {
    const control = await run.session.exchange(ask(path));
    if (control.kind === 'failure' || allows(control, method)) return false;
  }
  return allows(await run.session.exchange(ask(target)), method);
}

/** A 2xx to a keyless GET of a documented list: authentication is off. */
function checkGuarded(run: Run, template: string, exchange: Exchange): void {
  const isOpen = exchange.kind === 'answer' && exchange.status >= 200 && exchange.status < 300;
  const isDocumented = findOperation(run.catalog, 'GET', template)?.path === template;
  if (isOpen && isDocumented) throw new RunStopped('auth-off');
}

/** Is the operation proven by OPTIONS or by a GET that is refused with 405? Throws RunStopped. */
export async function hasSafeEvidence(run: Run, paths: WritePaths, template: string): Promise<boolean> {
  const { method, target } = paths;
  const options: Ask = (path) => ({ kind: 'keyless', method: 'OPTIONS', path });
  if (allows(await run.session.exchange(options(target)), method) && (await isProvenBy(run, paths, options)))
    return true;

  const keyless: Ask = (path) => ({ kind: 'keyless', method: 'GET', path });
  const answer = await run.session.exchange(keyless(target));
  checkGuarded(run, template, answer);
  if (allows(answer, method)) return isProvenBy(run, paths, keyless);

  // Behind a guard the key may show more; a documented GET answers 2xx there and says nothing of other methods.
  const isGuarded = answer.kind === 'answer' && (answer.status === 401 || answer.status === 403);
  if (!isGuarded || findOperation(run.catalog, 'GET', template)?.path === template) return false;
  const keyed: Ask = (path) => ({ kind: 'keyed', method: 'GET', path });
  return allows(await run.session.exchange(keyed(target)), method) && isProvenBy(run, paths, keyed);
}
