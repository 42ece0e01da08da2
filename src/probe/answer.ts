/** What came back from one request. */

/** Why there is no answer to judge; nothing is ever `absent` because of one of these. */
export type FailureReason =
  | 'timeout'
  | 'dns'
  | 'connect'
  | 'reset'
  | 'tls'
  | 'scheme'
  | 'proxy'
  | 'protocol'
  | 'headers-too-large'
  | 'truncated'
  | 'too-large'
  | 'refused-address'
  | 'aborted'
  | 'network';

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  /** Names in lower case; repeated ones joined as lists are. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded; empty when `coding` says why it could not be. */
  readonly body: Uint8Array;
  /** `close`: it ended with the connection, so nobody knows whether it is whole. */
  readonly framing: 'length' | 'chunked' | 'close' | 'none';
  /** What is wrong with the content coding, or null. */
  readonly coding: string | null;
}

export interface Failure {
  readonly kind: 'failure';
  readonly reason: FailureReason;
  /** Words of ours, never of the peer. */
  readonly detail: string | null;
  /** Known when the head of an answer had arrived. */
  readonly status: number | null;
}

export type Exchange = Answer | Failure;

export function getEssence(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export function isJsonType(essence: string): boolean {
  return essence === 'application/json' || /^application\/[\w.-]+\+json$/.test(essence);
}

export function isSuccess(exchange: Exchange): exchange is Answer {
  return exchange.kind === 'answer' && exchange.status >= 200 && exchange.status < 300;
}
