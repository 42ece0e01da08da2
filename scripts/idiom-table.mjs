/**
 * Prints the section "Supported idioms" from fixtures/idioms, so that an idiom the tool cannot follow is visible.
 * With a file, puts it between that file's markers: node scripts/idiom-table.mjs MIGRATION.md
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const IDIOMS = new URL('../fixtures/idioms/', import.meta.url);
const BEGIN = '<!-- idioms: written by scripts/idiom-table.mjs -->';
const END = '<!-- /idioms -->';

/** The groups of the list of idioms, in its order. */
const GROUPS = [
  ['a.url', 'How the URL is formed'],
  ['a.method', 'How the method is given'],
  ['a.base', 'How the base is known'],
  ['a.library', 'HTTP library, as measured'],
  ['a.auth', 'Auth header'],
  ['a.response', 'How the response is read'],
  ['b.', 'Tricky patterns'],
  ['e', 'Other clients, test doubles and syntax'],
  ['item', 'How a path travels, and who else owns its text'],
];

function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, IDIOMS), 'utf8'));
}

function listCases(row) {
  return readdirSync(new URL(`${row}/`, IDIOMS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${row}/${entry.name}`)
    .sort();
}

function describeState(cases, gaps) {
  const open = cases.filter((name) => name in gaps);
  if (open.length === 0) return 'yes';
  const reasons = [...new Set(open.map((name) => gaps[name]))].join('; ');
  return `${open.length < cases.length ? 'partly' : 'no'}: ${reasons}`;
}

function escapeCell(text) {
  return text.replaceAll('|', '\\|');
}

function renderRow({ row, title }, gaps) {
  const cases = listCases(row);
  const link = `[${cases.length}](fixtures/idioms/${row})`;
  return `| ${escapeCell(title)} | ${link} | ${escapeCell(describeState(cases, gaps))} |`;
}

function renderSection() {
  const rows = readJson('rows.json');
  const gaps = readJson('known-gaps.json');
  const groups = GROUPS.map(([source, title]) => {
    const own = rows.filter((row) => row.source.startsWith(source)).map((row) => renderRow(row, gaps));
    return [`### ${title}`, '', '| Idiom | Cases | Followed |', '|---|---|---|', ...own].join('\n');
  });
  return [BEGIN, ...groups, END].join('\n\n');
}

function replaceSection(file, section) {
  const text = readFileSync(file, 'utf8');
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (start === -1 || end < start) throw new Error(`${file} has no line ${BEGIN} with ${END} behind it`);
  writeFileSync(file, text.slice(0, start) + section + text.slice(end + END.length));
}

const [file] = process.argv.slice(2);
if (file === undefined) console.log(renderSection());
else replaceSection(file, renderSection());
