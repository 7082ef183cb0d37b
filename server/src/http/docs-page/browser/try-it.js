// The forms that send requests with an API key: a pasted one, or a test key that the page creates for a signed-in administrator.
import { storage } from './storage.js';

/** How long a key lives that the page creates. */
const hour = 3_600_000;
const ownName = 'Try it: ';

export function followForms() {
  const choice = document.querySelector('#key');
  if (!choice) return;
  const field = choice.querySelector('input');
  field.value = tab.getItem('key') ?? '';
  const keep = (key, made) => {
    const before = madeKey();
    field.value = key;
    tab.setItem('key', key);
    tab.setItem('made-key', JSON.stringify(made ?? null));
    showKey(key, made);
    if (before) void askConsole('POST', `/keys/${before.id}/revoke`).catch(() => {});
  };
  field.addEventListener('input', () => keep(field.value.trim()));
  choice.querySelector('.pasted').addEventListener('submit', (event) => event.preventDefault());
  showKey(field.value, madeKey());
  offerOwnKeys(choice, keep);
  for (const form of document.querySelectorAll('.try form')) followForm(form, () => field.value.trim());
}

/** Kept only for this tab, until it is closed. */
const tab = storage('sessionStorage');

const madeKey = () => JSON.parse(tab.getItem('made-key') ?? 'null');
const isLive = (key) => key.startsWith('tl_live_');

function showKey(key, made) {
  const until = made && new Date(made.until).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const words = made
    ? `Test key with the scopes of “${made.of}”, until ${until}.`
    : key === ''
      ? 'No API key is chosen.'
      : isLive(key)
        ? 'Live key: requests act on real data, and calls ring real phones.'
        : 'Pasted key.';
  for (const state of document.querySelectorAll('.key-state')) {
    state.textContent = words;
    state.classList.toggle('warning', isLive(key));
  }
}

/** Uses the console's session. Key secrets are stored as hashes only, so the page creates a new key instead of reading one. */
function offerOwnKeys(choice, keep) {
  const form = choice.querySelector('.signed-in');
  const [list, use] = [form.querySelector('.list'), form.querySelector('.use')];
  const select = form.querySelector('select');
  const status = choice.querySelector('[role="status"]');
  let keys = [];

  /** Runs one step and shows its problem, if it has one. */
  const attempt = async (step) => {
    status.textContent = '';
    list.disabled = use.disabled = true;
    await step().catch((error) => status.replaceChildren(...explained(error)));
    list.disabled = use.disabled = false;
  };

  list.addEventListener('click', () =>
    attempt(async () => {
      keys = await usableKeys();
      if (keys.length === 0) throw new Error('Your tenant has no active API key. Create one in the console.');
      select.replaceChildren(...keys.map(({ name, kind, hint }, i) => new Option(`${name} (${kind}, ${hint})`, i)));
      select.parentElement.hidden = use.hidden = false;
      list.hidden = true;
      select.focus();
    }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(async () => {
      const { name, scopes, allowlist } = keys[select.value];
      const until = new Date(Date.now() + hour).toISOString();
      const ownKey = [...(ownName + name)].slice(0, 255).join('');
      const wanted = { name: ownKey, kind: 'test', scopes, allowlist, expires_at: until };
      const { data } = await askConsole('POST', '/keys', wanted);
      keep(data.key, { id: data.key_id, of: name, until });
      status.textContent = `The forms now use a test key with the scopes of “${name}”.`;
    });
  });
}

async function usableKeys() {
  const keys = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, pagination } = await askConsole('GET', `/keys?per_page=200&page=${page}`);
    keys.push(...data);
    last = pagination.last_page;
  }
  const isUsable = ({ name, revoked_at, expires_at }) =>
    !revoked_at && (!expires_at || Date.parse(expires_at) > Date.now()) && !name.startsWith(ownName);
  return keys.filter(isUsable);
}

/** The administrators' API: the browser adds the session cookie, and the header shows that a page of this server asks. */
async function askConsole(method, path, body) {
  const answer = await fetch(`/admin/v1${path}`, {
    method,
    headers: { 'X-Trunkline-Console': '1', ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const read = await answer.json();
  if (answer.ok) return read;
  throw Object.assign(new Error(read.error.message), { status: answer.status });
}

function explained({ message, status }) {
  if (status !== 401) return [message];
  const link = document.createElement('a');
  link.href = '/login';
  link.textContent = 'Sign in to the console';
  return ['This browser is not signed in. ', link, ', then come back to this page.'];
}

function followForm(form, keyNow) {
  const body = form.querySelector('textarea');
  const examples = form.querySelector('select');
  examples?.addEventListener('change', () => {
    body.value = examples.value;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const key = keyNow();
    const question = questionBefore(form.dataset, key);
    if (question && !confirm(question)) return;
    const result = document.createElement('pre');
    form.querySelector('output').replaceChildren(result);
    result.textContent = await send(form, key, body?.value).catch((error) => `No response: ${error.message}`);
  });
}

/** Customers, webhooks and everything else but calls are the same for both kinds of keys. */
function questionBefore({ method, path }, key) {
  if (method === 'GET') return undefined;
  if (isLive(key)) return 'This is a live key. The request changes real data, and a call rings real phones. Send it?';
  return path.includes('/calls')
    ? undefined
    : 'Test keys and live keys share this data. The request changes it. Send it?';
}

async function send(form, key, body) {
  const filled = [...form.querySelectorAll('label input')].filter(({ value }) => value !== '');
  const those = (place) => filled.filter(({ dataset }) => dataset.in === place);
  const headers = new Headers(those('header').map(({ name, value }) => [name, value]));
  if (key) headers.set('Authorization', `Bearer ${key}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const path = those('path').reduce(
    (address, { name, value }) => address.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const query = new URLSearchParams(those('query').map(({ name, value }) => [name, value]));

  const started = performance.now();
  const answer = await fetch(query.size > 0 ? `${path}?${query}` : path, {
    method: form.dataset.method,
    // The API knows keys only; the session must not be sent along.
    credentials: 'omit',
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
