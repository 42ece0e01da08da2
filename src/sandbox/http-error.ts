import { STATUS_CODES } from 'node:http';

/**
 * An answer that is an error. The reference shows the body of 401 only (§7): `statusCode`, `message`, `error`. The same
 * members for other statuses, and a list as `message` for a refused body, are inferred from that body's style.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly body: { readonly statusCode: number; readonly message: string | readonly string[]; readonly error: string };

  constructor(status: number, message: string | readonly string[] = STATUS_CODES[status] ?? 'Error') {
    super(`${status}`);
    this.status = status;
    this.body = { statusCode: status, message, error: STATUS_CODES[status] ?? 'Error' };
  }
}

/** §7: the only documented error body. */
export function unauthorized(): HttpError {
  return new HttpError(401);
}

/** Inferred: what a framework of this style says of a path or method that no route has. */
export function missingRoute(method: string, path: string): HttpError {
  return new HttpError(404, `Cannot ${method} ${path}`);
}

/** Inferred: a record that is not there. */
export function missingRecord(noun: string): HttpError {
  return new HttpError(404, `${noun} not found`);
}

/** Inferred: one message for each thing that is wrong with the request. */
export function badRequest(messages: readonly string[]): HttpError {
  return new HttpError(400, messages);
}
