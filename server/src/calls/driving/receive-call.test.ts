import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { atEnd } from '../../../test/at-end.ts';
import { buildStaff, buildTenant, query } from '../../../test/builders.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { onRecorded } from '../../compose/recorded-calls.ts';
import { connect } from '../../database/connect.ts';
import { callRefOf } from '../../platform/call-ref.ts';
import { encodeId, idOf, type StaffId, uuidv7 } from '../../platform/ids.ts';
import { present } from '../../platform/present.ts';
import { startCall } from '../start-call.ts';
import { engineCallOf } from '../state/engine-call.ts';
import { readingsOf, shownNumber } from './called-number.ts';
import { findOwnCalls } from './node-queries.ts';
import { type CallTask, lost, performTasks } from './perform-tasks.ts';
import type { Arrival } from './receive-call.ts';

// Inbound calls in the database, and concurrent changes.

const databaseUrl = await createTestDatabase();
const built = { databaseUrl, address: '' };
const db = connect(databaseUrl, { poolSize: 8, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);
const sql = (text: string, values: unknown[] = []) => query(built, text, values);

let numbers = 0;
async function buildOwner(phones: string[]) {
  const { tenantId, projectId } = await buildTenant(built, { kind: 'live', country: 'JP' });
  const staff: StaffId[] = [];
  for (const phone of phones) {
    const staffId = await buildStaff(built, tenantId);
    await sql('update staff set phone = $2 where staff_id = $1', [staffId, phone]);
    staff.push(staffId);
  }
  const number = `+813${String(++numbers).padStart(8, '0')}`;
  await sql('insert into numbers (number, tenant_id, project_id) values ($1, $2, $3)', [number, tenantId, projectId]);
  const owner = { tenantId, kind: 'live', defaultCountry: 'JP', hasCallLimits: false } as const;
  const wanted = { phone_number: '+819012345678', project_id: projectId };
  return {
    ...{ tenantId, projectId, staff, number },
    callOut: (staff_id: StaffId) => db.transaction((tx) => startCall(tx, owner, { ...wanted, staff_id }, nodeId)),
  };
}

const nodeId = idOf('node', uuidv7());
const perform = (items: (CallTask | Arrival)[], node = nodeId) =>
  db.transaction((tx) => performTasks(tx, node, items, onRecorded));
const arrivalAt = (number: string, fields: Partial<Arrival> = {}): Arrival => ({
  ...{ kind: 'arrived', ref: `lab/${uuidv7()}`, from: '+819012345678', at: new Date() },
  to: { number, trunk: null },
  ...fields,
});
async function receive(number: string) {
  const { received } = await perform([arrivalAt(number)]);
  assert.ok(received[0]);
  return received[0].call;
}
const answered = (call: Awaited<ReturnType<typeof receive>>, staffId: StaffId | undefined): CallTask => ({
  ...callRefOf({ tenant_id: call.tenantId, is_test: false, call_id: call.callId }),
  kind: 'signal',
  signal: { kind: 'answered', leg: 'staff', at: new Date(), ...(staffId && { staffId }) },
  isOver: false,
});
const rowOf = async (callId: string) => (await sql('select * from calls where call_id = $1', [callId]))[0];
const ownerOf = async (callId: string) =>
  (await sql('select staff_id::int from open_calls where call_id = $1', [callId]))[0]?.staff_id;

test('a caller who is reported twice, by several nodes at once, makes one call', async () => {
  const { number, tenantId } = await buildOwner(['sip:alice']);
  const arrival = arrivalAt(number);
  const performed = await Promise.all(
    [nodeId, idOf('node', uuidv7()), idOf('node', uuidv7())].map((node) => perform([arrival, arrival], node)),
  );
  assert.equal(performed.flatMap(({ received }) => received).length, 1);
  assert.deepEqual(await sql('select type from events where tenant_id = $1', [tenantId]), [{ type: 'call.initiated' }]);
  assert.equal((await sql('select 1 from open_calls where tenant_id = $1', [tenantId])).length, 1);
});

test('the staff member who answers has the call, even if another call was accepted for them at that moment', async () => {
  const { number, staff, callOut } = await buildOwner(['sip:alice', 'sip:hanako']);
  const [alice, hanako] = [present(staff[0]), present(staff[1])];
  const [first, second] = [await receive(number), await receive(number)];
  const outbound = await callOut(alice);
  await perform([answered(first, alice), answered(second, hanako)]);
  for (const [{ callId }, staffId, owner] of [
    [first, alice, null],
    [second, hanako, hanako],
  ] as const) {
    const row = await rowOf(callId);
    assert.deepEqual([row?.status, Number(row?.staff_id)], ['connected', staffId]);
    assert.equal(await ownerOf(callId), owner);
  }
  assert.equal(await ownerOf(outbound.call_id), alice);
  await assert.rejects(callOut(hanako), { code: 'staff_busy' });
});

test('the only staff member to ring is not rung if a call is accepted for them at that moment', async (t) => {
  const { tenantId, number, staff } = await buildOwner(['sip:alice']);
  const accepting = new pg.Client({ connectionString: databaseUrl });
  await accepting.connect();
  t.after(() => accepting.end());
  await accepting.query('begin');
  await accepting.query(
    `insert into open_calls (tenant_id, is_test, call_id, staff_id, node_id, stage)
     values ($1, false, gen_random_uuid(), $2, gen_random_uuid(), 'dialling')`,
    [tenantId, staff[0]],
  );
  const receiving = receive(number);
  const waiting = `select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and query ~ 'claim_staff' and datname = current_database()`;
  await until(async () => (await sql(waiting)).length > 0);
  await accepting.query('commit');
  const call = await receiving;
  assert.deepEqual([call.staff, call.isAllStaffBusy], [[], true]);
  assert.equal(Number((await rowOf(call.callId))?.staff_id), staff[0], 'he has missed it');
});

test('an answer that was never reported is derived from the end, with the staff member who answered', async () => {
  const { number, staff } = await buildOwner(['sip:alice', 'sip:hanako']);
  const { tenantId, isTest, callId } = await receive(number);
  const at = new Date();
  const ending = { status: 'missed_call', reason: 'completed', hangupBy: 'staff', answeredAt: at } as const;
  const signal = { kind: 'ended', at, ending: { ...ending, answeredBy: present(staff[1]) } } as const;
  await perform([{ tenantId, isTest, callId, kind: 'signal', signal, isOver: true }]);
  const row = await rowOf(callId);
  assert.deepEqual([row?.status, Number(row?.staff_id)], ['connected', staff[1]]);
  assert.equal(await ownerOf(callId), undefined);
  const events = await sql(
    `select type, data ->> 'sequence' as sequence from events where data ->> 'call_id' = $1 order by 2`,
    [encodeId('call', callId)],
  );
  assert.deepEqual(
    events.map(({ type, sequence }) => `${sequence} ${type}`),
    ['1 call.initiated', '2 call.connected', '3 call.completed'],
  );
  assert.equal(row?.sequence, 3);
});

test('an inbound call that was lost is missed, for any reason', async () => {
  const { tenantId, isTest, callId } = await receive((await buildOwner([])).number);
  const signal = lost('system_recovered', new Date());
  await perform([{ tenantId, isTest, callId, kind: 'signal', signal, isOver: true }]);
  const row = await rowOf(callId);
  assert.deepEqual([row?.status, row?.end_reason], ['missed_call', 'system_recovered']);
});

test('the next node has the same data of a call as the first one', async () => {
  const { projectId, number, staff } = await buildOwner(['sip:alice', '+819011112222', 'sip:hanako']);
  await sql(
    `update projects set records_calls = false, has_voicemail = true, ring_strategy = 'in_order', language = 'en',
       caller_id = '+81312345678' where project_id = $1`,
    [projectId],
  );
  const call = await receive(number);
  const [found] = await findOwnCalls.all(db, { node_id: nodeId, call_ids: [call.callId] });
  assert.ok(found);
  assert.deepEqual(engineCallOf(found), call);
  assert.deepEqual(
    call.staff.map(({ staffId }) => staffId),
    staff,
  );
  assert.deepEqual([call.isRecorded, call.hasVoicemail, call.language], [false, true, 'en']);
});

test('callers hear the language of the country where the language of a call is detected', async () => {
  const heard = async (country: string | null, tenantLanguage: string | null, language: string | null) => {
    const { tenantId, projectId, number } = await buildOwner([]);
    await sql('update tenants set default_country = $2, language = $3 where tenant_id = $1', [
      ...[tenantId, country, tenantLanguage],
    ]);
    await sql('update projects set language = $2 where project_id = $1', [projectId, language]);
    return (await receive(number)).language;
  };
  assert.equal(await heard('JP', 'auto', null), 'ja');
  assert.equal(await heard(null, 'auto', null), 'en');
  assert.equal(await heard('JP', 'en', 'auto'), 'en');
  assert.equal(await heard('JP', 'auto', 'en'), 'en');
  assert.equal(await heard('JP', null, null), 'ja');
});

test("a staff member's mobile in a country that may not be called is not rung", async () => {
  const { tenantId, number, staff } = await buildOwner(['+12125550100', 'sip:alice', '+819011112222']);
  await sql(`update tenants set allowed_countries = '{JP}' where tenant_id = $1`, [tenantId]);
  const call = await receive(number);
  assert.deepEqual(
    call.staff.map(({ staffId }) => staffId),
    staff.slice(1),
  );
});

test('a number is read as its owner would, and in no other way', async () => {
  const { number } = await buildOwner(['sip:alice']);
  const american = '+13125550100';
  const us = await buildTenant(built, { kind: 'live', country: 'US' });
  await sql('insert into numbers (number, tenant_id, project_id) values ($1, $2, $3)', [
    american,
    us.tenantId,
    us.projectId,
  ]);
  const leadsTo = async (text: string) => (await perform([arrivalAt(text)])).received[0]?.call.tenantId;
  const own = await leadsTo(number);
  for (const text of [`0${number.slice(3)}`, `81${number.slice(3)}`, `0081${number.slice(3)}`])
    assert.equal(await leadsTo(text), own, text);
  for (const text of ['3125550100', '13125550100', american, '01113125550100'])
    assert.equal(await leadsTo(text), us.tenantId, text);
  for (const text of ['', 'alice', '+', '03125550100', '312']) assert.equal(await leadsTo(text), undefined, text);
  const { refused } = await perform([arrivalAt(number, { to: { number, trunk: 'staff-1' } })]);
  assert.equal(refused.length, 1, 'phones bring no calls');
});

test('a number that owners in several countries could mean leads to none of them, until it is written in full', async () => {
  const owners = await Promise.all(
    [
      ['AU', '+61312345678'],
      ['FR', '+33312345678'],
    ].map(async ([country = '', number = '']) => {
      const { tenantId, projectId } = await buildTenant(built, { kind: 'live', country });
      await sql('insert into numbers (number, tenant_id, project_id) values ($1, $2, $3)', [
        number,
        tenantId,
        projectId,
      ]);
      return { tenantId, number };
    }),
  );
  const { received, refused } = await perform([arrivalAt('0312345678')]);
  assert.deepEqual([received.length, refused.length], [0, 1]);
  for (const { number, tenantId } of owners)
    assert.equal((await perform([arrivalAt(number)])).received[0]?.call.tenantId, tenantId);
});

test('a trunk accepts calls for its own tenant, and for tenants with a trunk to the same host, which Asterisk cannot distinguish', async () => {
  const [one, other, stranger] = await Promise.all([1, 2, 3].map(() => buildOwner(['sip:alice'])));
  assert.ok(one && other && stranger);
  const addTrunk = async ({ tenantId }: typeof one, host: string) => {
    const [trunk] = await sql(
      `insert into trunks (tenant_id, name, host, port, transport, codecs)
       values ($1, 'Carrier', $2, 5060, 'udp', '{ulaw}') returning 'trunk-' || trunk_id as name`,
      [tenantId, host],
    );
    return trunk?.name as string;
  };
  const trunk = await addTrunk(one, 'sip.carrier.example');
  await addTrunk(other, 'SIP.carrier.example');
  await addTrunk(stranger, 'sip.other.example');
  const leadsTo = async ({ number }: typeof one) =>
    (await perform([arrivalAt(number, { to: { number, trunk } })])).received[0]?.call.tenantId;
  assert.equal(await leadsTo(one), one.tenantId);
  assert.equal(await leadsTo(other), other.tenantId);
  assert.equal(await leadsTo(stranger), undefined);
});

test('a trunk whose user name is one of several numbers leads to the number in To', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => buildOwner(['sip:alice'])));
  assert.ok(one && other);
  const user = `0${one.number.slice(3)}`;
  const trunks = await Promise.all(
    [one, other].map(async ({ tenantId }, i) => {
      const [trunk] = await sql(
        `insert into trunks (tenant_id, name, host, port, transport, codecs, username, password)
         values ($1, 'Numbers', 'sip.numbers.example', 5060, 'udp', '{ulaw}', $2, '\\x00') returning 'trunk-' || trunk_id as name`,
        [tenantId, i === 0 ? `${user}@numbers.example` : 'acme'],
      );
      return trunk?.name as string;
    }),
  );
  const leadsTo = async (number: string, numberInTo: string, trunk: string | null) =>
    (await perform([arrivalAt(number, { to: { number, numberInTo, trunk } })])).received[0]?.call.tenantId;
  for (const trunk of trunks) {
    assert.equal(await leadsTo(user, other.number, trunk), other.tenantId);
    for (const to of [one.number, user, 'acme', '', '+81399999999'])
      assert.equal(await leadsTo(user, to, trunk), one.tenantId, to);
    // A call that was forwarded: To has the number that was dialed at first.
    assert.equal(await leadsTo(one.number, other.number, trunk), one.tenantId);
    assert.equal(await leadsTo('acme', other.number, trunk), other.tenantId);
  }
  assert.equal(await leadsTo(user, other.number, null), one.tenantId);
});

