import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAdministrator, buildSignedIn, logIn, type SignedInTenant } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { forgetRequests } from './forget-requests.ts';
import { requestNotes } from './note-requests.ts';

const app = await startTestApp();
const testMode = { 'x-trunkline-mode': 'test' };

type Entry = Record<string, unknown>;

/** The entries, the newest first, once there are this many. */
const entriesOf = ({ console: page }: Pick<SignedInTenant, 'console'>, count: number, filter = '') =>
  until(async () => {
    const { body } = await page.get(`/requests?${filter}`, testMode);
    // The page is read a moment before the total.
    return body.pagination.total === count && body.data.length === count && (body.data as Entry[]);
  });

test('an administrator sees the requests of the keys, without any content', async () => {
  const owner = await buildSignedIn(app);
  const other = await buildSignedIn(app);
  await other.api.get('/me');
  await entriesOf(other, 1);
  const { body, headers } = await owner.api.get('/customers?q=Yamamoto', { 'x-request-id': 'mine-1' });
  assert.ok(body.data);
  const made = { name: 'Yamamoto', project_id: owner.projectId, tel1: '+819012345678' };
  const created = await owner.api.post('/customers', made);
  assert.equal(created.status, 201, created.text);
  const wrong = await owner.api.post('/customers', { nam: 'Yamamoto' });
  assert.equal(wrong.status, 422);
  const entries = await entriesOf(owner, 3);
  assert.deepEqual(entries.map(({ operation, status }) => [operation, status]).sort(), [
    ['createCustomer', 201],
    ['createCustomer', 422],
    ['listCustomers', 200],
  ]);
  assert.equal(entries.at(-1)?.request_id, headers.get('x-request-id'));
  for (const { at, milliseconds, key_id, key_name } of entries) {
    assert.ok(Math.abs(Date.now() - Date.parse(`${at}`)) < 60_000 && Number(milliseconds) > 0);
    assert.ok(key_id && key_name);
  }
  const rows = await query(app, 'select r::text from api_requests r where tenant_id = $1', [owner.tenantId]);
  assert.ok(!/yamamoto|1234/i.test(JSON.stringify(rows)));

  await entriesOf(owner, 1, 'outcome=failed');
  await entriesOf(owner, 2, 'outcome=succeeded');
  await entriesOf(owner, 1, 'operation=listCustomers');
  await entriesOf(owner, 1, 'request_id=mine-1');
  await entriesOf(owner, 3, `key_id=${entries[0]?.key_id}`);
  await entriesOf(other, 0, `key_id=${entries[0]?.key_id}`);
  assert.equal((await owner.console.get('/requests')).body.pagination.total, 0, 'live keys have made none');
  const faults = assertProblem(await owner.console.get('/requests?outcome=x&key_id=0'), 422, 'validation_failed');
  assert.deepEqual(faults.map(({ field }) => field).sort(), ['key_id', 'outcome']);
  const viewer = await logIn(app, (await buildAdministrator(app, owner.tenantId, { role: 'viewer' })).email);
  assertProblem(await viewer.get('/requests'), 403, 'insufficient_role');
});

test('of very many requests in a second some are kept, and those that failed come first', async () => {
  const owner = await buildSignedIn(app);
  await Promise.all(Array.from({ length: 60 }, () => owner.api.get('/me')));
  await owner.api.get('/nothing-here');
  await Promise.all(Array.from({ length: 10 }, () => owner.api.get('/customers?page=0')));
  await entriesOf(owner, 10, 'outcome=failed');
});

test('with DATABASE_SHARDED, requests of a tenant that cannot be written do not take those of others with them', async () => {
  const tenants = [await buildSignedIn(app), await buildSignedIn(app), await buildSignedIn(app)];
  const [failing, ...others] = tenants;
  await query(
    app,
    `create function refuse() returns trigger language plpgsql as 'begin raise exception $$refused$$; end';
     create trigger refuse before insert on api_requests for each row
     when (new.tenant_id = ${failing?.tenantId}) execute function refuse()`,
  );
  const notes = requestNotes();
  const request = { request_id: '1', is_test: true, operation: 'readMe', status: 200, milliseconds: 1 };
  for (const { tenantId, keyId } of tenants)
    notes.note({ ...request, at: new Date(), tenant_id: tenantId, key_id: keyId });
  await assert.rejects(notes.write({ ...app.db, isSharded: true }), /refused/);
  for (const other of others) await entriesOf(other, 1);
  await query(app, 'drop trigger refuse on api_requests');
});

test('requests are forgotten after seven days', async () => {
  const owner = await buildSignedIn(app);
  await owner.api.get('/me');
  await entriesOf(owner, 1);
  await query(
    app,
    `insert into api_requests (tenant_id, at, request_id, key_id, is_test, operation, status, milliseconds)
     select tenant_id, at - interval '8 days', 'old', key_id, is_test, operation, status, milliseconds
     from api_requests where tenant_id = $1`,
    [owner.tenantId],
  );
  await entriesOf(owner, 2);
  await forgetRequests(app.db);
  const [left] = await entriesOf(owner, 1);
  assert.notEqual(left?.request_id, 'old');
});
