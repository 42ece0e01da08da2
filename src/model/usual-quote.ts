/** The quotes that a text of code uses most. */
export function findUsualQuote(source: string): "'" | '"' {
  return source.split("'").length >= source.split('"').length ? "'" : '"';
}
