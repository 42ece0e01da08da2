/**
 * By which name a package is known, however its import says where it comes from: `npm:ky@1` and `jsr:@hono/hono` of Deno,
 * `https://esm.sh/ky@1` and other servers of packages.
 */

const REGISTRY = /^(?:npm|jsr):\/?(.+)$/;
const SERVED =
  /^https?:\/\/(?:esm\.(?:sh|run)|cdn\.skypack\.dev|(?:cdn|fastly)\.jsdelivr\.net\/npm|unpkg\.com|(?:ga\.)?jspm\.(?:dev|io)|deno\.land\/x)\/(?:(?:stable|v\d+|npm:)\/?)?([^?#]+)/;
const NAMED = /^((?:@[\w.-]+\/)?[\w.-]+)(?:@[^/]+)?(\/.*)?$/;
/** Built files, and the ways in which servers are asked for a module. */
const BUILT = /^\/(?:\+esm|es20\d\d\/.*|dist\/.*|(?:mod|index)\.[jt]s)$/;

/** `lodash/partial.js`, `lodash-es/partial.js`: each function has a file of its own. */
const FILE_OF_LODASH = /^lodash(?:-es)?\/(\w+)(?:\.js)?$/;

export function namePackage(specifier: string): string {
  const [, given] = REGISTRY.exec(specifier) ?? SERVED.exec(specifier) ?? [];
  const [, name, path = ''] = given === undefined ? [] : (NAMED.exec(given) ?? []);
  if (name === undefined) return specifier.replace(FILE_OF_LODASH, 'lodash/$1');
  return BUILT.test(path) ? name : `${name}${path}`;
}