test('a message is kept with the end of its call, which alone says that it is one', async () => {
  const { number } = await buildOwner(['sip:alice']);
  const call = await receive(number);
  const recording = { status: 'ready', duration_seconds: 3, size_bytes: 96_044, channels: 2 } as const;
  const { kept, unheard } = await perform([
    {
      ...{ tenantId: call.tenantId, isTest: false, callId: call.callId, kind: 'signal', isOver: true },
      signal: {
        kind: 'ended',
        at: new Date(),
        ending: { status: 'voicemail', reason: 'voicemail', hangupBy: 'customer' },
      },
      kept: { recording, source: 'file' },
    },
  ]);
  assert.deepEqual([kept.length, unheard.length], [1, 0]);
  const [row] = await sql('select status, recording from calls where call_id = $1', [call.callId]);
  assert.deepEqual(row, { status: 'voicemail', recording });
});

test('numbers without a plus have several readings, the likeliest first', () => {
  assert.deepEqual(readingsOf('+81312345678', ['US']), [{ number: '+81312345678', country: null }]);
  assert.deepEqual(readingsOf('0312345678', ['JP'])[0], { number: '+81312345678', country: 'JP' });
  assert.deepEqual(readingsOf('anonymous', ['JP']), []);
});

test('a caller is shown with the number that was used, or as anonymous', () => {
  for (const number of ['+819012345678', '090-1234-5678', '110']) assert.equal(shownNumber(number), number);
  for (const text of ['', 'anonymous', 'Anonymous', 'unknown', 'sip:a', '+', '1'.repeat(30)])
    assert.equal(shownNumber(text), 'anonymous');
});
