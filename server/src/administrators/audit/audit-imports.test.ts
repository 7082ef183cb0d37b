import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  auditOf,
  type Browser,
  buildAdministrator,
  buildSignedIn,
  logIn,
  type SignedInTenant,
} from '../../../test/browser.ts';
import { query } from '../../../test/builders.ts';
import { startTestApp } from '../../../test/test-app.ts';

// The console imports a long list in batches, which are one entry of the audit log.

const app = await startTestApp();

const customers = (projectId: number, good: number, bad = 0) => ({
  customers: Array.from({ length: good + bad }, (_, at) => ({
    project_id: projectId,
    name: `Person ${at}`,
    ...(at >= good && { tel1: 'none' }),
  })),
});

const send = (page: Browser, { projectId }: Pick<SignedInTenant, 'projectId'>, importId: string, good = 2, bad = 0) =>
  page.post('/customers/bulk', customers(projectId, good, bad), { 'x-trunkline-import': importId });

type Entry = { details: object; administrator_email: string; audit_id: number };

async function imports(page: Browser): Promise<{ entries: Entry[]; total: number }> {
  const { data, pagination } = (await page.get('/audit-log?action=customers.imported')).body;
  return { entries: data, total: pagination.total };
}

test('an import of many batches is one entry with the sum of its batches so far', async () => {
  const signedIn = await buildSignedIn(app);
  const page = signedIn.console;
  await send(page, signedIn, 'list-1', 2);
  assert.deepEqual((await imports(page)).entries[0]?.details, { created: 2, failed: 0 });
  // As after a crash: the entry counts committed batches only.
  assert.equal((await send(page, signedIn, 'list-1', 0, 3)).status, 422);
  await send(page, signedIn, 'list-1', 3, 1);
  await page.post('/keys', { name: 'CRM', kind: 'test', scopes: ['calls:read'] });
  await send(page, signedIn, 'list-1', 1);
  const { entries, total } = await imports(page);
  assert.deepEqual([total, entries.length], [1, 1]);
  assert.deepEqual(entries[0]?.details, { created: 6, failed: 1 });
  assert.equal((await auditOf(app, signedIn.tenantId)).length, 5, 'every batch has its row, as it was committed');

  await send(page, signedIn, 'list-2', 4);
  await page.post('/customers/bulk', customers(signedIn.projectId, 5));
  await page.post('/customers/bulk', customers(signedIn.projectId, 5));
  const all = await imports(page);
  assert.deepEqual(
    all.entries.map(({ details }) => details),
    [
      { created: 5, failed: 0 },
      { created: 5, failed: 0 },
      { created: 4, failed: 0 },
      { created: 6, failed: 1 },
    ],
  );
  assert.equal(all.total, 4);
});

test('an import that updates customers has their number too', async () => {
  const signedIn = await buildSignedIn(app);
  const body = { ...customers(signedIn.projectId, 2), on_duplicate: 'update' };
  for (const [i, customer] of body.customers.entries()) Object.assign(customer, { external_id: `crm-${i}` });
  const headers = { 'x-trunkline-import': 'again' };
  for (let time = 0; time < 2; time++) await signedIn.console.post('/customers/bulk', body, headers);
  const { entries } = await imports(signedIn.console);
  assert.deepEqual(
    entries.map(({ details }) => details),
    [{ created: 2, updated: 2, failed: 0 }],
  );
});

test('an import of blocked numbers is one entry with their number, and none of them in it', async () => {
  const [signedIn, stranger] = [await buildSignedIn(app), await buildSignedIn(app)];
  const block = ({ console }: SignedInTenant, number: string, headers = {}) =>
    console.post('/blocked-numbers', { number, reason: 'Asked' }, headers);
  const inImport = { 'x-trunkline-import': 'list-1' };
  for (const last of [0, 1, 2]) assert.equal((await block(signedIn, `+8190123456${last}0`, inImport)).status, 201);
  assert.equal((await block(signedIn, '+819012345620', inImport)).status, 200, 'listed already');
  assert.equal((await block(signedIn, 'none', inImport)).status, 422);
  assert.equal((await block(stranger, '+819012345600', inImport)).status, 201);
  assert.equal((await block(signedIn, '+819012345699')).status, 201);
  const { data } = (await signedIn.console.get('/audit-log')).body;
  assert.deepEqual(
    data.slice(0, 2).map(({ action, subject, details }: Record<string, unknown>) => [action, subject, details]),
    [
      ['number.blocked', '819*****5699', { fields: ['number', 'reason'] }],
      ['blocked_numbers.imported', null, { numbers: 4 }],
    ],
  );
  const ofStranger = (await stranger.console.get('/audit-log?action=blocked_numbers.imported')).body.data;
  assert.deepEqual(ofStranger[0].details, { numbers: 1 });
  assert.equal((await block(signedIn, '+819012345688', { 'x-trunkline-import': 'not an id' })).status, 422);
});

test('a batch that is sent again after its answer was lost is counted once', async () => {
  const signedIn = await buildSignedIn(app);
  const headers = { 'x-trunkline-import': 'once', 'idempotency-key': 'batch-1' };
  for (let time = 0; time < 2; time++)
    await signedIn.console.post('/customers/bulk', customers(signedIn.projectId, 2), headers);
  assert.deepEqual((await imports(signedIn.console)).entries[0]?.details, { created: 2, failed: 0 });
});

test('the id of another import adds nothing to it: of a colleague, another tenant, another address or another day', async () => {
  const [first, stranger] = [await buildSignedIn(app), await buildSignedIn(app)];
  const colleague = await logIn(app, (await buildAdministrator(app, first.tenantId)).email);
  await send(first.console, first, 'shared');
  await send(colleague, first, 'shared');
  await send(stranger.console, stranger, 'shared');
  const { entries } = await imports(first.console);
  assert.deepEqual(
    entries.map(({ details }) => details),
    [
      { created: 2, failed: 0 },
      { created: 2, failed: 0 },
    ],
  );
  assert.equal(new Set(entries.map(({ administrator_email }) => administrator_email)).size, 2);
  assert.equal((await imports(stranger.console)).total, 1);

  const copied = `insert into audit_log (tenant_id, administrator_id, administrator_email, action, details, ip, import_id, at)
    select tenant_id, administrator_id, administrator_email, action, details, $2, $3, now() - $4::interval
    from audit_log where tenant_id = $1 and import_id = 'shared' order by audit_id limit 1`;
  await query(app, copied, [first.tenantId, '203.0.113.9', 'elsewhere', '0']);
  await query(app, copied, [first.tenantId, '127.0.0.1', 'yesterday', '25 hours']);
  for (const importId of ['elsewhere', 'yesterday']) await send(first.console, first, importId);
  assert.equal((await imports(first.console)).total, 6);
});

test('a malformed id is refused, and API keys cannot use it', async () => {
  const signedIn = await buildSignedIn(app);
  const refused = await send(signedIn.console, signedIn, 'not an id');
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.error.details[0].field, 'X-Trunkline-Import');
  const headers = { 'x-trunkline-import': 'not an id' };
  const { status } = await signedIn.api.post('/customers/bulk', customers(signedIn.projectId, 1), headers);
  assert.equal(status, 201);
});
