import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, browser, buildAdministrator, buildSignedIn, logIn } from '../../test/browser.ts';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildProject, query } from '../../test/builders.ts';
import { assertProblem, startTestApp, type TestAnswer } from '../../test/test-app.ts';

// Giving people the role and its projects; `projects-apart.test.ts` tests what they may read.

const app = await startTestApp();
const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
let made = 0;
const newEmail = () => `supervisor-${++made}@example.com`;
const password = 'a password of their own';

async function buildOwner() {
  const owner = await buildSignedIn(app);
  const second = await buildProject(app, owner.tenantId, false);
  return { ...owner, second };
}

test('a supervisor is created with projects, inactive ones too, and listed with them', async () => {
  const { console: page, tenantId, projectId, second } = await buildOwner();
  const email = newEmail();
  const body = { email, role: 'supervisor', project_ids: [second, projectId] };
  const created = await page.post('/administrators', body);
  assert.equal(created.status, 201, created.text);
  const { administrator_id, project_ids } = created.body.data;
  assert.deepEqual(project_ids, [projectId, second]);
  const listed = (await page.get('/administrators')).body.data.at(-1);
  assert.deepEqual([listed.role, listed.project_ids], ['supervisor', [projectId, second]]);
  const { action, subject, details } = (await auditOf(app, tenantId)).at(-1) ?? {};
  assert.deepEqual([action, subject, details], ['administrator.created', `${administrator_id}`, body]);
  const { administrator } = (await browser(app).post('/session', { email, password: created.body.data.password })).body
    .data;
  assert.deepEqual([administrator.role, administrator.project_ids], ['supervisor', [projectId, second]]);
});

test('a supervisor needs projects of the tenant, each once, and the other roles have none', async () => {
  const { console: page, tenantId, projectId } = await buildOwner();
  const stranger = await buildSignedIn(app);
  const { administratorId } = await buildAdministrator(app, tenantId, { role: 'viewer' });
  const cases: [body: object, faults: string[]][] = [
    [{ role: 'supervisor' }, ['project_ids required']],
    [{ role: 'supervisor', project_ids: [] }, ['project_ids required']],
    [{ role: 'supervisor', project_ids: [projectId, projectId] }, ['project_ids duplicate']],
    [{ role: 'supervisor', project_ids: [projectId, stranger.projectId] }, ['project_ids project_not_found']],
    [{ role: 'supervisor', project_ids: ['x'] }, ['project_ids[0] invalid_type']],
    [{ role: 'viewer', project_ids: [projectId] }, ['project_ids conflicting']],
    [{ role: 'administrator', project_ids: [projectId] }, ['project_ids conflicting']],
    [{ project_ids: [projectId] }, ['project_ids conflicting']],
  ];
  for (const [body, faults] of cases) {
    const name = JSON.stringify(body);
    assert.deepEqual(faultsOf(await page.put(`/administrators/${administratorId}`, body)), faults, name);
    for (const path of ['/administrators', '/invitations'])
      assert.deepEqual(faultsOf(await page.post(path, { email: newEmail(), ...body })), faults, `${path} ${name}`);
  }
  // All faults at once.
  const faulty = await page.post('/invitations', { email: 'nobody', role: 'supervisor' });
  assert.deepEqual(faultsOf(faulty).sort(), ['email invalid_format', 'project_ids required']);
  const [kept] = await query(app, 'select role from administrators where administrator_id = $1', [administratorId]);
  assert.equal(kept?.role, 'viewer');
});

test('a change keeps what is not sent, and is audited in its own transaction', async () => {
  const { console: page, tenantId, projectId, second } = await buildOwner();
  const { administratorId } = await buildAdministrator(app, tenantId, { role: 'viewer' });
  const put = (body: object) => page.put(`/administrators/${administratorId}`, body);
  const access = ({ body }: TestAnswer) => [body.data.role, body.data.project_ids];
  const bodies = [
    [{ role: 'supervisor', project_ids: [projectId] }, ['supervisor', [projectId]]],
    [{ role: 'supervisor' }, ['supervisor', [projectId]]],
    [{ project_ids: [second] }, ['supervisor', [second]]],
    [{}, ['supervisor', [second]]],
    [{ role: 'viewer' }, ['viewer', []]],
  ] as const;
  for (const [body, expected] of bodies) assert.deepEqual(access(await put(body)), expected, JSON.stringify(body));
  const entries = (await auditOf(app, tenantId)).filter(({ action }) => action === 'administrator.changed');
  assert.deepEqual(
    entries.map(({ details }) => details),
    bodies.map(([body]) => body).filter((body) => Object.keys(body).length > 0),
  );
});

