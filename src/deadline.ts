/**
 * A signal that surely fires: Node 20 forgets an `AbortSignal.timeout` that only an `AbortSignal.any` knows of, once it
 * collects garbage.
 */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Lets go of the timer, which otherwise keeps the process alive, and of the outer signal. */
  close(): void;
}

/** Fires after so many milliseconds, as `AbortSignal.timeout` does, or when `outer` does, with its reason. */
export function openDeadline(milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, milliseconds);
  const follow = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    close: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
