import { parseArgs } from 'node:util';
import { removeCorpora } from './corpus/write-corpus.ts';
import { benchAnalysis } from './sections/analysis.ts';
import { benchBounds } from './sections/bounds.ts';
import { type Extent, FULL, QUICK } from './sections/extent.ts';
import { benchPage } from './sections/page.ts';
import { benchPrefilter } from './sections/prefilter.ts';
import { benchProbe } from './sections/probe.ts';
import { benchRewrite } from './sections/rewrite.ts';
import { benchSandbox } from './sections/sandbox.ts';
import { benchStart } from './sections/start.ts';
import { type Row, renderTable } from './table.ts';

/**
 * npm run bench [-- --quick] [--seed n] [--keep] [section..]
 *
 * Everything is compared with something that runs beside it on the same machine; only memory and the bounds are absolute.
 * Exits 1 when a target is missed; with --quick it only reports, for its samples are small.
 */

const SECTIONS: Readonly<Record<string, (extent: Extent) => readonly Row[]>> = {
  start: benchStart,
  prefilter: benchPrefilter,
  rewrite: benchRewrite,
  analysis: benchAnalysis,
  bounds: benchBounds,
  sandbox: benchSandbox,
  probe: benchProbe,
  page: benchPage,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, keep: { type: 'boolean' }, seed: { type: 'string', default: '1' } },
});
const extent = { ...(values.quick ? QUICK : FULL), seed: Number(values.seed) };
const chosen = positionals.length === 0 ? Object.keys(SECTIONS) : positionals;
const rows: Row[] = [];
try {
  for (const name of chosen) {
    const section = SECTIONS[name];
    if (section === undefined) throw new Error(`no section ${name}; there are ${Object.keys(SECTIONS).join(', ')}`);
    process.stderr.write(`${name} …\n`);
    rows.push(...section(extent));
  }
} finally {
  if (!values.keep) removeCorpora();
}
process.stdout.write(renderTable(rows));
const missed = rows.filter(({ isMet }) => isMet === false).length;
process.stdout.write(
  `${rows.filter(({ isMet }) => isMet).length} met, ${missed} missed${values.quick ? ' (a quick look: nothing fails by it)' : ''}\n`,
);
process.exitCode = missed > 0 && !values.quick ? 1 : 0;
