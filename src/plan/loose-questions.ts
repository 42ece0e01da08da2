/** What is asked of an address, and is answered alike with a version in front of the path: such a text is sent by nobody. */

/** `url.endsWith('/calls')`, whoever is asked. */
const ENDING = /(?:\.|\[["'`])endsWith(?:["'`]\])?\(\s*$/;
/** `expect(url).toContain('/calls')`, `expect.stringContaining('/calls')` */
const HOLDING =
  /(?:\bexpect\((?<subject>(?:[^()\n]|\([^()\n]*\))*)\)(?:\.to|\.be)*\.(?:toContain|toMatch|includes?|contains?)|\bexpect\.stringContaining)\(\s*$/;
/** Pages and routes have a path as well. */
const NAVIGATED = /location|rout(?:e|ing)|history|page|browser|driver|navigat|nextUrl|\bcy\b|path/i;
/** A question is read back so far. */
const MAX_LENGTH = 200;

/** `before`: what is written in front of the text. */
export function isAskedLoosely(before: string): boolean {
  const near = before.slice(-MAX_LENGTH);
  if (ENDING.test(near)) return true;
  const held = HOLDING.exec(near);
  return held !== null && !NAVIGATED.test(held.groups?.subject ?? '');
}
