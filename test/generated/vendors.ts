import type { Spec } from './spec.ts';

/** Where the services of generated programs live. */

export interface Vendor {
  /** Origin and prefix without a slash at the end. */
  readonly url: string;
  /** The same in a second region. */
  readonly otherUrl: string;
}

const HOST: Vendor = { url: 'https://api.voice.example', otherUrl: 'https://eu.voice.example' };
const PREFIXED: Vendor = { url: 'https://gw.voice.example/voice', otherUrl: 'https://eu.voice.example/voice' };

/** Another vendor; behind a gateway it has the platform's host and another prefix. */
export const OTHER: Vendor = { url: 'https://api.other.test', otherUrl: 'https://eu.other.test' };
const OTHER_PREFIXED: Vendor = {
  url: 'https://gw.voice.example/billing',
  otherUrl: 'https://eu.voice.example/billing',
};

export const VARIABLE = 'VOICE_API_URL';
export const VERSIONED_VARIABLE = 'VOICE_V1_URL';
export const OTHER_VARIABLE = 'OTHER_API_URL';

export function findPlatform({ origin }: Pick<Spec, 'origin'>): Vendor {
  return origin === 'host' ? HOST : PREFIXED;
}

export function findOther({ origin }: Pick<Spec, 'origin'>): Vendor {
  return origin === 'host' ? OTHER : OTHER_PREFIXED;
}

/** What the variable of the platform holds, if it is set: a place like the one in the code. */
export function findVariableUrl({ origin }: Pick<Spec, 'origin'>): string {
  return origin === 'host' ? 'https://edge.voice.internal' : 'https://edge.voice.internal/voice';
}
