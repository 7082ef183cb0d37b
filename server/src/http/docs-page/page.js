// Adds the interactive parts of the reference page: forms that send requests, and contents that follow the scroll position.

const key = document.querySelector('#key input');
// Kept only for this tab, until it is closed.
key.value = sessionStorage.getItem('key') ?? '';
key.addEventListener('input', () => sessionStorage.setItem('key', key.value.trim()));
key.form.addEventListener('submit', (event) => event.preventDefault());

for (const origin of document.querySelectorAll('.origin')) origin.textContent = location.origin;

for (const form of document.querySelectorAll('.try form')) {
  const body = form.querySelector('textarea');
  const examples = form.querySelector('select');
  examples?.addEventListener('change', () => {
    body.value = examples.value;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const result = document.createElement('pre');
    form.querySelector('output').replaceChildren(result);
    result.textContent = await send(form, body?.value).catch((error) => `No answer: ${error.message}`);
  });
}

async function send(form, body) {
  const filled = [...form.querySelectorAll('input')].filter(({ value }) => value !== '');
  const those = (place) => filled.filter(({ dataset }) => dataset.in === place);
  const headers = new Headers(those('header').map(({ name, value }) => [name, value]));
  if (key.value) headers.set('Authorization', `Bearer ${key.value.trim()}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const path = those('path').reduce(
    (address, { name, value }) => address.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const query = new URLSearchParams(those('query').map(({ name, value }) => [name, value]));

  const started = performance.now();
  const answer = await fetch(query.size > 0 ? `${path}?${query}` : path, {
    method: form.dataset.method,
    headers,
    body,
  });
  const text = await answer.text();
  const duration = Math.round(performance.now() - started);
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const shownHeaders = [...answer.headers].filter(([name]) => /^(x-request-id|ratelimit|retry|idempotent)/.test(name));
  return [
    `${answer.status} ${answer.statusText} in ${duration} ms`,
    ...shownHeaders.map(([name, value]) => `${name}: ${value}`),
    '',
    isJson ? JSON.stringify(JSON.parse(text), null, 2) : text,
  ].join('\n');
}

const links = new Map([...document.querySelectorAll('nav a')].map((link) => [link.hash.slice(1), link]));
const parts = [...links.keys()].map((id) => document.getElementById(id)).filter((part) => part?.matches('h2, section'));

/** The current part is the last one whose beginning has passed the upper third of the window. */
function markCurrent() {
  const passed = parts.filter((part) => part.getBoundingClientRect().top < innerHeight / 3);
  for (const link of links.values()) link.classList.remove('current');
  links.get(passed.at(-1)?.id)?.classList.add('current');
}

addEventListener('scroll', markCurrent, { passive: true });
markCurrent();
