/**
 * Accepting and rejecting: text of the page's script. Decisions live in memory and in the exported file; storage of a
 * page that was opened from a disk is shared with other pages or refused.
 */
export const DECISIONS = `
const decisions = new Map();
const deciding = articles.filter((article) => article.dataset.hash !== undefined);
const progress = tools.querySelector('progress');
const decidedText = document.getElementById('decided');
let isSaved = true;

function showProgress() {
  const decided = deciding.filter((article) => article.dataset.decision !== undefined);
  const accepted = decided.filter((article) => article.dataset.decision === 'accept').length;
  progress.max = Math.max(1, deciding.length);
  progress.value = decided.length;
  decidedText.textContent =
    decided.length + ' of ' + deciding.length + ' decided: ' + accepted + ' accepted, ' + (decided.length - accepted) + ' rejected';
}

function record(article, change) {
  const { id, hash } = article.dataset;
  const entry = { decision: null, comment: '', ...decisions.get(id), ...change };
  decisions.set(id, { id, fingerprint: hash ?? null, ...entry });
  if (entry.decision === null) delete article.dataset.decision;
  else article.dataset.decision = entry.decision;
  isSaved = false;
  syncControls(article);
}

function syncControls(article) {
  const controls = article.querySelector('.decide');
  if (controls === null) return;
  const { decision = null, comment = '' } = decisions.get(article.dataset.id) ?? {};
  for (const radio of controls.querySelectorAll('[type=radio]')) radio.checked = radio.value === (decision ?? '');
  const input = controls.querySelector('[type=text]');
  if (document.activeElement !== input) input.value = comment;
}

/** Controls are made when a change comes near: thousands of them would be most of the page. */
const template = document.getElementById('decide').content;
function addControls(article) {
  if (article.querySelector('.decide') !== null) return;
  const controls = template.cloneNode(true).firstElementChild;
  const { id, hash } = article.dataset;
  controls.querySelector('legend').textContent = (hash === undefined ? 'Note on ' : 'Decision for ') + id;
  for (const label of controls.querySelectorAll('label.choice')) {
    if (hash === undefined) label.remove();
    else label.querySelector('input').name = 'decide-' + id;
  }
  article.append(controls);
  syncControls(article);
}
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      addControls(target);
    }
  },
  { rootMargin: '600px' },
);
for (const article of articles) observer.observe(article);

document.querySelector('main').addEventListener('input', ({ target }) => {
  const article = target.closest('article');
  if (article === null) return;
  if (target.type === 'radio') record(article, { decision: target.value === '' ? null : target.value });
  else if (target.type === 'text') record(article, { comment: target.value });
  showProgress();
});

function decideShown(decision) {
  const wanted = deciding.filter((article) => !article.hidden && article.dataset.decision === undefined);
  for (const article of wanted) record(article, { decision });
  showProgress();
}
document.getElementById('accept-shown').addEventListener('click', () => decideShown('accept'));
document.getElementById('reject-shown').addEventListener('click', () => decideShown('reject'));

function renderDecisions() {
  const list = articles.flatMap((article) => {
    const entry = decisions.get(article.dataset.id);
    return entry === undefined || (entry.decision === null && entry.comment === '') ? [] : [entry];
  });
  return JSON.stringify({ schemaVersion: 1, tool: 'v1-migrate', decisions: list }, null, 2) + '\\n';
}

document.getElementById('export').addEventListener('click', () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([renderDecisions()], { type: 'application/json' }));
  link.download = 'decisions.json';
  link.click();
  URL.revokeObjectURL(link.href);
  isSaved = true;
});

const notice = document.getElementById('notice');
function readDecisions(text) {
  const { schemaVersion, tool, decisions: list } = JSON.parse(text);
  if (schemaVersion !== 1 || tool !== 'v1-migrate' || !Array.isArray(list)) throw new Error('no decisions');
  const byId = new Map(articles.map((article) => [article.dataset.id, article]));
  let stale = 0;
  for (const { id, fingerprint, decision, comment } of list) {
    const article = byId.get(id);
    const isKnown = article !== undefined && (article.dataset.hash ?? null) === fingerprint;
    if (!isKnown) stale += 1;
    else record(article, { decision: ['accept', 'reject'].includes(decision) ? decision : null, comment: String(comment ?? '') });
  }
  return list.length - stale + ' decisions read' + (stale === 0 ? '' : ', ' + stale + ' are of other code and were left out');
}
document.getElementById('import').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (file === undefined) return;
  try {
    notice.textContent = readDecisions(await file.text());
  } catch {
    notice.textContent = file.name + ' holds no decisions';
  }
  target.value = '';
  showProgress();
});

addEventListener('beforeunload', (event) => {
  if (!isSaved) event.preventDefault();
});
showProgress();
`;
