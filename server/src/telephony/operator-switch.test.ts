import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, buildSignedIn } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';
import { whileHeld } from '../../test/while-held.ts';

// The operator takes over the telephony of a tenant, or changes it, while an administrator is editing it.

const app = await startTestApp();
const keep = `update tenants set telephony_by = 'operator' where tenant_id = $1`;

async function build() {
  const signedIn = await buildSignedIn(app, { country: 'JP' });
  const { console: page, projectId } = signedIn;
  await page.post('/trunks', { name: 'carrier', host: 'sip.carrier.example' });
  await page.put(`/projects/${projectId}`, { caller_id: '0312345678', trunk: 'carrier' });
  const { data } = (await page.post('/staff', { name: 'Alice', phone: 'sip:alice@pbx.example' })).body;
  return { ...signedIn, project: `/projects/${projectId}`, staffId: data.staff_id, member: `/staff/${data.staff_id}` };
}

test('a change admitted before the operator took over the telephony is not written after it', async () => {
  const { console: page, tenantId, projectId, project, member } = await build();
  const before = await auditOf(app, tenantId);
  const answers = await whileHeld(
    app,
    [keep, tenantId],
    [
      () => page.put('/trunks/carrier', { codecs: ['alaw'] }),
      () => page.post('/numbers', { number: '0312345670', project_id: projectId }),
      () => page.put(project, { trunk: null }),
      () => page.post('/projects', { name: 'Mine', caller_id: '0312345679' }),
      () => page.put(member, { phone: 'sip:alice@10.0.0.1' }),
      () => page.post('/staff', { name: 'Bob', phone: 'sip:bob@10.0.0.1' }, { 'idempotency-key': 'bob' }),
    ],
  );
  for (const answer of answers) assertProblem(answer, 403, 'telephony_by_operator');
  assert.deepEqual(await auditOf(app, tenantId), before);
  assert.equal((await page.get('/staff')).body.data.length, 1);
  assert.equal((await page.get('/projects')).body.data.length, 1);
});

test('a change based on an old read does not overwrite a concurrent change of the operator', async () => {
  const { console: page, tenantId, projectId, project, staffId, member } = await build();
  await query(app, keep, [tenantId]);
  const operator: [row: [string, ...unknown[]], path: string, sentBack: object][] = [
    [
      [`update projects set caller_id = '+81399999999' where project_id = $1`, projectId],
      project,
      { trunk: 'carrier' },
    ],
    [[`update projects set caller_id = null where project_id = $1`, projectId], project, { caller_id: '+81399999999' }],
    [[`update staff set phone = null where staff_id = $1`, staffId], member, { phone: 'sip:alice@pbx.example' }],
  ];
  const statuses: number[] = [];
  for (const [row, path, sentBack] of operator) {
    const [answer] = await whileHeld(app, row, [() => page.put(path, { name: 'Renamed', ...sentBack })]);
    statuses.push(answer?.status ?? 0);
  }
  assert.deepEqual(statuses, [200, 403, 403]);
  const { caller_id, trunk } = (await page.get(project)).body.data;
  assert.deepEqual([caller_id, trunk], [null, 'carrier']);
  const { name, phone } = (await page.get(member)).body.data;
  assert.deepEqual([name, phone], ['Alice', null]);
});
