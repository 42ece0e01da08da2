/** Names of environment variables that users give, where a slip of the hand gives what the variable holds. */

/** In words of capitals, as they are written by convention; a key has longer runs, or other characters. */
const CONVENTIONAL = /^_?[A-Z][A-Z0-9]{0,15}(?:_+[A-Z0-9]{1,16})*$/;

/** What to say of a variable that is not set, without a name that may be the key itself. */
export function explainUnset(name: string): string {
  return CONVENTIONAL.test(name)
    ? `the environment has no ${name}.`
    : 'the environment has no variable of the name that was given. It is not repeated here: it may be the value itself.';
}
