import type { Failure, FailureReason } from './answer.ts';

/** Error codes of Node and undici as reasons. Messages are never used: they can hold a URL, a header or a key. */

const REASONS: Readonly<Record<string, readonly [FailureReason, string | null]>> = {
  ENOTFOUND: ['dns', 'the name is not known'],
  EAI_AGAIN: ['dns', 'the name server did not answer'],
  ECONNREFUSED: ['connect', 'refused'],
  EHOSTUNREACH: ['connect', 'unreachable'],
  ENETUNREACH: ['connect', 'unreachable'],
  EADDRNOTAVAIL: ['connect', 'unreachable'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'no connection'],
  ETIMEDOUT: ['timeout', 'no connection'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'no answer'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'the body stalled'],
  ECONNRESET: ['reset', null],
  EPIPE: ['reset', null],
  UND_ERR_SOCKET: ['reset', 'closed'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['protocol', 'two lengths: a sign of request smuggling'],
  UND_ERR_HEADERS_OVERFLOW: ['headers-too-large', null],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ['too-large', null],
  V1_LINK_LOCAL: ['refused-address', 'the name leads to a link-local address'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls', 'self-signed certificate; NODE_EXTRA_CA_CERTS or --ca names an authority'],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls', 'self-signed certificate; NODE_EXTRA_CA_CERTS or --ca names an authority'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['tls', 'unknown authority; NODE_EXTRA_CA_CERTS or --ca names one'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['tls', 'unknown authority; NODE_EXTRA_CA_CERTS or --ca names one'],
  CERT_HAS_EXPIRED: ['tls', 'the certificate has expired'],
  CERT_NOT_YET_VALID: ['tls', 'the certificate is not valid yet'],
  CERT_REVOKED: ['tls', 'the certificate was revoked'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', 'the certificate is for another host'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['scheme', 'the port does not speak https; is it an http port?'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['scheme', 'the port does not speak https; is it an http port?'],
  EPROTO: ['tls', null],
};

/** Codes of an error and of what it was caused by or collects: a dual-stack connect fails with several. */
function* listErrors(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 4) return;
  yield error;
  if (error instanceof AggregateError) for (const inner of error.errors) yield* listErrors(inner, depth + 1);
  yield* listErrors(error.cause, depth + 1);
}

function getCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function nameOne(error: Error, isProxied: boolean): readonly [FailureReason, string | null] | null {
  if (error.name === 'TimeoutError') return ['timeout', 'the deadline passed'];
  const code = getCode(error);
  // undici's word for a tunnel that the proxy did not open.
  if (isProxied && code === 'UND_ERR_ABORTED') return ['proxy', 'the proxy did not open a tunnel'];
  if (error.name === 'AbortError' || code === 'UND_ERR_ABORTED') return ['aborted', null];
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad upgrade') return ['protocol', 'an upgrade nobody asked for'];
  if (code.startsWith('HPE_') || error.name === 'HTTPParserError') return ['protocol', 'the answer is not HTTP'];
  if (code.startsWith('ERR_SSL_')) return REASONS[code] ?? ['tls', null];
  return REASONS[code] ?? null;
}

/** The reason of a failed request; `status` is known when a head had arrived, and then the body is what was cut. */
export function nameFailure(error: unknown, isProxied: boolean, status: number | null = null): Failure {
  for (const inner of listErrors(error)) {
    const named = nameOne(inner, isProxied);
    if (named === null) continue;
    const [reason, detail] = named;
    if (status !== null && reason === 'reset') return { kind: 'failure', reason: 'truncated', detail: null, status };
    if (isProxied && reason === 'connect') return { kind: 'failure', reason: 'proxy', detail, status };
    return { kind: 'failure', reason, detail, status };
  }
  return { kind: 'failure', reason: 'network', detail: null, status };
}
