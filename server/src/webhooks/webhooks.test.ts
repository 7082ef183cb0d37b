import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKey, buildProject, buildTenant, query } from '../../test/builders.ts';
import { secretsOf } from '../../test/secrets.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { eventTypes } from '../events/event-types.ts';
import { signingSecrets } from './sending/webhook-secret.ts';

const app = await startTestApp();
const box = await secretsOf(app);
const least = { url: 'https://hooks.example.com/trunkline', events: ['call.completed'] };

const licensed = () => buildTenant(app, { licenses: ['open_api_advanced'] });

const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);

async function created(api: Awaited<ReturnType<typeof licensed>>['api'], more: object = {}) {
  const answer = await api.post('/webhooks', { ...least, ...more });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

test('a webhook is created with everything it can have, and its secret is shown that once', async () => {
  const { api, projectId } = await licensed();
  const sent = {
    label: 'CRM',
    url: 'https://hooks.example.com:8443/a?b=c',
    events: ['call.missed', 'customer.created'],
    filters: { project_ids: [projectId], call_status: ['missed_call', 'no_answer'] },
    is_enabled: false,
  };
  const answer = await api.post('/webhooks', sent);
  assert.equal(answer.status, 201, answer.text);
  const { webhook_id, secret, created_at, updated_at, disabled_reason, ...echoed } = answer.body.data;
  assert.deepEqual(echoed, sent);
  assert.ok(Number.isSafeInteger(webhook_id));
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(disabled_reason, null);
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(updated_at, created_at);

  const read = await api.get(`/webhooks/${webhook_id}`);
  assert.equal(read.status, 200);
  const { secret: _, ...shown } = answer.body.data;
  assert.deepEqual(read.body.data, shown);
  assert.deepEqual((await api.get('/webhooks')).body.data, [shown]);
  assert.deepEqual((await api.put(`/webhooks/${webhook_id}`, {})).body.data, shown);
});

test('URL and events are enough: the label is the host, no filters read as {}, and it is enabled', async () => {
  const { api } = await licensed();
  const webhook = await created(api, { url: 'https://Hooks.Example.com:8443/x' });
  const { label, filters, is_enabled } = webhook;
  assert.deepEqual({ label, filters, is_enabled }, { label: 'hooks.example.com', filters: {}, is_enabled: true });
  assert.equal((await created(api, { label: null })).label, 'hooks.example.com');
  assert.equal((await created(api, { label: '  CRM ' })).label, 'CRM');
  const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`;
  assert.equal((await created(api, { url: `https://${long}/` })).label, long.slice(0, 100));
});

test('repeated values are taken once, in their order, and every event and empty filter is taken', async () => {
  const { api, projectId } = await licensed();
  const webhook = await created(api, {
    events: [...eventTypes, 'call.missed', 'call.initiated'],
    filters: { project_ids: [projectId, projectId], call_status: ['busy', 'failed', 'busy'] },
  });
  assert.deepEqual(webhook.events, eventTypes);
  assert.deepEqual(webhook.filters, { project_ids: [projectId], call_status: ['busy', 'failed'] });
  for (const filters of [{}, null, { project_ids: [] }, { call_status: null, project_ids: [] }])
    assert.deepEqual((await created(api, { filters })).filters, {});
});

test('all faults of a new webhook are reported at once, each at its place', async () => {
  const { api, projectId, tenantId } = await licensed();
  const elsewhere = await licensed();
  const inactive = await buildProject(app, tenantId, false);
  assert.deepEqual(faultsOf(await api.post('/webhooks', {})), ['url required', 'events required']);
  const answer = await api.post('/webhooks', {
    url: 'https://127.0.0.1/',
    events: ['call.completed', 'call.finished', 5],
    filters: { project_ids: [projectId, 999_999_999, elsewhere.projectId, inactive] },
    label: 'x'.repeat(101),
    is_enabled: 'yes',
    colour: 'red',
  });
  assert.deepEqual(faultsOf(answer).sort(), [
    'colour unknown_field',
    'events[1] not_allowed',
    'events[2] invalid_type',
    'filters.project_ids[1] project_not_found',
    'filters.project_ids[2] project_not_found',
    'filters.project_ids[3] project_not_found',
    'is_enabled invalid_type',
    'label too_long',
    'url address_not_allowed',
  ]);
  const cases: [object, string][] = [
    [{ events: [] }, 'events too_few'],
    [{ events: 'call.completed' }, 'events invalid_type'],
    [{ events: null }, 'events invalid_type'],
    [{ filters: [] }, 'filters invalid_type'],
    [{ filters: { call_status: ['no_answer', 'completed'] } }, 'filters.call_status[1] not_allowed'],
    [{ filters: { call_status: 'busy' } }, 'filters.call_status invalid_type'],
    [{ filters: { project_ids: ['1'] } }, 'filters.project_ids[0] invalid_type'],
    [{ filters: { project_ids: [0] } }, 'filters.project_ids[0] out_of_range'],
    [{ filters: { project_id: [1] } }, 'filters.project_id unknown_field'],
    [{ label: '' }, 'label too_short'],
    [{ url: 5 }, 'url invalid_type'],
    [{ url: '' }, 'url too_short'],
    [{ url: 'http://hooks.example.com/' }, 'url invalid_format'],
    [{ url: `https://hooks.example.com/${'x'.repeat(2_030)}` }, 'url too_long'],
    [{ url: 'https://user:pass@hooks.example.com/' }, 'url invalid_format'],
    [{ url: 'https://localhost/' }, 'url address_not_allowed'],
  ];
  for (const [fields, fault] of cases)
    assert.deepEqual(faultsOf(await api.post('/webhooks', { ...least, ...fields })), [fault]);
  assert.equal((await api.get('/webhooks')).body.pagination.total, 0);
});

test('an unknown field inside filters is refused with the nearest one', async () => {
  const { api } = await licensed();
  const answer = await api.post('/webhooks', { ...least, filters: { call_statuses: ['busy'] } });
  const [detail] = assertProblem(answer, 422, 'validation_failed');
  assert.equal(detail?.nearest, 'call_status');
});

test('a fault of one filter does not hide a fault of the other', async () => {
  const { api } = await licensed();
  const filters = { project_ids: [999_999_999], call_status: ['completed'], label: 'x' };
  assert.deepEqual(faultsOf(await api.post('/webhooks', { ...least, filters })).sort(), [
    'filters.call_status[0] not_allowed',
    'filters.label unknown_field',
    'filters.project_ids[0] project_not_found',
  ]);
});

test('a change affects only the fields sent; filters are replaced whole and null clears', async () => {
  const { api, projectId } = await licensed();
  const filters = { project_ids: [projectId], call_status: ['busy'] };
  const webhook = await created(api, { label: 'CRM', filters });
  const path = `/webhooks/${webhook.webhook_id}`;
  const change = async (fields: object) => {
    const answer = await api.put(path, fields);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data;
  };
  const { secret: _, updated_at, ...before } = webhook;

  const moved = await change({ url: 'https://other.example.com/', events: ['call.missed', 'call.missed'] });
  assert.ok(moved.updated_at > updated_at);
  assert.deepEqual(moved, {
    ...before,
    url: 'https://other.example.com/',
    events: ['call.missed'],
    updated_at: moved.updated_at,
  });
  assert.deepEqual((await change({ filters: { call_status: ['failed'] } })).filters, { call_status: ['failed'] });
  assert.deepEqual((await change({ label: 'Other' })).filters, { call_status: ['failed'] });
  assert.deepEqual((await change({ filters: null })).filters, {});
  assert.deepEqual((await change({ filters })).filters, filters);
  assert.deepEqual((await change({ filters: {} })).filters, {});
  assert.equal((await change({ label: null })).label, 'other.example.com');
  assert.equal((await change({ is_enabled: false })).is_enabled, false);
  const now = await change({});
  // A webhook can be read and sent back with all the fields that only the service sets, and a change of nothing leaves no
  // trace.
  assert.deepEqual(await change({ ...now, secret: webhook.secret, disabled_reason: 'x', webhook_id: 7 }), now);
  assert.deepEqual(faultsOf(await api.put(path, { url: null, events: [], is_enabled: null })).sort(), [
    'events too_few',
    'is_enabled invalid_type',
    'url invalid_type',
  ]);
  assert.deepEqual(faultsOf(await api.put(path, { url: 'https://[::1]/' })), ['url address_not_allowed']);
  assert.deepEqual(faultsOf(await api.put(path, { filters: { project_ids: [projectId, 999_999_999] } })), [
    'filters.project_ids[1] project_not_found',
  ]);
});

test('a project that was closed since may stay in the filters', async () => {
  const { api, projectId } = await licensed();
  const { webhook_id } = await created(api, { filters: { project_ids: [projectId] } });
  await query(app, 'update projects set is_active = false where project_id = $1', [projectId]);
  const kept = await api.put(`/webhooks/${webhook_id}`, { label: 'x', filters: { project_ids: [projectId] } });
  assert.equal(kept.status, 200, kept.text);
});

test('enabling again clears the reason and the record of failures; an administrator who disables leaves no reason', async () => {
  const { api } = await licensed();
  const { webhook_id } = await created(api);
  const path = `/webhooks/${webhook_id}`;
  const stored = async () =>
    (
      await query(app, 'select is_enabled, disabled_reason, failing_since from webhooks where webhook_id = $1', [
        webhook_id,
      ])
    )[0];
  await query(
    app,
    `update webhooks set is_enabled = false, disabled_reason = 'endpoint_gone', failing_since = now() where webhook_id = $1`,
    [webhook_id],
  );
  assert.equal((await api.get(path)).body.data.disabled_reason, 'endpoint_gone');
  assert.equal((await api.put(path, { label: 'x', is_enabled: false })).body.data.disabled_reason, 'endpoint_gone');
  assert.equal((await api.put(path, { is_enabled: true })).body.data.disabled_reason, null);
  assert.deepEqual(await stored(), { is_enabled: true, disabled_reason: null, failing_since: null });
  assert.equal((await api.put(path, { is_enabled: false })).body.data.disabled_reason, null);
});

test('a deleted webhook is gone for every operation and from the list', async () => {
  const { api } = await licensed();
  const { webhook_id } = await created(api);
  const path = `/webhooks/${webhook_id}`;
  const deleted = await api.send('DELETE', path);
  assert.equal(deleted.status, 200, deleted.text);
  assert.deepEqual(Object.keys(deleted.body.data), ['webhook_id', 'deleted_at']);
  assert.equal(deleted.body.data.webhook_id, webhook_id);
  assert.match(deleted.body.data.deleted_at, /Z$/);
  await assertGone(api, webhook_id);
  assert.deepEqual((await api.get('/webhooks')).body, {
    data: [],
    pagination: { current_page: 1, per_page: 100, total: 0, last_page: 1 },
  });
  const [row] = await query(app, 'select secret from webhooks where webhook_id = $1', [webhook_id]);
  assert.equal(row?.secret.length, 0);
});

async function assertGone(api: ReturnType<typeof client>, id: number | string) {
  const delivery = 'dlv_01KA3HDNJ47K45VGPGDPSZXXF4';
  const answers = [
    await api.get(`/webhooks/${id}`),
    await api.put(`/webhooks/${id}`, { nonsense: true }),
    await api.send('DELETE', `/webhooks/${id}`),
    await api.post(`/webhooks/${id}/rotate-secret`),
    await api.get(`/webhooks/${id}/deliveries`),
    await api.post(`/webhooks/${id}/deliveries/${delivery}/retry`),
    await api.post(`/webhooks/${id}/replay`, { since: '2026-01-01' }),
  ];
  for (const answer of answers) assertProblem(answer, 404, 'not_found');
}

test("another tenant's webhook and malformed ids are not found", async () => {
  const [mine, theirs] = [await licensed(), await licensed()];
  const { webhook_id } = await created(theirs.api);
  for (const id of [webhook_id, 999_999_999, 0, '01', 'x', '1e3']) await assertGone(mine.api, id);
  assert.equal((await mine.api.get('/webhooks')).body.pagination.total, 0);
  assert.equal((await theirs.api.get(`/webhooks/${webhook_id}`)).status, 200);
});

test('the license and the scope are needed; both kinds of keys see the same webhooks', async () => {
  const { api, tenantId } = await licensed();
  const { webhook_id } = await created(api);
  const live = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
  assert.equal((await live.get(`/webhooks/${webhook_id}`)).status, 200);
  const narrow = client(app, (await buildKey(app, tenantId, { scopes: ['calls:read', 'reports:read'] })).key);
  assertProblem(await narrow.get('/webhooks'), 403, 'insufficient_scope');
  const unlicensed = await buildTenant(app);
  const [detail] = assertProblem(await unlicensed.api.post('/webhooks', least), 403, 'license_required');
  assert.equal(detail?.license, 'open_api_advanced');
});

test('the list has pages, all on one by default, and turns round', async () => {
  const { api } = await licensed();
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) ids.push((await created(api)).webhook_id);
  const list = async (path: string) => {
    const { data, pagination } = (await api.get(path)).body;
    return { ids: data.map(({ webhook_id }: { webhook_id: number }) => webhook_id), pagination };
  };
  const whole = { current_page: 1, per_page: 100, total: 3, last_page: 1 };
  assert.deepEqual(await list('/webhooks'), { ids, pagination: whole });
  assert.deepEqual((await list('/webhooks?sort=desc')).ids, ids.toReversed());
  assert.deepEqual(await list('/webhooks?per_page=2&page=2'), {
    ids: ids.slice(2),
    pagination: { current_page: 2, per_page: 2, total: 3, last_page: 2 },
  });
  assert.deepEqual((await list('/webhooks?page=9&per_page=200')).ids, []);
  assert.deepEqual(faultsOf(await api.get('/webhooks?per_page=201&page=0&status=x')).sort(), [
    'page out_of_range',
    'per_page out_of_range',
    'status unknown_field',
  ]);
});

