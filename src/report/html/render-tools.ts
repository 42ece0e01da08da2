import type { Issue } from '../issues.ts';
import { describeFamily, describeFolder, describeStatus, STATUSES } from './describe-finding.ts';
import { escapeHtml } from './escape-html.ts';

/** Controls. Those that need the script are hidden until it shows them; views and theme work without. */

function renderSelect(name: string, values: readonly string[]): string {
  const options = values.map((value) => `<option>${escapeHtml(value)}</option>`).join('');
  return `<label>${name} <select name=${name}><option value="">all</option>${options}</select></label>`;
}

function listValues(issues: readonly Issue[], describe: (issue: Issue) => string): readonly string[] {
  return [...new Set(issues.map(describe))].sort();
}

export const VIEWS = `<div class=views>
<fieldset><legend>View</legend><label><input type=radio name=view checked> unified</label> <label><input type=radio name=view id=v-side> side by side</label></fieldset>
<fieldset><legend>Theme</legend><label><input type=radio name=theme checked> as the system</label> <label><input type=radio name=theme id=t-light> light</label> <label><input type=radio name=theme id=t-dark> dark</label></fieldset>
</div>`;

export function renderTools(issues: readonly Issue[]): string {
  const used = listValues(issues, describeStatus);
  return [
    '<section class=tools aria-label="Filters and decisions" hidden>',
    '<div class=row>',
    '<label>search <input type=search placeholder="file, path, VM-id" autocomplete=off></label>',
    renderSelect(
      'status',
      STATUSES.filter((status) => used.includes(status)),
    ),
    renderSelect(
      'code',
      listValues(issues, ({ code }) => code),
    ),
    renderSelect('level', ['error', 'warning', 'note']),
    renderSelect('family', listValues(issues, describeFamily)),
    renderSelect('folder', listValues(issues, describeFolder)),
    '<label>decision <select name=decision><option value="">all</option><option value=open>open</option><option value=accept>accepted</option><option value=reject>rejected</option></select></label>',
    '<button type=button id=clear>clear</button> <span id=shown role=status></span>',
    '</div><div class=row>',
    '<progress aria-label="Decided changes" value=0 max=1></progress> <span id=decided role=status></span>',
    '<button type=button id=accept-shown>accept all shown</button> <button type=button id=reject-shown>reject all shown</button>',
    '<button type=button id=export>export decisions.json</button>',
    '<details><summary>more</summary><label>import <input type=file id=import accept=".json,application/json"></label>',
    '<label><input type=checkbox id=keys checked> keys: j k next, a accept, r reject, c comment, / search</label>',
    '</details><span id=notice role=status></span>',
    '</div></section>',
    '<template id=decide><fieldset class=decide><legend></legend>',
    '<label class=choice><input type=radio value=accept> accept</label><label class=choice><input type=radio value=reject> reject</label><label class=choice><input type=radio value=""> later</label>',
    '<label>comment <input type=text autocomplete=off></label></fieldset></template>',
  ].join('\n');
}
