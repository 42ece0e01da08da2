/** Spaces in its place, so that what stands behind it keeps its offsets and its lines. */
export function blank(text: string): string {
  return text.replace(/[^\n\r]/g, ' ');
}