test('a tenant has at most 100 webhooks, under any concurrency, and deleting one frees a place', async () => {
  const { api, tenantId } = await licensed();
  await query(
    app,
    `insert into webhooks (tenant_id, label, url, events, is_enabled, secret)
     select $1, 'x', 'https://hooks.example.com/', '{call.missed}', true, '' from generate_series(1, 95)`,
    [tenantId],
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/webhooks', least)));
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 5);
  for (const answer of answers)
    if (answer.status !== 201) assert.deepEqual(faultsOf(answer), ['webhooks limit_reached']);
  assert.equal((await api.get('/webhooks')).body.pagination.total, 100);
  await api.send('DELETE', `/webhooks/${made[0]?.body.data.webhook_id}`);
  assert.equal((await api.post('/webhooks', least)).status, 201);
  assert.deepEqual(faultsOf(await api.post('/webhooks', least)), ['webhooks limit_reached']);
});

test('secrets lie encrypted in the database, each bound to its webhook, and a rotation keeps the last one for 24 hours', async () => {
  const { api, tenantId } = await licensed();
  const { webhook_id, secret, updated_at } = await created(api);
  const stored = async () => {
    const sql = `select secret, previous_secret, previous_secret_expires_at from webhooks where webhook_id = $1`;
    return (await query(app, sql, [webhook_id]))[0] ?? {};
  };
  const opened = async (ref = { tenant_id: tenantId, webhook_id }) =>
    signingSecrets(box, { ...ref, ...((await stored()) as { secret: Buffer; previous_secret: Buffer | null }) });
  assert.ok(!(await stored()).secret.includes('whsec'));
  assert.deepEqual(await opened(), [secret]);
  await assert.rejects(opened({ tenant_id: tenantId, webhook_id: webhook_id + 1 }));

  const rotated = await api.post(`/webhooks/${webhook_id}/rotate-secret`);
  assert.equal(rotated.status, 200, rotated.text);
  assert.deepEqual(Object.keys(rotated.body.data), ['webhook_id', 'secret', 'previous_secret_expires_at']);
  const { secret: next, previous_secret_expires_at: expires } = rotated.body.data;
  assert.match(next, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(next, secret);
  const hours = (Date.parse(expires) - Date.parse(updated_at)) / 3_600_000;
  assert.ok(hours > 23.9 && hours < 24.1, `${hours}`);
  assert.deepEqual(await opened(), [next, secret]);
  const again = await api.post(`/webhooks/${webhook_id}/rotate-secret`, '{}');
  assert.deepEqual(await opened(), [again.body.data.secret, next]);
});

test('a repeated creation or rotation gets the same secret, on any node, and its kept answer is encrypted', async () => {
  const { api, tenantId, key } = await licensed();
  const sibling = client(await startNode(app.databaseUrl), key);
  const once = { 'idempotency-key': 'once' };
  const first = await api.post('/webhooks', least, once);
  const again = await sibling.post('/webhooks', least, once);
  assert.equal(again.text, first.text);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal((await api.get('/webhooks')).body.pagination.total, 1);

  const path = `/webhooks/${first.body.data.webhook_id}/rotate-secret`;
  const rotated = await api.post(path, undefined, { 'idempotency-key': 'turn' });
  assert.equal((await sibling.post(path, undefined, { 'idempotency-key': 'turn' })).text, rotated.text);
  const refused = await api.post('/webhooks', {}, { 'idempotency-key': 'bad' });
  assert.equal((await sibling.post('/webhooks', {}, { 'idempotency-key': 'bad' })).text, refused.text);

  const kept = await query(app, 'select body, is_encrypted from kept_answers where tenant_id = $1', [tenantId]);
  assert.equal(kept.length, 3);
  for (const { body, is_encrypted } of kept) assert.ok(is_encrypted && !/whsec|error|data/.test(body), body);

  // An answer that is moved to another key of the same tenant can no longer be decrypted.
  await query(
    app,
    `update kept_answers set idempotency_key = 'moved' where tenant_id = $1 and idempotency_key = 'once'`,
    [tenantId],
  );
  assertProblem(await api.post('/webhooks', least, { 'idempotency-key': 'moved' }), 500, 'internal_error');
});

test('if private addresses are allowed, http and private URLs are accepted', async () => {
  const free = await startNode(app.databaseUrl, { WEBHOOK_ALLOW_PRIVATE: true });
  const { key, api } = await licensed();
  const url = 'http://localhost:3000/hook';
  assert.deepEqual(faultsOf(await api.post('/webhooks', { ...least, url })), ['url invalid_format']);
  const answer = await client(free, key).post('/webhooks', { ...least, url });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.body.data.label, 'localhost');
});
