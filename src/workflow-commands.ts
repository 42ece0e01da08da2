/** Commands that a runner of GitHub Actions reads from the log, and text that must not become one. */

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** One command on one line; properties that are undefined are left out. */
export function renderCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const list = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  return `::${name}${list.length === 0 ? '' : ` ${list.join(',')}`}::${escapeData(message)}`;
}

/**
 * Words for a log that must not be obeyed. The runner trims a line and looks for `::name`, and looks for `##[name]`
 * anywhere: a blank in between breaks both.
 */
export function disarmCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, '$1: ').replaceAll('##[', '# #[');
}
