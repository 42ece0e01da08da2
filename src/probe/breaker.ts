import type { StopReason } from '../model/probe-result.ts';
import type { Outcome } from './outcome.ts';

/** Reasons that say more of the way to the platform than of one operation. */
const TROUBLES: ReadonlySet<string> = new Set([
  'timeout',
  'connect',
  'reset',
  'tls',
  'scheme',
  'proxy',
  'protocol',
  'network',
  'rate-limited',
  'server-error',
  'gateway',
]);

const MAX_TROUBLES = 3;
const MAX_REFUSED = 2;

/** Ends a run that only does harm or takes time: three different operations in a row without a usable answer. */
export class Breaker {
  #troubles = 0;
  #refused = 0;

  /** Why the run should end now, or null. */
  note({ verdict, reason, stop }: Outcome): StopReason | null {
    if (stop !== undefined) return stop;
    if (verdict === 'not-sent') return null;
    const isTrouble = verdict === 'unverified' && TROUBLES.has(reason);
    this.#troubles = isTrouble ? this.#troubles + 1 : 0;
    this.#refused = verdict === 'unverified' && reason === 'connect' ? this.#refused + 1 : 0;
    if (verdict === 'unverified' && reason === 'dns') return 'dns';
    if (this.#refused >= MAX_REFUSED) return 'connect';
    return this.#troubles >= MAX_TROUBLES ? 'breaker' : null;
  }
}
