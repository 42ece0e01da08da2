/** How far below the folder that settings are read from a file may stand. */
const MAX_LEVELS = 8;

/** The folder of a file and those above it, as a specifier begins with them: `./`, `../`, … */
export const FOLDERS_ABOVE: readonly string[] = Array.from({ length: MAX_LEVELS }, (_, level) =>
  level === 0 ? './' : '../'.repeat(level),
);
