import { isMinifiedName, isScript } from './file-kinds.ts';

/** Is this text written by a tool? Asked of candidates only, so it may look at every character. */

const LONG_LINE = 5_000;
const SMALL_FILE = 5_000;
const LONG_AVERAGE = 250;
const GENERATED =
  /^\/\/[#@] sourceMappingURL=|__webpack_require__|\b__commonJS(?:Min)?\b|\b__toESM\b|\b__(?:esModule|awaiter|importDefault)\b|\bparcelRequire\b|\bSystem\.register\(/m;

/** Babel puts the runtime of generators into a file as one line of ten thousand characters, and leaves the rest as it was. */
const RUNTIME = /^function _regenerator(?:Runtime)?\d*\(\) \{ /;

/** Code is dense with these; a picture or a font that was pasted in as text has none. */
function isDenseCode(text: string): boolean {
  const marks = text.match(/[;,(){}]/g)?.length ?? 0;
  return marks > text.length / 50;
}

/** By name, by one line that is most of the file, or by lines that are all too long to be read. */
export function isMinified(path: string, text: string): boolean {
  if (isMinifiedName(path)) return true;
  if (!isScript(path) || text.length < SMALL_FILE) return false;
  const lines = text.split('\n').filter((line) => !RUNTIME.test(line));
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  const longest = lines.reduce((long, line) => (line.length > long.length ? line : long), '');
  if (longest.length > LONG_LINE && longest.length > length / 2) return isDenseCode(longest);
  return length / lines.length > LONG_AVERAGE && isDenseCode(text);
}

/** What bundlers and compilers leave behind. Only for folders whose name says output already. */
export function isGenerated(path: string, text: string): boolean {
  return isScript(path) && GENERATED.test(text);
}
