import type { CheckedEndpoint, StopReason } from '../model/probe-result.ts';

/** Reasons in words, for people; scripts read the reason itself. */
const WORDS: Readonly<Record<string, string>> = {
  'documented-envelope': 'answers as documented',
  answered: 'answers; its form is not documented',
  complete: 'the build ran to its complete event',
  'stream-error': 'the build ran and ended with an error event',
  'asks-for-the-key': 'asks for the key where unknown paths are 404',
  'asks-for-a-key': 'refuses a request without a key where unknown paths are 404',
  'asks-to-log-in': 'redirects to a login where unknown paths are 404',
  'allow-header': 'its Allow header names the method',
  'judged-before-auth': 'judges the request before the key; no more keyless writes were sent',
  'no-record': 'knows the path, not the record',
  'paging-refused': 'is there and refuses page and limit',
  'request-refused': 'refuses the request where unknown paths are 404',
  'judged-before-routing': 'a path that does not exist is refused in the same way',
  'unknown-route': 'is answered as a path that does not exist',
  'method-not-allowed': 'the path is known, the method is not',
  gone: '410 Gone',
  'not-implemented': '501 Not Implemented',
  forbidden: 'the key may not do this',
  shielded: 'everything asks for a key first, so a path that is missing looks the same',
  'parameter-route': 'a route with a parameter answers for it',
  'catch-all': 'a path that does not exist gets the same answer',
  contradiction: 'with the key it looks known, without it unknown',
  'no-body-to-compare': 'a HEAD answer has no body, so a missing path looks the same',
  'answers-without-key': 'a path that does not exist is answered without a key',
  'unusable-control': 'paths that do not exist get answers that nothing can be told from',
  indistinguishable: 'a missing record and a missing path look the same',
  flapping: 'the same request got different answers',
  'no-positive-control': 'no documented list could be read with the key',
  'no-keyless-control': 'a list without a key was not clearly refused',
  'key-refused': 'the key was refused',
  'no-platform': 'documented lists are answered as a path that does not exist',
  'auth-off': 'a request without a key was accepted',
  breaker: 'stopped: three operations in a row got no usable answer',
  budget: 'not reached within the time budget',
  'request-cap': 'not reached within the number of requests',
  interrupted: 'not reached before the interrupt',
  'method-never-sent': 'only GET, HEAD, POST and PATCH are asked for',
  'unknown-method': 'the code does not say which method',
  'unresolved-path': 'a part of the path is not known',
  'no-keyless-writes': 'left out by --no-keyless-writes',
  'method-filtered': 'the method is refused before routing',
  'method-refused-everywhere': 'the method is refused everywhere',
  'rate-limited': 'rate limited',
  'server-error': 'the server failed',
  gateway: 'a gateway answered',
  redirect: 'redirects are not followed',
  timeout: 'no answer in time',
  dns: 'the host name is not known',
  connect: 'no connection',
  reset: 'the connection was cut before an answer',
  truncated: 'the body was cut',
  'too-large': 'the body is over 8 MiB',
  tls: 'the certificate was not accepted',
  scheme: 'the port does not speak https',
  proxy: 'the proxy did not let it through',
  protocol: 'the answer is not HTTP',
};

export function explainReason({ reason }: Pick<CheckedEndpoint, 'reason'>): string {
  return WORDS[reason] ?? reason;
}

const STOPS: Readonly<Record<StopReason, string>> = {
  'auth-off':
    'STOPPED: a request without a key was accepted. Authentication is off, or something on the way adds a credential.',
  'key-refused': 'Stopped: the platform refused the key.',
  'no-platform':
    'Stopped: documented lists get the same answer as a path that does not exist. Is this the address of the platform (--base-url)?',
  dns: 'Stopped: the host name is not known.',
  tls: 'Stopped: the certificate was not accepted (--ca <file> names an authority of your own).',
  connect: 'Stopped: no connection to the host.',
  breaker: 'Stopped: three operations in a row got no usable answer.',
  budget: 'Stopped: the time budget is used up (--budget).',
  'request-cap': 'Stopped: the number of requests is used up.',
  interrupted: 'Interrupted: this report is incomplete.',
};

export function explainStop(stopped: StopReason): string {
  return STOPS[stopped];
}
