import type { ExternalValue } from './values.ts';

/** What of a package all began with: `knex` of `knex(config).table('calls')`. */
export function findRoot(value: ExternalValue): ExternalValue {
  let root = value;
  while (root.made !== null) root = root.made.by;
  return root;
}
