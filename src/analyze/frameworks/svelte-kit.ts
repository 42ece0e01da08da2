const ROUTE = /(?:^|\/)(?:\+(?:page|layout|server)(?:\.server)?|hooks\.server)\.[cm]?[jt]s$/;

/** SvelteKit runs what these files export, and gives each function what its hooks put on `event.locals`. */
export function isSvelteKitRoute(path: string): boolean {
  return ROUTE.test(path);
}
