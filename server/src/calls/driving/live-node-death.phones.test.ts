import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveTenant } from '../../../test/build/live-tenant.ts';
import { query } from '../../../test/builders.ts';
import { withPhoneLab } from '../../../test/phone-lab/phone-lab.ts';
import { serve, temporaryDataFolder } from '../../../test/program.ts';
import { secretsKey } from '../../../test/secrets.ts';
import { client } from '../../../test/test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';

// Nodes die in the middle of real calls. The telephones notice nothing, because other nodes continue the calls.

await withPhoneLab(async (lab) => {
  const databaseUrl = await createTestDatabase();
  const { ASTERISK_URL, ...settings } = lab.settings;
  const dataFolder = temporaryDataFolder();
  const startProcess = () =>
    serve({
      ...settings,
      ASTERISK_URL: ASTERISK_URL.join(),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'error',
      SECRETS_KEY: secretsKey,
      ANALYSIS_WORKERS: '0',
    });

  const invitesTo = (number: string) =>
    new Set(
      lab.carrier
        .invites()
        .filter(({ to }) => to === number)
        .map(({ text }) => text.match(/^Call-ID: *(\S+)/m)?.[1]),
    );

  // A phone rings for two seconds and then answers while no node drives the call; the dead node's lease lasts four seconds.
  const stages = [
    { field: 'staff_leg_status', value: 'ringing', phone: 'sip:phone775', number: '+818011111678' },
    { field: 'customer_leg_status', value: 'ringing', phone: 'sip:alice', number: '+818022222775' },
    { field: 'status', value: 'connected', phone: 'sip:alice', number: '+818033333678' },
  ];

  test('kill -9 of the node that drives them: phones ring on, talks go on, another node carries them to one end', async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    const node = { databaseUrl, address: first.address };
    const calls = await Promise.all(
      stages.map(async ({ field, value, phone, number }) => {
        const tenant = await liveTenant(node, phone);
        return { tenant, field, value, number };
      }),
    );
    const ids = await Promise.all(
      calls.map(async ({ tenant, field, value, number }) => {
        const callId = await tenant.start(number);
        await tenant.reach(callId, field, value);
        return callId;
      }),
    );
    first.child.kill('SIGKILL');
    await first.ended;

    for (const [i, { tenant, number }] of calls.entries()) {
      const callId = ids[i] as string;
      await tenant.reach(callId, 'status', 'connected', second);
      const channels = await lab.leftovers();
      assert.ok(
        channels.some((name) => name.includes(`${tenant.tenantId}-live-`)),
        'its lines are there',
      );
      assert.equal((await client(second, tenant.key).post(`/calls/${callId}/hangup`)).status, 200);
      const call = await tenant.over(callId, second);
      assert.deepEqual([call.status, call.end_reason], ['connected', 'hung_up_by_api']);
      assert.equal(call.recording?.status, 'ready', 'what was said is kept');
      const expected = ['call.initiated', 'call.ringing', 'call.connected', 'call.completed'];
      assert.deepEqual(await tenant.events(), expected);
      assert.equal(invitesTo(number).size, 1, 'dialed once');
    }
    second.child.kill('SIGTERM');
    await second.ended;
  });

  test('kill -9 of the only node: the next one to start finds a talk that goes on and one that has ended', async () => {
    const first = await startProcess();
    const node = { databaseUrl, address: first.address };
    const [going, ended] = [await liveTenant(node), await liveTenant(node)];
    const ids = [await going.start('+818044444678'), await ended.start('+818055555777')] as const;
    await going.reach(ids[0], 'status', 'connected');
    await ended.reach(ids[1], 'status', 'connected');
    first.child.kill('SIGKILL');
    await first.ended;
    // The customer hangs up while no node is there to notice.
    const customerFile = new RegExp(`${ended.tenantId}-live-.*\\.customer`);
    await until(async () => !(await lab.leftovers()).some((name) => customerFile.test(name)));

    const next = await startProcess();
    const gone = await ended.over(ids[1], next);
    assert.deepEqual([gone.status, gone.recording?.status], ['connected', 'ready']);
    assert.equal(gone.hangup_by, 'customer');
    assert.ok(gone.recording.duration_seconds > 2.5, `${gone.recording.duration_seconds} of three seconds of talk`);
    assert.deepEqual((await ended.events()).filter((type) => type === 'call.completed').length, 1);

    await until(async () => {
      const [row] = await query({ databaseUrl }, 'select count(*)::int as n from nodes where alive_until > now()');
      return row?.n === 1;
    });
    assert.equal((await client(next, going.key).post(`/calls/${ids[0]}/hangup`)).status, 200);
    const call = await going.over(ids[0], next);
    assert.deepEqual([call.status, call.end_reason, call.recording?.status], ['connected', 'hung_up_by_api', 'ready']);
    next.child.kill('SIGTERM');
    await next.ended;
  });
});
