/**
 * Code as most write it, for who asks its text about names: `z["enum"](…)` and `z.enum?.(…)` are `z.enum(…)` there. Never for
 * what is reported, nor for places: those are of the text as it is.
 */

const LINK_OF_BRACKETS = /\?\.(?=[[(])/g;
const LINK = /\?\.(?!\d)/g;
/** A list stands behind neither a name nor what was read or called. */
const MEMBER = /(?<=[\w$)\]!])\[(["'])([A-Za-z_$][\w$]*)\1\]/g;

export function writePlainly(code: string): string {
  if (!code.includes('?.') && !code.includes('["') && !code.includes("['")) return code;
  return code.replace(LINK_OF_BRACKETS, '').replace(LINK, '.').replace(MEMBER, '.$2');
}
