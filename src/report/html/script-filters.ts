/** Search and filters: text of the page's script. It runs in a browser, where nothing is imported. */
export const FILTERS = `
const articles = [...document.querySelectorAll('article')];
const sections = [...document.querySelectorAll('main section')];
const tools = document.querySelector('.tools');
const search = tools.querySelector('[type=search]');
const selects = [...tools.querySelectorAll('select')];
const shownText = document.getElementById('shown');
const texts = new Map();
tools.hidden = false;

function readText(article) {
  let text = texts.get(article);
  if (text === undefined) {
    const file = article.parentElement.querySelector('h2').textContent;
    const copy = article.cloneNode(true);
    for (const controls of copy.querySelectorAll('.decide')) controls.remove();
    text = (file + ' ' + copy.textContent).toLowerCase();
    texts.set(article, text);
  }
  return text;
}

function matches(article, words) {
  for (const { name, value } of selects) {
    if (value !== '' && (article.dataset[name] ?? (name === 'decision' ? 'open' : '')) !== value) return false;
  }
  return words.every((word) => readText(article).includes(word));
}

function applyFilters() {
  const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  let shown = 0;
  for (const article of articles) {
    article.hidden = !matches(article, words);
    if (!article.hidden) shown += 1;
  }
  for (const section of sections) section.hidden = !section.querySelector('article:not([hidden])');
  shownText.textContent = shown + ' of ' + articles.length + ' shown';
}

function clearFilters() {
  search.value = '';
  for (const select of selects) select.value = '';
  applyFilters();
}

let timer = 0;
search.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(applyFilters, 120);
});
for (const select of selects) select.addEventListener('change', applyFilters);
document.getElementById('clear').addEventListener('click', clearFilters);

function listShown() {
  return articles.filter((article) => !article.hidden);
}

/** A link to a change leads there whatever is filtered away. */
function followHash() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null || target.tagName !== 'ARTICLE') return;
  if (target.hidden) clearFilters();
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}
addEventListener('hashchange', followHash);
`;
