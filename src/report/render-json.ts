/**
 * A JSON document that a log may quote: a runner of GitHub obeys `##[command]` wherever it stands in a line, and a file
 * name or source can hold one. The escape is the same text to every reader of JSON.
 */
export function renderJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2).replaceAll('##[', '#\\u0023[')}\n`;
}
