import { writePlainly } from '../model/plain-code.ts';

/** What is asked of an address, and is answered alike with a version in front of the path: such a text is sent by nobody. */

/** `url.endsWith('/calls')`, whoever is asked. */
const ENDING = /\.endsWith\(\s*$/;
/** `expect(url).toContain('/calls')`, `expect.stringContaining('/calls')` */
const HOLDING =
  /(?:\bexpect\((?<subject>(?:[^()\n]|\([^()\n]*\))*)\)(?:\.to|\.be)*\.(?:toContain|toMatch|includes?|contains?)|\bexpect\.stringContaining)\(\s*$/;
/** `url.startsWith('/calls')`: of what begins with the text, or holds it, another request may be asked as well. */
const OF_MORE = /\.(?:startsWith|includes|indexOf|match|search)\(\s*["'`](?:[A-Z]+[ :])?$/;
/** Pages and routes have a path as well. */
const NAVIGATED = /location|rout(?:e|ing)|history|page|browser|driver|navigat|nextUrl|\bcy\b|path/i;
/** A question is read back so far. */
const MAX_LENGTH = 200;

function readBack(before: string): string {
  return writePlainly(before.slice(-MAX_LENGTH));
}

/** `before`: what is written in front of the text. */
export function isAskedLoosely(before: string): boolean {
  const near = readBack(before);
  if (ENDING.test(near)) return true;
  const held = HOLDING.exec(near);
  return held !== null && !NAVIGATED.test(held.groups?.subject ?? '');
}

/** `before`: what is written in front of the text and its quote. */
export function isAskedOfMore(before: string): boolean {
  return OF_MORE.test(readBack(before));
}
