import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, buildSignedIn } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startTestApp, type TestAnswer } from '../../test/test-app.ts';

// Staff, projects, numbers and trunks as administrators set them in the console.

const app = await startTestApp();
const codesOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
const lastAudit = async (tenantId: number) => {
  const { action, subject, details } = (await auditOf(app, tenantId)).at(-1) ?? {};
  return [action, subject, details];
};

test('staff are created, changed and let go, and their numbers are masked in the list', async () => {
  const { console: page, tenantId } = await buildSignedIn(app, { country: 'JP' });
  const created = await page.post('/staff', { name: ' 佐藤 花子 ', phone: '090-1234-5678' });
  assert.equal(created.status, 201, created.text);
  const { staff_id, created_at, removed_at, ...rest } = created.body.data;
  const fresh = { name: '佐藤 花子', phone: '+819012345678', username: null, state: null, is_active: true };
  assert.deepEqual([rest, removed_at], [fresh, null]);
  assert.deepEqual(await lastAudit(tenantId), ['staff.created', `${staff_id}`, { fields: ['name', 'phone'] }]);
  assert.equal((await page.get('/staff')).body.data[0].phone, '819*****5678');
  const path = `/staff/${staff_id}`;
  assert.equal((await page.get(path)).body.data.phone, '+819012345678');

  const renamed = await page.put(path, { ...created.body.data, name: 'Hanako', is_active: false });
  assert.deepEqual(renamed.body.data, { ...created.body.data, name: 'Hanako', is_active: false });
  assert.equal((await page.put(path, { phone: null })).body.data.phone, null);
  assert.deepEqual(codesOf(await page.put(path, { phone: 'account' })), ['phone no_account']);
  assert.deepEqual(codesOf(await page.put(path, { phone: 'sip:staff-1' })), ['phone not_allowed']);
  assert.deepEqual(codesOf(await page.put(path, { name: '', is_active: 1 })), [
    'name too_short',
    'is_active invalid_type',
  ]);
  assert.deepEqual(codesOf(await page.post('/staff', { phone: 'x' })), ['name required']);
});

test('a staff member gets an account whose password is shown once and stored nowhere', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const { staff_id } = (await page.post('/staff', { name: 'Alice' })).body.data;
  const path = `/staff/${staff_id}`;
  const { password, ...account } = (await page.post(`${path}/account`)).body.data;
  const phone = `sip:staff-${staff_id}`;
  const unset = { registrar: null, softphone_link: null, softphone_link_expires_at: null };
  assert.deepEqual(account, { staff_id, username: `staff-${staff_id}`, realm: 'trunkline', phone, ...unset });
  assert.match(password, /^[a-z\d]{24}$/);
  const shown = (await page.get(path)).body.data;
  assert.deepEqual([shown.phone, shown.state], [phone, 'unknown']);
  assert.equal((await page.put(path, shown)).status, 200, 'what was read may be sent back');
  await page.put(path, { phone: 'sip:alice@pbx.example' });
  assert.equal((await page.put(path, { phone: 'account' })).body.data.phone, phone);
  assert.notEqual((await page.post(`${path}/account`)).body.data.password, password);
  const rows = await query(app, 'select * from sip_accounts where tenant_id = $1', [tenantId]);
  for (const text of [
    JSON.stringify(rows),
    JSON.stringify(await auditOf(app, tenantId)),
    (await page.get('/staff')).text,
  ])
    assert.ok(!text.includes(password));
});

