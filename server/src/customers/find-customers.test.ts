import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAdministrator, buildSignedIn, logIn, type SignedInTenant } from '../../test/browser.ts';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildProject } from '../../test/builders.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';

const app = await startTestApp();
const testMode = { 'x-trunkline-mode': 'test' };

type Owner = Pick<SignedInTenant, 'api' | 'console' | 'projectId'>;

async function create({ api, projectId }: Owner, customers: object[]): Promise<number[]> {
  const given = customers.map((fields) => ({ project_id: projectId, ...fields }));
  const answer = await api.post('/customers/bulk', { customers: given });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.results.map(({ customer_id }: { customer_id: number }) => customer_id);
}

/** The names on a page, after a check that the total is `total`, or else their number. */
async function search({ console: page }: Pick<Owner, 'console'>, query: Record<string, string>, total?: number) {
  const { status, body, text } = await page.get(`/customers/search?${new URLSearchParams(query)}`);
  assert.equal(status, 200, text);
  const names = body.data.map(({ name }: { name: string }) => name);
  assert.equal(body.pagination.total, total ?? names.length);
  return names;
}

test('a customer is found by name, reading, company, external id and each number in any form', async () => {
  const owner = await buildSignedIn(app, { country: 'JP' });
  const stranger = await buildSignedIn(app, { country: 'JP' });
  const taro = {
    ...{ name: '山田 太郎', name_kana: 'ヤマダ タロウ', company_name: '港商会', external_id: 'CRM-1' },
    ...{ tel1: '+819012345678', tel2: '0312345678', tel3: '+1 212 555 0100' },
  };
  await create(owner, [taro, { name: 'Alice', tel1: '+819000000000' }, { name: 'CRM-1 users' }]);
  await create(stranger, [{ ...taro, name: 'Someone else' }]);
  const texts = ['太郎', 'やまだ', '港', '090-1234-5678', '+81 90 1234 5678', '０９０１２３４５６７８', '03-1234-5678'];
  for (const q of [...texts, '+12125550100']) assert.deepEqual(await search(owner, { q }), ['山田 太郎'], q);
  assert.deepEqual(await search(owner, { q: 'CRM-1' }), ['CRM-1 users', '山田 太郎'], 'a name may contain it too');
  for (const q of ['crm-2', '090-1234-5679', '+12125550101']) assert.deepEqual(await search(owner, { q }), [], q);
  assert.deepEqual(await search(stranger, { q: 'CRM-1' }), ['Someone else']);
  assert.deepEqual(await search(stranger, { q: 'Alice' }), []);
});

test('an item has masked numbers and the newest call of the mode', async () => {
  const owner = await buildSignedIn(app);
  const [called, other] = await create(owner, [
    { name: 'A', external_id: 'a', tel1: '+819012345678', tel3: '+81312345678' },
    { name: 'B', name_kana: 'ビー', company_name: 'Acme' },
  ]);
  const [older, newer, live] = ['2026-09-30T23:00:00.000Z', '2026-10-02T10:00:00.000Z', '2026-11-01T10:00:00.000Z'];
  await buildCalls(app, owner, [
    { isTest: true, customerId: called ?? 0, at: new Date(newer ?? '') },
    { isTest: true, customerId: called ?? 0, at: new Date(older ?? '') },
    { isTest: false, customerId: called ?? 0, at: new Date(live ?? '') },
  ]);
  const { projectId: project_id } = owner;
  const second = { customer_id: other, project_id, external_id: null, name: 'B', name_kana: 'ビー' };
  const first = { customer_id: called, project_id, external_id: 'a', name: 'A', name_kana: null, company_name: null };
  const numbers = { phone_numbers: ['819*****5678', '813****5678'] };
  const { body, text } = await owner.console.get('/customers/search', testMode);
  assert.deepEqual(body.data, [
    { ...second, company_name: 'Acme', phone_numbers: [], last_call_at: null },
    { ...first, ...numbers, last_call_at: newer },
  ]);
  assert.ok(!text.includes('12345678'));
  const inLive = (await owner.console.get('/customers/search?q=a')).body.data;
  assert.deepEqual(
    inLive.map(({ last_call_at }: { last_call_at: string | null }) => last_call_at),
    [null, live],
  );
});

test('pages are newest first or oldest first, of one project or all, with exact totals', async () => {
  const owner = await buildSignedIn(app, { country: 'JP' });
  const sales = await buildProject(app, owner.tenantId);
  const tel1 = '+81312345678';
  await create(owner, [
    { name: 'A1', tel1 },
    { name: 'A2', tel2: tel1 },
    { name: 'B', project_id: sales, tel3: tel1 },
    { name: 'A3', external_id: 'A' },
  ]);
  assert.deepEqual(await search(owner, {}), ['A3', 'B', 'A2', 'A1']);
  assert.deepEqual(await search(owner, { sort: 'asc', per_page: '3' }, 4), ['A1', 'A2', 'B']);
  assert.deepEqual(await search(owner, { sort: 'asc', per_page: '3', page: '2' }, 4), ['A3']);
  assert.deepEqual(await search(owner, { project_id: `${sales}` }), ['B']);
  // By text, by a number, and by a text that is an external id too.
  assert.deepEqual(await search(owner, { q: 'a', per_page: '2' }, 3), ['A3', 'A2']);
  assert.deepEqual(await search(owner, { q: tel1, per_page: '2' }, 3), ['B', 'A2']);
  assert.deepEqual(await search(owner, { q: tel1, sort: 'asc', per_page: '2', page: '2' }, 3), ['B']);
  assert.deepEqual(await search(owner, { q: tel1, project_id: `${sales}` }), ['B']);
  assert.deepEqual(await search(owner, { q: 'A', per_page: '2', page: '2' }, 3), ['A1']);
});

test('a viewer may search; faults are reported together; keys have no such path', async () => {
  const owner = await buildSignedIn(app);
  await create(owner, [{ name: 'A' }]);
  const viewer = await logIn(app, (await buildAdministrator(app, owner.tenantId, { role: 'viewer' })).email);
  assert.deepEqual(await search({ console: viewer }, {}), ['A']);
  const wrong = await owner.console.get('/customers/search?page=0&sort=up&q=%20&tel1=1&project_id=x');
  const faults = assertProblem(wrong, 422, 'validation_failed').map(({ field }) => field);
  assert.deepEqual(faults.sort(), ['page', 'project_id', 'q', 'sort', 'tel1']);
  assertProblem(await owner.api.get('/customers/search'), 404, 'not_found');
});
