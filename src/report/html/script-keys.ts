/** The keyboard and printing: text of the page's script. */
export const KEYS = `
const keysOn = document.getElementById('keys');

function move(step) {
  const shown = listShown();
  const current = document.activeElement?.closest?.('article');
  const at = shown.indexOf(current);
  const next = shown[at === -1 ? (step > 0 ? 0 : shown.length - 1) : at + step];
  if (next === undefined) return;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  addControls(next);
}

function decide(article, decision) {
  if (article.dataset.hash === undefined) return;
  record(article, { decision });
  showProgress();
  move(1);
}

addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (!keysOn.checked || ctrlKey || metaKey || altKey) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && target.type !== 'radio') return;
  const article = document.activeElement?.closest?.('article');
  if (key === 'j') move(1);
  else if (key === 'k') move(-1);
  else if (key === '/') search.focus();
  else if (article && key === 'a') decide(article, 'accept');
  else if (article && key === 'r') decide(article, 'reject');
  else if (article && key === 'c') { addControls(article); article.querySelector('.decide [type=text]').focus(); }
  else return;
  event.preventDefault();
});

/** Only what was closed before is closed again; a browser may announce printing more than once. */
let opened = [];
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('article:not([hidden]) details:not([open])')) {
    details.open = true;
    opened.push(details);
  }
});
addEventListener('afterprint', () => {
  for (const details of opened) details.open = false;
  opened = [];
});
applyFilters();
followHash();
`;