test('projects are created and changed with all their settings', async () => {
  const { console: page, tenantId, projectId } = await buildSignedIn(app, { country: 'JP' });
  const { staff_id } = (await page.post('/staff', { name: 'Alice' })).body.data;
  await page.post('/trunks', { name: 'carrier', host: 'sip.carrier.example' });
  const settings = {
    caller_id: '03-1234-5678',
    trunk: 'carrier',
    has_voicemail: true,
    ring_strategy: 'in_order',
    language: 'ja',
  };
  const created = await page.post('/projects', { name: 'Support', ...settings, staff_ids: [staff_id] });
  assert.equal(created.status, 201, created.text);
  const { project_id, created_at, ...rest } = created.body.data;
  assert.deepEqual(rest, {
    ...{ name: 'Support', is_active: true, ...settings, caller_id: '+81312345678', staff_ids: [staff_id] },
    ...{ records_calls: true, analyses_calls: true, announces_recording: false, accepts_anonymous: true },
  });
  const path = `/projects/${project_id}`;
  assert.deepEqual((await page.get(path)).body, created.body);
  const changed = await page.put(path, { ...created.body.data, name: 'Sales', trunk: null, staff_ids: [] });
  assert.deepEqual(changed.body.data, { ...created.body.data, name: 'Sales', trunk: null, staff_ids: [] });
  assert.deepEqual((await page.get(path)).body, changed.body);
  assert.equal((await page.put(path, { language: 'auto' })).body.data.language, 'auto');
  const faulty = { caller_id: 'x', trunk: 'carier', staff_ids: [999_999], language: 'klingon!' };
  assert.deepEqual(codesOf(await page.put(path, faulty)).sort(), [
    'caller_id invalid_format',
    'language invalid_format',
    'staff_ids staff_not_found',
    'trunk trunk_not_found',
  ]);
  const list = (await page.get('/projects')).body;
  assert.deepEqual(
    list.data.map((project: { project_id: number }) => project.project_id),
    [projectId, project_id],
  );
  const [row] = await query(app, `select count(*)::int as n from projects where tenant_id = $1`, [tenantId]);
  assert.equal(row?.n, 2);
});

test('numbers lead to projects, are moved and taken away, and are masked in the audit log', async () => {
  const { console: page, tenantId, projectId } = await buildSignedIn(app, { country: 'JP' });
  const other = (await page.post('/projects', { name: 'Other' })).body.data.project_id;
  const added = await page.post('/numbers', { number: '03-1234-0001', project_id: projectId });
  assert.equal(added.status, 201, added.text);
  const { created_at, ...rest } = added.body.data;
  assert.deepEqual(rest, { number: '+81312340001', project_id: projectId, project: 'Project' });
  assert.deepEqual(await lastAudit(tenantId), ['number.added', '031***0001', { project_id: projectId }]);
  for (const path of ['/numbers/+81312340001', '/numbers/%2B81312340001', '/numbers/0312340001'])
    assert.equal((await page.put(path, { project_id: other })).body.data.project, 'Other', path);
  assert.deepEqual(codesOf(await page.post('/numbers', { number: '+81312340001', project_id: other })), [
    'number taken',
  ]);
  assert.deepEqual(codesOf(await page.post('/numbers', { number: 'x', project_id: 999_999 })), [
    'project_id project_not_found',
  ]);
  assert.deepEqual(codesOf(await page.post('/numbers', { number: 'x', project_id: other })), ['number invalid_format']);

  const stranger = await buildSignedIn(app);
  assertProblem(await stranger.console.remove('/numbers/+81312340001'), 404, 'not_found');
  assertProblem(
    await stranger.console.put('/numbers/+81312340001', { project_id: stranger.projectId }),
    404,
    'not_found',
  );
  const taken = { number: '+81312340001', project_id: stranger.projectId };
  assert.deepEqual(codesOf(await stranger.console.post('/numbers', taken)), ['number taken']);

  assert.deepEqual((await page.remove('/numbers/+81312340001')).body, { data: { number: '+81312340001' } });
  assertProblem(await page.remove('/numbers/+81312340001'), 404, 'not_found');
  assert.ok(!JSON.stringify(await auditOf(app, tenantId)).includes('12340001'));
});

test('trunks are created, changed and removed, and their passwords are never shown', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const password = ' secret of the trunk ';
  const created = await page.post('/trunks', {
    name: 'the carrier',
    host: 'sip.carrier.example',
    username: 'acme',
    password,
  });
  assert.equal(created.status, 201, created.text);
  const { trunk_id, created_at, ...rest } = created.body.data;
  assert.deepEqual(rest, {
    ...{ name: 'the carrier', host: 'sip.carrier.example', port: 5060, transport: 'udp', username: 'acme' },
    ...{ codecs: ['ulaw', 'alaw'], from_user: null, from_domain: null, state: 'unknown' },
  });
  assert.deepEqual((await page.get('/trunks')).body.data, [created.body.data]);
  const path = '/trunks/the%20carrier';
  for (const elsewhere of [{ host: 'evil.example' }, { port: 5070 }, { transport: 'tls' }, { username: 'other' }])
    assert.deepEqual(codesOf(await page.put(path, { ...created.body.data, ...elsewhere })), ['password required']);
  assert.equal((await page.put(path, { ...created.body.data, codecs: ['alaw'] })).status, 200);
  const changed = await page.put(path, { port: 5070, password });
  assert.equal(changed.body.data.port, 5070, changed.text);
  const before = await query(
    app,
    'select username, password is not null as has_password from trunks where trunk_id = $1',
    [trunk_id],
  );
  assert.deepEqual(before, [{ username: 'acme', has_password: true }]);
  assert.deepEqual(codesOf(await page.put(path, { name: 'other' })), ['name immutable']);
  assert.deepEqual(codesOf(await page.put(path, { host: 'a b', password })), ['host invalid_format']);
  assert.deepEqual(codesOf(await page.post('/trunks', { name: 'x', host: 'y', username: 'z' })), ['password required']);

  const { project_id } = (await page.post('/projects', { name: 'P', trunk: 'the carrier' })).body.data;
  assert.deepEqual(codesOf(await page.remove(path)), ['name in_use']);
  await page.put(`/projects/${project_id}`, { trunk: null });
  assert.deepEqual((await page.remove(path)).body, { data: { trunk_id, name: 'the carrier' } });
  const audit = await auditOf(app, tenantId);
  assert.ok(!JSON.stringify(audit).includes('secret of'));
  assert.deepEqual(audit.find(({ action }) => action === 'trunk.created')?.subject, 'the carrier');
});

