/** Spaces in its place, so that what stands behind it keeps its offsets and its lines. */
export function blank(text: string): string {
  return text.replace(/[^\n\r]/g, ' ');
}

/** A quoted text, which may hold what looks like a comment; or a comment. The slashes of `https://` begin none. */
const QUOTED_OR_COMMENT =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g;

/** For code that nobody parses: a regular expression with a quote in it can hide what follows on its line. */
export function blankComments(code: string): string {
  if (!code.includes('//') && !code.includes('/*')) return code;
  return code.replace(QUOTED_OR_COMMENT, (found, quoted?: string) => quoted ?? blank(found));
}
