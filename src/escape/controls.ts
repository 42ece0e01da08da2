/**
 * Control characters in file names and source would move the cursor, and marks that turn the reading direction would
 * make code look like other code. A tab is harmless.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const UNSAFE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function renderCodePoint(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** One line of untrusted text, safe to print. */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, renderCodePoint);
}

/** The same for text of several lines, which stay. */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n');
}

/** The name of a file for a format in which line ends have a form of their own. */
export function escapeFileName(name: string): string {
  return name.replace(/[^\r\n]+/g, escapeControls);
}