test('a trunk with any valid name can be addressed, and a name that cannot be addressed is refused', async () => {
  const { console: page } = await buildSignedIn(app);
  for (const name of ['電話'.repeat(127), '\u{1f4de}'.repeat(255), 'a/b', '%2F', '...', 'two\nlines']) {
    assert.equal((await page.post('/trunks', { name, host: 'sip.carrier.example' })).status, 201, name);
    assert.equal((await page.remove(`/trunks/${encodeURIComponent(name)}`)).status, 200, name);
  }
  for (const name of ['.', '..'])
    assert.deepEqual(codesOf(await page.post('/trunks', { name, host: 'sip.carrier.example' })), ['name not_allowed']);
});

test('a trunk named after a telephone number is masked in the audit log', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const name = 'line 03-1234-9876';
  const path = `/trunks/${encodeURIComponent(name)}`;
  await page.post('/trunks', { name, host: 'sip.carrier.example' });
  await page.put(path, { codecs: ['alaw'] });
  await page.remove(path);
  await page.post('/projects', { name });
  await page.post('/keys', { name, kind: 'test', scopes: ['calls:read'] });
  const audited = (await auditOf(app, tenantId)).slice(1).map(({ subject, details }) => details.name ?? subject);
  assert.deepEqual(audited, Array(5).fill('line 031***9876'));
});

test('records of another tenant are 404, and a viewer changes nothing', async () => {
  const owner = await buildSignedIn(app);
  const { staff_id } = (await owner.console.post('/staff', { name: 'Alice' })).body.data;
  await owner.console.post('/trunks', { name: 'carrier', host: 'sip.carrier.example' });
  const paths = [`/staff/${staff_id}`, `/projects/${owner.projectId}`, '/trunks/carrier'];
  const stranger = await buildSignedIn(app);
  for (const path of paths) assertProblem(await stranger.console.put(path, {}), 404, 'not_found');
  assertProblem(await stranger.console.post(`/staff/${staff_id}/account`), 404, 'not_found');
  assertProblem(await stranger.console.remove('/trunks/carrier'), 404, 'not_found');
  for (const path of ['/staff', '/trunks', '/numbers'])
    assert.deepEqual((await stranger.console.get(path)).body.data, []);
  assert.deepEqual(codesOf(await stranger.console.post('/projects', { name: 'P', staff_ids: [staff_id] })), [
    'staff_ids staff_not_found',
  ]);

  const viewer = await buildSignedIn(app, { role: 'viewer' });
  for (const path of ['/staff', '/projects', '/numbers', '/trunks']) {
    assert.equal((await viewer.console.get(path)).status, 200, path);
    assertProblem(await viewer.console.post(path, {}), 403, 'insufficient_role');
  }
  for (const path of paths) assertProblem(await viewer.console.put(path, {}), 403, 'insufficient_role');
  assertProblem(await viewer.console.post('/staff/1/account'), 403, 'insufficient_role');
  assertProblem(await viewer.console.remove('/numbers/+81312340001'), 403, 'insufficient_role');
});

