/** A name as a part of a pattern that looks for it: a dollar stands for itself there. */
export function quoteName(name: string): string {
  return name.replaceAll('$', '\\$&');
}

/** Any text as a part of a pattern that looks for it. */
export function quotePattern(text: string): string {
  return text.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&');
}
