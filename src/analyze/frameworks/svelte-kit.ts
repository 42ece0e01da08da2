const ROUTE = /(?:^|\/)(?:\+(?:page|layout|server)(?:\.server)?|hooks\.server)\.[cm]?[jt]s$/;

/** SvelteKit runs what these files export, and gives each function what its hooks put on `event.locals`. */
export function isSvelteKitRoute(path: string): boolean {
  return ROUTE.test(path);
}

const ASTRO = /(?:^|\/)src\/(?:middleware(?:\/[\w-]+)?|pages\/.+)\.[cm]?[jt]s$/;

/** The like of Astro: an endpoint and a middleware are given a context, whose `locals` the pages read as `Astro.locals`. */
export function isAstroRoute(path: string): boolean {
  return ASTRO.test(path);
}
