import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import pg from 'pg';
import { buildProject, buildStaff, buildTenant, query, type TestTenant } from '../../../test/builders.ts';
import { withPhoneLab } from '../../../test/phone-lab/phone-lab.ts';
import { client, startNode } from '../../../test/test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { decodeId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';

// Customers call in over real SIP; everything else goes through the public API with live keys. The phone lab's
// `answering-scenario.ts` defines how phones behave.

await withPhoneLab(async (lab) => {
  const dataFolder = join(lab.recordings, 'data');
  const logged: string[] = [];
  const config = {
    ...lab.settings,
    DATA_DIR: dataFolder,
    RING_SECONDS_STAFF: 4,
  };
  const log = createLog('info', { write: (line) => logged.push(line) });
  const app = await startNode(await createTestDatabase(), config, log);
  const sql = (text: string, values: unknown[] = []) => query(app, text, values);
  afterEach(async () => {
    await until(async () => (await sql('select 1 from open_calls')).length === 0);
    const left = readdirSync(lab.recordings).filter((name) => /-live-/.test(name));
    assert.deepEqual(left, [], 'what Asterisk recorded has been taken away');
  });

  let numbers = 0;
  /** A tenant with a number whose project rings these phones. */
  async function buildOwner(phones: string[], project: Record<string, unknown> = {}, country = 'JP') {
    const tenant = await buildTenant(app, { kind: 'live', country, licenses: ['open_api_advanced'] });
    const { tenantId, projectId } = tenant;
    const staff: number[] = [];
    for (const phone of phones) {
      const staffId = await buildStaff(app, tenantId);
      await sql('update staff set phone = $2 where staff_id = $1', [staffId, phone]);
      staff.push(staffId);
    }
    for (const [column, value] of Object.entries(project))
      await sql(`update projects set ${column} = $2 where project_id = $1`, [projectId, value]);
    const number = `+813${String(++numbers).padStart(8, '0')}`;
    await sql('insert into numbers (number, tenant_id, project_id) values ($1, $2, $3)', [number, tenantId, projectId]);
    return { ...tenant, staff, number, calls: callsOf(tenant) };
  }
  type Owner = Awaited<ReturnType<typeof buildOwner>>;

  /** The calls of a tenant in full, the newest first, once there are `count` of them and all have ended. */
  function callsOf({ api }: Pick<TestTenant, 'api'>) {
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const period = `from=${dayIn(0)}&to=${dayIn(1)}`;
    return (count = 1) =>
      until(async () => {
        const { body } = await api.get(`/calls?${period}`);
        if (body.data.length < count) return undefined;
        const calls = await Promise.all(
          body.data.map(async ({ call_id }: { call_id: string }) => (await api.get(`/calls/${call_id}`)).body.data),
        );
        return calls.every(({ ended_at }) => ended_at) && calls;
      });
  }
  const eventsOf = async ({ tenantId }: Owner) =>
    (await sql('select type from events where tenant_id = $1 order by event_id', [tenantId])).map(({ type }) => type);
  const reportOf = async ({ api }: Owner) =>
    (await api.get('/reports/users')).body.data.map((row: Record<string, number>) => [
      row.staff_id,
      row.inbound_calls,
      row.connected_calls,
      row.missed_calls,
    ]);
  const callIn = (to: string, manner: object = {}, over?: Parameters<typeof lab.callIn>[1]) =>
    lab.callIn({ from: '+819012340000', to, patience: 8_000, talks: 1_200, ...manner }, over);

  test('the first staff member to answer has the call; the customer is identified by number', async () => {
    const owner = await buildOwner(['sip:phone999', 'sip:alice']);
    const { body } = await owner.api.post('/customers', {
      project_id: owner.projectId,
      name: 'Suzuki',
      tel2: '090-1234-0000',
    });
    const { ended } = await callIn(owner.number);
    const [call] = await owner.calls();
    assert.equal(await ended, 0);
    assert.deepEqual(
      [call.call_type, call.status, call.end_reason, call.hangup_by, call.phone_number, call.test],
      ['inbound', 'connected', 'completed', 'customer', '+819012340000', false],
    );
    assert.deepEqual([call.staff_id, call.customer_id], [owner.staff[1], body.data.customer_id]);
    assert.deepEqual([call.staff_leg_status, call.customer_leg_status], ['ended', 'ended']);
    assert.ok(call.answered_at && call.duration_seconds >= 1 && call.duration_seconds < 10);
    assert.equal(call.recording.status, 'ready');
    assert.ok(existsSync(join(dataFolder, 'recordings', `${owner.tenantId}`, `${decodeId('call', call.call_id)}.wav`)));
    const events = ['customer.created', 'call.initiated', 'call.ringing', 'call.connected', 'call.completed'];
    assert.deepEqual(await eventsOf(owner), events);
    assert.deepEqual(await reportOf(owner), [
      [owner.staff[0], 0, 0, 0],
      [owner.staff[1], 1, 1, 0],
    ]);
  });

  test('a call to a single staff member who does not answer is missed by that staff member', async () => {
    const owner = await buildOwner(['sip:phone999']);
    const { statuses, ended } = await callIn(owner.number);
    const [call] = await owner.calls();
    await ended;
    assert.deepEqual([call.status, call.end_reason, call.staff_id], ['missed_call', 'staff_no_answer', owner.staff[0]]);
    assert.deepEqual([call.answered_at, call.duration_seconds, call.recording], [null, 0, null]);
    assert.equal(statuses().at(-1), 480);
    assert.deepEqual(await eventsOf(owner), ['call.initiated', 'call.ringing', 'call.missed']);
    assert.deepEqual(await reportOf(owner), [[owner.staff[0], 1, 0, 1]]);
  });

  test('a call that none of several staff members answers has no staff member', async () => {
    const owner = await buildOwner(['sip:phone486', 'sip:phone486'], { ring_strategy: 'in_order' });
    const { statuses, ended } = await callIn(owner.number);
    const [call] = await owner.calls();
    await ended;
    assert.deepEqual([call.status, call.end_reason, call.staff_id], ['missed_call', 'staff_busy', null]);
    assert.equal(statuses().at(-1), 486);
    assert.deepEqual(await eventsOf(owner), ['call.initiated', 'call.missed']);
    assert.deepEqual((await reportOf(owner)).at(-1), [null, 1, 0, 1]);
  });

  test('a project rings its own staff in their order, and skips staff who are on the phone', async () => {
    const owner = await buildOwner(['sip:alice', 'sip:hanako', 'sip:phone486'], { ring_strategy: 'in_order' });
    const [alice, hanako, busy] = owner.staff;
    for (const [i, staffId] of [busy, hanako].entries())
      await sql('insert into project_staff (tenant_id, project_id, staff_id, position) values ($1, $2, $3, $4)', [
        owner.tenantId,
        owner.projectId,
        staffId,
        i,
      ]);
    await callIn(owner.number, { talks: 4_000 });
    const talking = await until(async () => (await sql('select 1 from open_calls where staff_id = $1', [hanako]))[0]);
    assert.ok(talking, 'she is known to be busy');
    const start = { staff_id: hanako, project_id: owner.projectId, phone_number: '+819012345776' };
    assert.equal((await owner.api.post('/calls/initiate', start)).status, 409);
    await (await callIn(owner.number)).ended;
    const [second, first] = await owner.calls(2);
    assert.deepEqual([first.status, first.staff_id], ['connected', hanako]);
    assert.deepEqual([second.status, second.end_reason, second.staff_id], ['missed_call', 'staff_busy', busy]);
    assert.deepEqual(await reportOf(owner), [
      [alice, 0, 0, 0],
      [hanako, 1, 1, 0],
      [busy, 1, 0, 1],
    ]);
  });

  test('if all staff are on the phone, the caller gets busy', async () => {
    const owner = await buildOwner(['sip:alice']);
    const start = { staff_id: owner.staff[0], project_id: owner.projectId, phone_number: '+819012345678' };
    const { body } = await owner.api.post('/calls/initiate', start);
    const { ended, statuses } = await callIn(owner.number);
    await ended;
    assert.equal(statuses().at(-1), 486);
    await owner.api.post(`/calls/${body.data.call_id}/hangup`);
    const [call] = await owner.calls(2);
    assert.deepEqual([call.status, call.end_reason, call.staff_id], ['missed_call', 'staff_busy', null]);
  });

  test('a project that takes no anonymous calls rejects them at once, and takes others', async () => {
    const owner = await buildOwner(['sip:alice'], { accepts_anonymous: false });
    const hidden = await callIn(owner.number, { from: 'anonymous' });
    await hidden.ended;
    assert.equal(hidden.statuses().at(-1), 403);
    await callIn(owner.number);
    const calls = await owner.calls();
    assert.deepEqual(
      calls.map((call: Record<string, unknown>) => [call.status, call.phone_number]),
      [['connected', '+819012340000']],
    );
  });

  test('a caller who gives up is missed; one who shows no number is anonymous', async () => {
    const owner = await buildOwner(['sip:phone999']);
    await callIn(owner.number, { from: 'anonymous', patience: 2_000 });
    const [call] = await owner.calls();
    assert.deepEqual([call.status, call.end_reason, call.phone_number], ['missed_call', 'caller_gave_up', 'anonymous']);
    assert.equal(call.customer_id, null);
    const { body } = await owner.api.get('/reports/calls');
    assert.equal(body.data[0].phone_number, 'anonymous');
    assert.deepEqual(await eventsOf(owner), ['call.initiated', 'call.ringing', 'call.missed']);
  });

  test('the caller is the party in P-Asserted-Identity, unless the number is withheld', async () => {
    const owner = await buildOwner(['sip:alice']);
    const number = '+819055550001';
    const asserted = `P-Asserted-Identity: "Suzuki" <sip:${number}@carrier.example;user=phone>`;
    const ours = { from: 'trunkuser' };
    const hidden = { from: 'anonymous', fromHost: 'anonymous.invalid' };
    const rows: [caller: object, shown: string][] = [
      [{ ...ours, headers: [asserted] }, number],
      [{ ...ours, headers: [`P-Asserted-Identity: <tel:${number}>`] }, number],
      [{ ...ours, headers: [asserted, 'Privacy: none'] }, number],
      [{ ...ours, headers: [asserted, 'Privacy: id'] }, 'anonymous'],
      [{ ...ours, headers: [asserted, 'Privacy: user;id;critical'] }, 'anonymous'],
      [{ ...ours, headers: [asserted, 'Privacy: "id'] }, 'anonymous'],
      [{ ...hidden, headers: [asserted] }, 'anonymous'],
      [{ from: 'Anonymous', headers: [asserted] }, 'anonymous'],
      [{ ...hidden, headers: [asserted, 'Privacy: id'] }, 'anonymous'],
      [{ from: number, headers: ['Privacy: id'] }, 'anonymous'],
      [{ ...ours, headers: [`Remote-Party-ID: <sip:${number}@carrier.example>;privacy=full`] }, 'anonymous'],
      [{ ...ours }, 'anonymous'],
    ];
    for (const [i, [caller, shown]] of rows.entries()) {
      const [lines, invites] = [logged.length, lab.phones.invites().length];
      await (await callIn(owner.number, { ...caller, talks: 200 })).ended;
      const [call] = await owner.calls(i + 1);
      const situation = JSON.stringify(caller);
      assert.deepEqual([call.status, call.phone_number], ['connected', shown], situation);
      const rung = lab.phones.invites().slice(invites);
      assert.ok(
        rung.length > 0 && rung.every(({ from }) => from === shown),
        `${situation}: ${rung.map(({ from }) => from)}`,
      );
      const events = await sql('select events::text as event from events where tenant_id = $1 order by event_id', [
        owner.tenantId,
      ]);
      const reported = [...events.slice(-4).map(({ event }) => event), ...rung.map(({ text }) => text)].concat(
        logged.slice(lines),
      );
      if (shown === 'anonymous') assert.ok(!reported.join().includes(number.slice(-8)), situation);
    }
  });

  test('an unanswered caller leaves a message if the project takes messages', async () => {
    const owner = await buildOwner(['sip:unregistered'], { has_voicemail: true, records_calls: false, language: 'en' });
    const { ended } = await callIn(owner.number, { talks: 15_000 });
    const [call] = await owner.calls();
    assert.equal(await ended, 0);
    assert.deepEqual([call.status, call.end_reason, call.hangup_by], ['voicemail', 'voicemail', 'customer']);
    assert.deepEqual([call.answered_at, call.duration_seconds, call.staff_id], [null, 0, owner.staff[0]]);
    assert.ok(call.recording.status === 'ready' && call.recording.duration_seconds > 1.5);
    assert.ok(existsSync(join(dataFolder, 'recordings', `${owner.tenantId}`, `${decodeId('call', call.call_id)}.wav`)));
    assert.deepEqual(await eventsOf(owner), ['call.initiated', 'call.missed']);
  });

  test('calls of a project that does not record are not recorded, in either direction', async () => {
    const owner = await buildOwner(['sip:alice'], { records_calls: false, announces_recording: true });
    await callIn(owner.number, { talks: 500 });
    const [inbound] = await owner.calls();
    const start = { staff_id: owner.staff[0], project_id: owner.projectId, phone_number: '+819012345776' };
    assert.equal((await owner.api.post('/calls/initiate', start)).status, 200);
    const [outbound] = await owner.calls(2);
    for (const call of [inbound, outbound])
      assert.deepEqual([call.status, call.end_reason, call.recording], ['connected', 'completed', null]);
  });

  test('a number that is not assigned, or whose project is closed, cannot be reached, and nothing is stored', async () => {
    const owner = await buildOwner(['sip:alice']);
    const closed = await buildProject(app, owner.tenantId, false);
    await sql('insert into numbers (number, tenant_id, project_id) values ($1, $2, $3)', [
      '+81399999999',
      owner.tenantId,
      closed,
    ]);
    const before = await sql('select count(*)::int as n from calls');
    logged.length = 0;
    for (const number of ['+81388888888', '+81399999999']) {
      const { ended, statuses } = await callIn(number);
      await ended;
      assert.equal(statuses().at(-1), 404, number);
    }
    assert.deepEqual(await sql('select count(*)::int as n from calls'), before);
    const lines = logged.filter((line) => line.includes('inbound.number_unknown')).map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ number, from }) => [number, from]),
      [
        ['813****8888', '819*****0000'],
        ['813****9999', '819*****0000'],
      ],
    );
  });

  test('bytes that are no text lead to no number, and come from an anonymous caller', async () => {
    const owner = await buildOwner(['sip:alice']);
    const digits = owner.number.slice(0, -1);
    for (const end of ['%FF', '%F0%9F%98%80', '%00', '%0D%0A', '%22%29%5D', '%24%7BEXTEN%7D', '9'.repeat(300)]) {
      const { ended, statuses } = await callIn(`${digits}${end}`);
      await ended;
      assert.equal(statuses().at(-1), 404, end);
    }
    const asserted = 'P-Asserted-Identity: <sip:%FF@carrier.example>';
    const callers = [{ from: '+819012340000%FF' }, { from: '%F0%9F%98%80' }, { from: 'ours', headers: [asserted] }];
    for (const [i, caller] of callers.entries()) {
      await (await callIn(owner.number, { ...caller, talks: 200 })).ended;
      const [call] = await owner.calls(i + 1);
      assert.deepEqual([call.status, call.phone_number], ['connected', 'anonymous'], caller.from);
    }
  });

  test("a tenant's trunk accepts calls for that tenant only", async () => {
    const [one, other] = [await buildOwner(['sip:alice']), await buildOwner(['sip:alice'])];
    const ownCarrier = async ({ tenantId }: Owner) => {
      const { host, port } = await lab.anotherCarrier();
      const [row] = await sql(
        `insert into trunks (tenant_id, name, host, port, transport, codecs)
         values ($1, 'own', $2, $3, 'udp', '{ulaw}') returning 'trunk-' || trunk_id as trunk`,
        [tenantId, host, port],
      );
      const identify = `/asterisk/config/dynamic/res_pjsip/identify/${row?.trunk}`;
      await until(() => lab.asterisk.ask(identify).catch(() => undefined));
      return { address: host };
    };
    const [first, second] = [await ownCarrier(one), await ownCarrier(other)];
    const refused = await callIn(other.number, {}, first);
    await refused.ended;
    assert.equal(refused.statuses().at(-1), 404);
    assert.deepEqual(await eventsOf(other), []);
    await callIn(other.number, { talks: 300 }, second);
    const [call] = await other.calls();
    assert.equal(call.status, 'connected');
  });

  test('numbers are found however the carrier writes them', async () => {
    const owner = await buildOwner(['sip:alice']);
    const digits = owner.number.slice(3);
    const written = [`0081${digits}`, `0${digits}`, `81${digits}`];
    for (const [i, to] of written.entries()) {
      await (await callIn(to, { talks: 200, from: '09012340000' })).ended;
      await owner.calls(i + 1); // Until the call has ended here too, she is on the phone.
    }
    const calls = await owner.calls(written.length);
    assert.deepEqual(
      calls.map(({ status, phone_number }) => [status, phone_number]),
      written.map(() => ['connected', '09012340000']),
    );
  });

  /** The node that takes calls. */
  let serving = app;
  /** Replaces the serving node by another; resolves once the new one has started. */
  async function replace() {
    const [before, next] = [serving, await startNode(app.databaseUrl, config, log)];
    serving = next;
    return { stopped: before.stop(), callsFrom: ({ key }: Owner) => callsOf({ api: client(next, key) }) };
  }

  test('when a node stops, the next one goes on with the talk and with the message', async () => {
    const talking = await buildOwner(['sip:phone999', 'sip:alice']);
    const leaving = await buildOwner([], { has_voicemail: true, language: 'en' });
    await callIn(leaving.number, { talks: 20_000, from: '+819012341111' });
    await callIn(talking.number, { talks: 18_000 });
    await until(() => readdirSync(lab.recordings).some((name) => name.includes('.message.received.')));
    const { stopped, callsFrom } = await replace();
    await stopped;
    const [talk] = await callsFrom(talking)();
    assert.deepEqual([talk.status, talk.end_reason, talk.staff_id], ['connected', 'completed', talking.staff[1]]);
    assert.ok(talk.duration_seconds >= 8 && talk.recording.duration_seconds > 8);
    const [message] = await callsFrom(leaving)();
    assert.deepEqual([message.status, message.end_reason, message.hangup_by], ['voicemail', 'voicemail', 'customer']);
    assert.ok(message.recording.duration_seconds > 4);
    for (const owner of [talking, leaving])
      assert.equal((await eventsOf(owner)).filter((type) => /completed|missed/.test(type)).length, 1);
  });

  test('a caller who arrives while a node stops and the database is slow is put through by the next node', async () => {
    const owner = await buildOwner(['sip:alice']);
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table call_arrivals');
    const untilWaiting = (count: number) =>
      until(
        async () => (await sql("select from pg_locks where not granted and locktype = 'relation'")).length === count,
      );
    const { ended } = await callIn(owner.number, { patience: 15_000 });
    await untilWaiting(1);
    const { stopped, callsFrom } = await replace();
    await untilWaiting(2);
    await blocker.query('rollback');
    await blocker.end();
    await stopped;
    const [call, ...others] = await callsFrom(owner)();
    assert.deepEqual([call.status, call.end_reason, call.staff_id], ['connected', 'completed', owner.staff[0]]);
    assert.equal(others.length, 0);
    assert.equal(await ended, 0);
    assert.deepEqual(await eventsOf(owner), ['call.initiated', 'call.ringing', 'call.connected', 'call.completed']);
  });

  test('no number was written to the log', () => {
    assert.ok(logged.length > 0);
    // The callers' numbers and those of the projects, long enough not to occur in a request id by chance.
    assert.deepEqual(
      logged.filter((line) => /901234(0000|1111)|30{6}\d\d/.test(line)),
      [],
    );
  });
});
