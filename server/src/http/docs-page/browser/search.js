const most = 12;

/** Searches titles and texts of the reference and the guides, in the browser. */
export function followSearch() {
  const box = document.querySelector('search');
  const field = box.querySelector('input');
  const results = box.querySelector('.results');
  const list = results.querySelector('ul');
  const status = results.querySelector('[role="status"]');

  let loading;
  const load = () => {
    loading ??= fetch('/docs/search.json').then((answer) => (answer.ok ? answer.json() : Promise.reject()));
    // A failed request is sent again with the next letter.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };

  async function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.hidden = words.length === 0;
    if (words.length === 0) return;
    try {
      const found = ranked(await load(), words);
      if (words.join(' ') !== field.value.toLowerCase().split(/\s+/).filter(Boolean).join(' ')) return;
      status.textContent = found.length === 0 ? 'Nothing found.' : `${found.length} found`;
      list.replaceChildren(...found.slice(0, most).map((entry) => resultItem(entry, words)));
    } catch {
      status.textContent = 'The search is not available. Check your connection and try again.';
      list.replaceChildren();
    }
  }

  const close = () => {
    results.hidden = true;
  };

  field.addEventListener('focus', () => load().catch(() => {}));
  field.addEventListener('input', show);
  list.addEventListener('click', ({ target }) => {
    if (target.closest('a')) close();
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !box.contains(relatedTarget)) close();
  });
  addEventListener('pointerdown', ({ target }) => {
    if (!box.contains(target)) close();
  });
  box.addEventListener('keydown', (event) => {
    const stops = [field, ...list.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      close();
      field.focus();
    } else if (event.key === 'Enter' && at === 0) stops[1]?.click();
    else if (step && at >= 0) {
      event.preventDefault();
      stops[at + step]?.focus();
    }
  });
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}

/** Every word must occur; words in the title or the place (such as the path of an operation) count more than in the text. */
function ranked(entries, words) {
  return entries
    .map((entry) => ({ ...entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

function scoreOf({ title, place, text }, words) {
  const scores = words.map((word) => {
    if (title.toLowerCase() === word) return 8;
    if (title.toLowerCase().includes(word)) return 5;
    if (place.toLowerCase().includes(word)) return 3;
    return text.toLowerCase().includes(word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score);
}

function resultItem({ title, place, href, text }, words) {
  const link = document.createElement('a');
  link.href = href;
  link.append(part('strong', title), part('small', place), part('span', excerpt(text, words)));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function part(kind, text) {
  const element = document.createElement(kind);
  element.textContent = text;
  return element;
}

function excerpt(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 40);
  return places.length === 0 ? text.slice(0, 120) : `${from > 0 ? '…' : ''}${text.slice(from, from + 120)}`;
}
