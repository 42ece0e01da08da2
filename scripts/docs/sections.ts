/** Parts of a document that are made from code stand between `<!-- name:start -->` and `<!-- name:end -->`. */

/** Gets the text between the markers as it is, and gives what should stand there. */
export type RenderSection = (old: string) => string | Promise<string>;

/** Throws when the document lacks one of the two markers: a section that is not there cannot be fresh. */
export async function replaceSection(text: string, name: string, render: RenderSection): Promise<string> {
  const [start, end] = [`<!-- ${name}:start -->\n`, `<!-- ${name}:end -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the markers of the section "${name}" are missing`);
  const bodyStart = from + start.length;
  const body = await render(text.slice(bodyStart, to));
  return `${text.slice(0, bodyStart)}${body.trimEnd()}\n${text.slice(to)}`;
}

/** A cell may hold `a|b`, which would be two cells. */
function renderRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [renderRow(head), `|${head.map(() => '---|').join('')}`, ...rows.map(renderRow)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}
