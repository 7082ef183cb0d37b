import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, buildAdministrator, buildSignedIn, logIn } from '../../test/browser.ts';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildKey, buildStaff, query } from '../../test/builders.ts';
import { assertProblem, client, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { connect } from '../database/connect.ts';
import type { PartyState } from '../engine/phone-system.ts';
import type { License } from '../platform/caller.ts';
import type { Id } from '../platform/ids.ts';
import { trunkEndpoint } from '../trunks/trunk-endpoint.ts';
import { readHome } from './read-home.ts';

// Slow enough to observe a call.
const app = await startTestApp({ SIMULATOR_SPEED: 0.5 });
const licenses = ['open_api_advanced' as const];
const inMode = (mode: 'test' | 'live') => ({ 'x-trunkline-mode': mode });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

type Reader = Pick<Awaited<ReturnType<typeof buildSignedIn>>['console'], 'get'>;
const read = async (page: Reader, mode: 'test' | 'live' = 'live') => {
  const answer = await page.get('/home', inMode(mode));
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const nobody = { available: 0, busy: 0, unreachable: 0, members: [] };
const nothing = { webhooks: [], trunks: [], keys: [] };

async function addStaff(tenantId: number, name: string, phone: string | null, isActive = true) {
  const staffId = await buildStaff(app, tenantId, isActive);
  await query(app, 'update staff set name = $2, phone = $3 where staff_id = $1', [staffId, name, phone]);
  return staffId;
}

async function addWebhook(tenantId: number, label: string, more: { reason?: string; isFailing?: boolean } = {}) {
  const { reason = null, isFailing = false } = more;
  const [row] = await query(
    app,
    `insert into webhooks (tenant_id, label, url, events, is_enabled, disabled_reason, failing_since, secret)
     values ($1, $2, 'https://hooks.example.com/', '{call.completed}', $3, $4, $5, '') returning webhook_id::int`,
    [tenantId, label, reason === null, reason, isFailing ? new Date() : null],
  );
  return row?.webhook_id;
}

test('an empty tenant has nothing, and its administrator learns what it lacks', async () => {
  const { console: page, tenantId } = await buildSignedIn(app, { licenses });
  for (const table of ['api_keys', 'projects'])
    await query(app, `delete from ${table} where tenant_id = $1`, [tenantId]);
  const none = { key: false, staff: false, project: false, called_in: [], webhook: false };
  for (const mode of ['test', 'live'] as const)
    assert.deepEqual(await read(page, mode), {
      calls: { total: 0, newest: [] },
      ...{ staff: nobody, attention: nothing, first_steps: none },
    });
});

test('calls in progress and busy staff are those of the mode and the tenant, until the call ends', {
  timeout: 240_000,
}, async () => {
  const { console: page, tenantId, projectId } = await buildSignedIn(app, { country: 'JP', licenses });
  const stranger = await buildSignedIn(app, { licenses });
  const phone = 'sip:someone@pbx.example';
  const [free, busy, gone] = [
    await addStaff(tenantId, 'Akira', phone),
    await addStaff(tenantId, 'Botan', phone),
    await addStaff(tenantId, 'Chika', null),
  ];
  await addStaff(tenantId, 'Left', phone, false);
  await buildCalls(app, { tenantId, projectId }, [{ isTest: true }, { isTest: false }]);
  const call = { phone_number: '+819012345678', staff_id: busy, project_id: projectId };
  const started = await page.post('/calls/initiate', call, inMode('test'));
  assert.equal(started.status, 200, started.text);
  const { call_id } = started.body.data;

  const during = await read(page, 'test');
  assert.equal(during.calls.total, 1);
  const [shown] = during.calls.newest;
  assert.deepEqual([shown.call_id, shown.staff_id, shown.ended_at], [call_id, busy, null]);
  assert.match(shown.phone_number, /\*/);
  assert.deepEqual(during.staff, {
    ...{ available: 1, busy: 1, unreachable: 1 },
    members: [
      { staff_id: busy, name: 'Botan', availability: 'busy' },
      { staff_id: free, name: 'Akira', availability: 'available' },
      { staff_id: gone, name: 'Chika', availability: 'unreachable' },
    ],
  });
  const live = await read(page, 'live');
  assert.deepEqual([live.calls.total, live.staff.busy, live.staff.available], [0, 0, 2]);
  assert.deepEqual(live.first_steps.called_in, ['test', 'live']);
  const elsewhere = await read(stranger.console, 'test');
  assert.deepEqual([elsewhere.calls.total, elsewhere.staff, elsewhere.first_steps.called_in], [0, nobody, []]);

  await page.post(`/calls/${call_id}/hangup`, undefined, inMode('test'));
  const after = await until(async () => {
    const home = await read(page, 'test');
    return home.calls.total === 0 && home.staff.busy === 0 && home;
  });
  assert.equal(after.staff.available, 2);
});

test('at most eight of many calls are shown, the newest first, with the number of all', async () => {
  const { console: page, tenantId, projectId } = await buildSignedIn(app, { licenses });
  const calls = Array.from({ length: 11 }, () => ({ isTest: false, goesOn: true }));
  const ids = await buildCalls(app, { tenantId, projectId }, calls);
  const ended = await buildCalls(app, { tenantId, projectId }, [{ isTest: false }]);
  // A node that never dies owns them, so that none takes them over. An ended call is open until its engine has let go of it.
  const open = `with owner as (insert into nodes values (gen_random_uuid(), 'infinity') returning node_id)
    insert into open_calls (tenant_id, is_test, call_id, node_id, stage)
    select tenant_id, is_test, call_id, node_id, 'dialling' from calls, owner where tenant_id = $1`;
  await query(app, open, [tenantId]);
  const { total, newest } = (await read(page)).calls;
  assert.deepEqual([total, newest.length], [11, 8]);
  assert.deepEqual(
    newest.map(({ call_id }: { call_id: string }) => call_id),
    [...ids].sort().reverse().slice(0, 8),
  );
  assert.ok(!JSON.stringify(newest).includes(ended[0] ?? ''));
  await query(app, 'delete from open_calls where tenant_id = $1', [tenantId]);
});

test('failing and stopped webhooks and expiring keys need attention, each in its tenant and mode', async () => {
  const { console: page, tenantId } = await buildSignedIn(app, { licenses });
  const stranger = await buildSignedIn(app, { licenses });
  await addWebhook(tenantId, 'Fine');
  const failing = await addWebhook(tenantId, 'Failing', { isFailing: true });
  const stopped = await addWebhook(tenantId, 'Gone', { reason: 'endpoint_gone', isFailing: true });
  const removed = await addWebhook(tenantId, 'Removed', { isFailing: true });
  await query(app, 'update webhooks set deleted_at = now() where webhook_id = $1', [removed]);
  await addWebhook(stranger.tenantId, 'Of others', { isFailing: true });

  const expiresAt = inDays(13);
  const soon = await buildKey(app, tenantId, { kind: 'live', expiresAt });
  const test = await buildKey(app, tenantId, { kind: 'test', expiresAt });
  await buildKey(app, tenantId, { kind: 'live', expiresAt: inDays(15) });
  await buildKey(app, tenantId, { kind: 'live', expiresAt: inDays(-1) });
  const [revoked, rotated] = [
    await buildKey(app, tenantId, { kind: 'live', expiresAt }),
    await buildKey(app, tenantId, { kind: 'live', expiresAt }),
  ];
  await query(app, 'update api_keys set revoked_at = now() where key_id = $1', [revoked.keyId]);
  await query(app, 'update api_keys set replaced_by = $2 where key_id = $1', [rotated.keyId, soon.keyId]);

  const webhooks = [
    { webhook_id: failing, label: 'Failing', disabled_reason: null },
    { webhook_id: stopped, label: 'Gone', disabled_reason: 'endpoint_gone' },
  ];
  const key = { name: 'Key', expires_at: expiresAt.toISOString() };
  const live = await read(page);
  assert.deepEqual(live.attention, { webhooks, trunks: [], keys: [{ ...key, key_id: soon.keyId }] });
  assert.equal(live.first_steps.webhook, true);
  assert.deepEqual((await read(page, 'test')).attention, {
    ...{ webhooks, trunks: [] },
    keys: [{ ...key, key_id: test.keyId }],
  });
  assert.deepEqual((await read(stranger.console)).attention.keys, []);

  const viewer = await logIn(app, (await buildAdministrator(app, tenantId, { role: 'viewer' })).email);
  const { attention, first_steps } = await read(viewer);
  assert.deepEqual([attention.webhooks, attention.keys.length, first_steps], [[], 1, null]);

  await query(app, 'delete from tenant_licenses where tenant_id = $1', [tenantId]);
  const unlicensed = await until(async () => {
    const home = await read(page);
    return home.attention.webhooks.length === 0 && home;
  });
  assert.equal(unlicensed.first_steps.webhook, null);
});

test('trunks that do not work need attention in live mode', async () => {
  const { tenantId } = await buildSignedIn(app, { role: 'viewer' });
  const stranger = await buildSignedIn(app);
  const add = async (owner: number, name: string) => {
    const sql = `insert into trunks (tenant_id, name, host, port, transport, codecs)
      values ($1, $2, 'sip.carrier.example', 5060, 'udp', '{ulaw}') returning trunk_id::int`;
    const [trunk] = await query(app, sql, [owner, name]);
    return trunk?.trunk_id as Id<'trunk'>;
  };
  const [silent, refused, working, elsewhere] = [
    await add(tenantId, 'silent'),
    await add(tenantId, 'refused'),
    await add(tenantId, 'working'),
    await add(stranger.tenantId, 'elsewhere'),
  ];
  // A telephone system that knows the trunks of both tenants.
  const states = new Map<string, PartyState>([
    [trunkEndpoint(silent), 'unreachable'],
    [trunkEndpoint(refused), 'rejected'],
    [trunkEndpoint(working), 'registered'],
    [trunkEndpoint(elsewhere), 'unreachable'],
  ]);
  const sources = { systems: [{ states: async () => states }], readRegistered: async () => () => false };
  const db = connect(app.databaseUrl, { poolSize: 2, applicationName: 'test', onIdleError: () => {} });
  const trunksIn = async (kind: 'test' | 'live') => {
    const caller = {
      tenantId,
      kind,
      licenses: new Set<License>(),
      projects: null,
      administrator: { role: 'viewer' as const },
    };
    return (await readHome(db, caller, sources)).attention.trunks;
  };
  try {
    assert.deepEqual(await trunksIn('live'), [
      { trunk_id: silent, name: 'silent', state: 'unreachable' },
      { trunk_id: refused, name: 'refused', state: 'rejected' },
    ]);
    assert.deepEqual(await trunksIn('test'), []);
  } finally {
    await db.close();
  }
});

test('the page is for signed-in people, and takes no parameters', async () => {
  assertProblem(await browser(app).get('/home'), 401, 'not_signed_in');
  const { console: page, key } = await buildSignedIn(app, { licenses });
  assertProblem(await page.get('/home?days=3'), 422, 'validation_failed');
  assert.equal((await client(app, key).get('/home')).status, 404);
});