test('only administrators change projects, and one administrator always remains', async () => {
  const { console: page, tenantId, projectId, second, administratorId } = await buildOwner();
  const demoted = { role: 'supervisor', project_ids: [projectId] };
  assert.deepEqual(faultsOf(await page.put(`/administrators/${administratorId}`, demoted)), [
    'administrator_id own_account',
  ]);
  const colleague = await buildAdministrator(app, tenantId);
  const theirs = await logIn(app, colleague.email);
  assert.equal((await theirs.put(`/administrators/${administratorId}`, demoted)).status, 200);
  assertProblem(await page.put(`/administrators/${colleague.administratorId}`, demoted), 403, 'insufficient_role');
  const own = { project_ids: [projectId, second] };
  assertProblem(await page.put(`/administrators/${administratorId}`, own), 403, 'insufficient_role');
  assertProblem(await page.get('/administrators'), 403, 'insufficient_role');
});

test('an invitation carries the role and its projects', async () => {
  const { console: page, tenantId, projectId, second } = await buildOwner();
  const email = newEmail();
  const access = { role: 'supervisor', project_ids: [projectId, second] };
  const invited = await page.post('/invitations', { email, ...access });
  assert.equal(invited.status, 201, invited.text);
  const [listed] = (await page.get('/invitations')).body.data;
  assert.deepEqual([listed.role, listed.project_ids], ['supervisor', [projectId, second]]);
  const token = invited.body.data.link.split('#')[1];
  const accepted = await browser(app).post('/session/invitation', { token, password });
  assert.equal(accepted.status, 200, accepted.text);
  const { role, project_ids } = accepted.body.data.administrator;
  assert.deepEqual({ role, project_ids }, access);
  const entries = (await auditOf(app, tenantId)).filter(({ action }) => action.startsWith('invitation.'));
  assert.deepEqual(
    entries.map(({ action, details }) => [action, details]),
    ['invitation.created', 'invitation.accepted'].map((action) => [action, { email, ...access }]),
  );
});

test('the projects of a supervisor go with the supervisor, and with a project', async () => {
  const { console: page, tenantId, projectId } = await buildOwner();
  const short = await buildProject(app, tenantId);
  const projectIds = [projectId, short];
  const { administratorId } = await buildAdministrator(app, tenantId, { role: 'supervisor', projectIds });
  await page.post('/invitations', { email: newEmail(), role: 'supervisor', project_ids: projectIds });
  const left = async () => {
    const [row] = await query(
      app,
      `select (select array_agg(project_id::int) from administrator_projects where tenant_id = $1) as own,
        (select array_agg(project_id::int) from invitation_projects where tenant_id = $1) as invited`,
      [tenantId],
    );
    return [row?.own, row?.invited];
  };
  await query(app, 'delete from projects where tenant_id = $1 and project_id = $2', [tenantId, short]);
  assert.deepEqual(await left(), [[projectId], [projectId]]);
  assert.equal((await page.remove(`/administrators/${administratorId}`)).status, 200);
  assert.deepEqual(await left(), [null, [projectId]]);
});

test('a note that waits for a change of projects is refused after it', async () => {
  const { console: page, tenantId, projectId, second } = await buildOwner();
  const { administratorId, email } = await buildAdministrator(app, tenantId, {
    ...{ role: 'supervisor', projectIds: [projectId] },
  });
  const theirs = await logIn(app, email);
  const [callId = ''] = await buildCalls(app, { tenantId, projectId }, [{ isTest: false }]);
  const results = await Promise.all([
    page.put(`/administrators/${administratorId}`, { project_ids: [second] }),
    ...Array.from({ length: 5 }, (_, i) => theirs.put(`/calls/${callId}`, { note: `${i}` })),
  ]);
  assert.equal(results[0]?.status, 200);
  const log = await auditOf(app, tenantId);
  const changedAt = log.findIndex(({ action }) => action === 'administrator.changed');
  const notes = log.slice(changedAt).filter(({ action }) => action === 'call.annotated');
  const answered = results.slice(1).map(({ status }) => status);
  assert.ok(
    answered.every((status) => status === 200 || status === 404),
    `${answered}`,
  );
  assert.deepEqual(notes, [], 'no note is written after the change');
  assertProblem(await theirs.put(`/calls/${callId}`, { note: 'late' }), 404, 'not_found');
});