test('telephony owned by the operator can be read and not changed', async () => {
  const { console: page, tenantId, projectId } = await buildSignedIn(app, { country: 'JP' });
  const path = `/projects/${projectId}`;
  await page.post('/trunks', { name: 'carrier', host: 'sip.carrier.example' });
  await page.post('/numbers', { number: '0312349001', project_id: projectId });
  await page.put(path, { caller_id: '0312349001', trunk: 'carrier' });
  const { data: alice } = (await page.post('/staff', { name: 'Alice', phone: 'sip:alice@pbx.example' })).body;
  const before = await auditOf(app, tenantId);
  const setOwner = (owner: string) =>
    query(app, 'update tenants set telephony_by = $2 where tenant_id = $1', [tenantId, owner]);
  const ways: [string, string, object?][] = [
    ['POST', '/trunks', { name: 'mine', host: '10.0.0.1' }],
    ['PUT', '/trunks/carrier', { codecs: ['alaw'] }],
    ['DELETE', '/trunks/carrier'],
    ['POST', '/numbers', { number: '0312349002', project_id: projectId }],
    ['PUT', '/numbers/0312349001', { project_id: projectId }],
    ['DELETE', '/numbers/0312349001'],
    ['POST', '/projects', { name: 'P', caller_id: '0312349003' }],
    ['POST', '/projects', { name: 'P', trunk: 'carrier' }],
    ['PUT', path, { caller_id: '0312349003' }],
    ['PUT', path, { caller_id: null }],
    ['PUT', path, { trunk: null }],
    ['POST', '/staff', { name: 'Bob', phone: 'sip:bob@10.0.0.1' }],
    ['PUT', `/staff/${alice.staff_id}`, { phone: 'sips:alice@10.0.0.1' }],
  ];
  await setOwner('operator');
  assert.equal((await page.get('/session')).body.data.tenant.telephony_by, 'operator');
  for (const [method, path, body] of ways)
    assertProblem(await page.send(method, path, body), 403, 'telephony_by_operator');
  assert.deepEqual(await auditOf(app, tenantId), before);
  for (const [list, count] of Object.entries({ '/trunks': 1, '/numbers': 1, '/projects': 1, '/staff': 1 }))
    assert.equal((await page.get(list)).body.data.length, count, list);

  const project = (await page.get(path)).body.data;
  assert.equal((await page.put(path, { ...project, name: 'Renamed' })).status, 200, 'what was read is sent back');
  assert.equal((await page.put(path, { caller_id: '03-1234-9001' })).status, 200, 'also as people write it');
  assert.equal((await page.post('/projects', { name: 'P', caller_id: null })).status, 201);
  assert.equal((await page.put(`/staff/${alice.staff_id}`, { ...alice, name: 'Alicia' })).status, 200);
  assert.equal((await page.post('/staff', { name: 'Bob', phone: '0312349004' })).status, 201);
  const account = await page.post(`/staff/${alice.staff_id}/account`);
  assert.equal(account.status, 200, 'an account is of this system');
  assert.equal((await page.put(`/staff/${alice.staff_id}`, { phone: 'account' })).status, 200);

  await setOwner('tenant');
  assert.equal((await page.put('/trunks/carrier', { codecs: ['alaw'] })).status, 200);
});

test('numbers in SIP addresses of staff are masked in the list too, and extensions are not', async () => {
  const { console: page } = await buildSignedIn(app);
  const masked = [
    ['sip:+819012345678@carrier.example', 'sip:819*****5678@carrier.example'],
    ['sips:090-1234-5678@10.0.0.1:5061;transport=tls', 'sips:090****5678@10.0.0.1:5061;transport=tls'],
    ['sip:%2B819012345678@carrier.example', 'sip:819*****5678@carrier.example'],
    ['sip:+819012345678', 'sip:819*****5678'],
    ['sip:09012345678:x@carrier.example', 'sip:090****5678:x@carrier.example'],
    ['sip:192.168.100.200:5060', 'sip:192.168.100.200:5060'],
    ['sip:1001@pbx.example', 'sip:1001@pbx.example'],
    ['sip:alice@192.0.2.77', 'sip:alice@192.0.2.77'],
    ['sip:192.168.100.200', 'sip:192.168.100.200'],
  ];
  for (const [phone = ''] of masked) assert.equal((await page.post('/staff', { name: 'x', phone })).status, 201, phone);
  assert.deepEqual(
    (await page.get('/staff')).body.data.map((member: { phone: string }) => member.phone),
    masked.map(([, shown]) => shown),
  );
});

test('paths with impossible names are 404', async () => {
  const { console: page } = await buildSignedIn(app);
  for (const path of ['/trunks/%00', '/numbers/%00', '/staff/%00'])
    for (const method of path.startsWith('/staff') ? ['PUT'] : ['PUT', 'DELETE'])
      assertProblem(await page.send(method, path, method === 'PUT' ? {} : undefined), 404, 'not_found');
});
