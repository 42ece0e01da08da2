import { parseLoopbackUrl } from '../webhook/loopback.ts';
import type { DeliveryAnswer } from '../webhook/send-delivery.ts';
import { SIGNATURE_HEADER, signWebhook } from '../webhook/sign-webhook.ts';

const TIMEOUT = 5_000;
/** Deliveries that may wait; more are refused, a receiver that hangs must not fill the memory. */
const MAX_WAITING = 1_000;

/** Sends signed deliveries (§5.1), one after another, to this machine and nowhere else. */
export class Mailroom {
  readonly #stopped: AbortSignal;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(stopped: AbortSignal) {
    this.#stopped = stopped;
  }

  /** Sends `event` as JSON, signed over the bytes that go out. */
  async deliver(url: URL, secret: string, event: unknown): Promise<DeliveryAnswer> {
    const body = Buffer.from(JSON.stringify(event), 'utf8');
    const headers = [
      ['content-type', 'application/json'],
      [SIGNATURE_HEADER, signWebhook(body, secret)],
    ] as const;
    // Loaded with the first delivery: the HTTP client takes longer to load than the sandbox to start.
    const { sendDelivery } = await import('../webhook/send-delivery.ts');
    return sendDelivery(url, { headers, body }, TIMEOUT, this.#stopped);
  }

  /** Takes a delivery for later; one to another machine is quietly not sent. False when too many wait. */
  queue(url: string, secret: string, event: unknown): boolean {
    const target = parseLoopbackUrl(url);
    if (target === null) return true;
    if (this.#waiting >= MAX_WAITING) return false;
    this.#waiting += 1;
    this.#last = this.#last.then(async () => {
      if (!this.#stopped.aborted) await this.deliver(target, secret, event);
      this.#waiting -= 1;
    });
    return true;
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    await this.#last;
  }
}
