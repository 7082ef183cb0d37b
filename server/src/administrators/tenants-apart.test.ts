import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSignedIn } from '../../test/browser.ts';
import { buildEverything, testMode } from '../../test/build/build-everything.ts';
import { buildStaff } from '../../test/builders.ts';
import { consoleOperations, withIds } from '../../test/console-operations.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';

const app = await startTestApp();
const owner = await buildEverything(app);
const stranger = await buildSignedIn(app, { licenses: ['open_api_advanced'] });

test('every operation answers 404 to administrators of other tenants, and changes nothing', async () => {
  const operations = (await consoleOperations(app)).filter(({ path }) => path.includes('{'));
  assert.ok(operations.length > 20, `${operations.length}`);
  const reads = operations.filter(({ method }) => method === 'GET');
  const readAll = () =>
    Promise.all(
      reads.map(async ({ path }) => {
        const answer = await owner.console.get(withIds(path, owner.ids), testMode);
        assert.equal(answer.status, 200, path);
        return path.endsWith('{callId}') ? answer.body.data.status : answer.text;
      }),
    );
  const before = await readAll();
  for (const { method, path, body } of operations) {
    const answer = await stranger.console.send(method, withIds(path, owner.ids), body, testMode);
    // An external id of another tenant is free in one's own.
    const isUpsert = method === 'PUT' && path.endsWith('{externalId}');
    assert.equal(answer.status, isUpsert ? 422 : 404, `${method} ${path}: ${answer.text}`);
    assertProblem(answer, answer.status, isUpsert ? 'validation_failed' : 'not_found');
  }
  assert.deepEqual(await readAll(), before);

  // All of it existed: the owner never gets a 404 before it is deleted.
  const writes = operations.filter(({ method }) => method !== 'GET');
  const [deletions, changes] = [true, false].map((is) => writes.filter(({ method }) => (method === 'DELETE') === is));
  for (const { method, path, body } of [...(changes ?? []), ...(deletions ?? [])]) {
    const { status, text } = await owner.console.send(method, withIds(path, owner.ids), body, testMode);
    assert.ok(status < 500 && status !== 404, `${method} ${path}: ${status} ${text}`);
  }
});

test('records of another tenant cannot be named in a body or found in a list', async () => {
  const { console: page, projectId: ownProject, tenantId } = stranger;
  const own = { staff_id: await buildStaff(app, tenantId), project_id: ownProject };
  const { staffId: staff_id, projectId: project_id, name: trunk, customerId } = owner.ids;
  const phone_number = '+819012345678';
  const webhook = { url: 'https://hooks.example.com/', events: ['call.missed'] };
  const bodies: [path: string, body: object][] = [
    ['/customers', { name: 'Taro', project_id }],
    ['/customers/bulk', { customers: [{ name: 'Taro', project_id }] }],
    ['/calls/initiate', { ...own, phone_number, staff_id }],
    ['/calls/initiate', { ...own, phone_number, project_id }],
    ['/webhooks', { ...webhook, filters: { project_ids: [project_id] } }],
    ['/numbers', { number: '+81399990001', project_id }],
    ['/projects', { name: 'Mine', staff_ids: [staff_id] }],
    ['/projects', { name: 'Mine', trunk }],
  ];
  for (const [path, body] of bodies) {
    const answer = await page.post(path, body, testMode);
    assert.equal(answer.status, 422, `${path} ${JSON.stringify(body)}: ${answer.text}`);
  }
  const day = new Date().toISOString().slice(0, 10);
  const period = `from=${day}&to=${day}`;
  for (const path of [
    `/calls?${period}&staff_id=${staff_id}`,
    `/calls?${period}&customer_id=${customerId}`,
    `/reports/calls?${period}&project_id=${project_id}`,
    `/customers?project_id=${project_id}`,
    `/audit-log?administrator_id=${owner.administratorId}`,
    '/requests',
  ]) {
    const answer = await page.get(path, testMode);
    assert.deepEqual(answer.body.data ?? [], [], `${path}: ${answer.text}`);
  }
});
