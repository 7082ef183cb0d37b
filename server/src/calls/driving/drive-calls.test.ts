import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { atEnd } from '../../../test/at-end.ts';
import { buildProject, buildStaff, buildTenant, query } from '../../../test/builders.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { onRecorded } from '../../compose/recorded-calls.ts';
import { connect } from '../../database/connect.ts';
import type { EngineCall, EngineEvent } from '../../engine/engine.ts';
import { createSimulator } from '../../engine/simulator.ts';
import type { CallRef } from '../../platform/call-ref.ts';
import { idOf, type NodeId, uuidv7 } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { recordingsIn } from '../../recordings/recording-files.ts';
import { hangUp } from '../hang-up.ts';
import { startCall } from '../start-call.ts';
import { engineCallOf } from '../state/engine-call.ts';
import { lockCalls } from '../state/lock-calls.ts';
import { driveCalls } from './drive-calls.ts';
import { becomeNode } from './node.ts';
import { callTender } from './tend-calls.ts';

// Nodes without HTTP, whose engines list their requests and events.

const databaseUrl = await createTestDatabase();
const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'trunkline-drive-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const db = connect(databaseUrl, { poolSize: 16, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);
const tenant = await buildTenant({ databaseUrl, address: '' });
const staff_id = await buildStaff({ databaseUrl, address: '' }, tenant.tenantId);

/** The call ids of all `place` requests, and of all ends. */
const placed: string[] = [];
const ended: string[] = [];

async function startNode(speed = 20, recordings = recordingsIn(join(folder, 'recordings'))) {
  const node = await becomeNode(db, log);
  const asked: string[] = [];
  const placedCalls: EngineCall[] = [];
  const report = (event: EngineEvent) => {
    if (event.kind === 'ended') ended.push(event.callId);
    driver.handle(event);
  };
  const simulator = createSimulator({ report, log, speed, folder: join(folder, 'simulator') });
  const engine: typeof simulator = {
    ...simulator,
    place(call) {
      placed.push(call.callId);
      placedCalls.push(call);
      return simulator.place(call);
    },
    adopt(calls) {
      asked.push(...calls.map(({ callId }) => callId));
      placedCalls.push(...calls);
      return simulator.adopt(calls);
    },
  };
  const driver = driveCalls(db, { node, engines: { test: engine, live: undefined }, recordings, onRecorded, log });
  atEnd(async () => {
    await simulator.stop();
    await driver.stop();
  });
  return { node, driver, simulator, asked, placedCalls, tend: callTender(db, node, driver) };
}

const caller = { tenantId: tenant.tenantId, kind: 'test', defaultCountry: null, hasCallLimits: false } as const;
const wanted = { phone_number: '+819012345678', staff_id, project_id: tenant.projectId };
const accept = async (nodeId: NodeId, project_id = tenant.projectId) =>
  engineCallOf(await db.transaction((tx) => startCall(tx, caller, { ...wanted, project_id }, nodeId)));
const hangUpCall = (ref: CallRef) =>
  db.transaction(async (tx) => {
    const [call] = await lockCalls(tx, [ref]);
    return call && hangUp(tx, call, new Date());
  });
const rowOf = async ({ callId }: CallRef) =>
  (await query({ databaseUrl }, 'select * from calls where call_id = $1', [callId]))[0];
const isClosed = async ({ callId }: CallRef) =>
  (await query({ databaseUrl }, 'select 1 from open_calls where call_id = $1', [callId])).length === 0;

test('hang-ups at any moment leave no call in the engine, and no phone is called twice', async () => {
  // So slow that no party answers before the hangup.
  const nodes = [await startNode(0.02), await startNode(0.02)];
  await Promise.all(
    Array.from({ length: 120 }, async (_, i) => {
      const { node, driver } = nodes[i % 2] as (typeof nodes)[number];
      const ref = await accept(node.id());
      driver.place(ref, performance.now());
      // At once for some calls, a little later for others.
      for (let turn = 0; turn < i % 7; turn++) await db.execute({ name: '', text: 'select 1', values: [] });
      const call = await hangUpCall(ref);
      if (call) driver.letGo(ref);
      await until(() => isClosed(ref));
      const row = await rowOf(ref);
      assert.deepEqual([row?.status, row?.recording], ['canceled', null]);
    }),
  );
  assert.equal(new Set(placed).size, placed.length, 'nobody is called twice');
  await until(() => placed.every((callId) => ended.includes(callId)));
});

const isOver = async (ref: CallRef) => (await rowOf(ref))?.ended_at !== null;
const makeOlder = ({ callId }: CallRef, seconds: number) =>
  query({ databaseUrl }, "update calls set dialled_at = dialled_at - $2 * interval '1 second' where call_id = $1", [
    callId,
    seconds,
  ]);

test('the tender leaves a call alone while it is being placed, and asks about one that was never placed', async () => {
  const { node, driver, tend, asked } = await startNode(0.2);
  const [accepted, placing] = [await accept(node.id()), await accept(node.id())];
  driver.place(placing, performance.now());
  await makeOlder(placing, 4);
  await makeOlder(accepted, -4); // A busy machine needs seconds to get here.
  await tend();
  assert.equal(asked.length, 0);
  await makeOlder(accepted, 7);
  await tend();
  assert.deepEqual(asked, [accepted.callId]);
  await makeOlder(placing, 7);
  for (let turn = 0; turn < 31; turn++) await tend();
  assert.ok(asked.includes(placing.callId), 'all are asked about now and then');
  for (const ref of [placing, accepted]) {
    assert.equal(await isOver(ref), false);
    await hangUpCall(ref);
    driver.letGo(ref);
    await until(() => isClosed(ref));
  }
});

test('a call whose acceptance took too long is not placed any more', async () => {
  const { node, driver } = await startNode();
  const call = await accept(node.id());
  driver.place(call, performance.now() - 2_001);
  assert.ok(!placed.includes(call.callId));
});

test('a call that talked has its recording from the moment of its end on', async () => {
  const { node, driver } = await startNode();
  const ref = await accept(node.id());
  driver.place(ref, performance.now());
  const over = await until(async () => {
    const row = await rowOf(ref);
    return row?.ended_at && row;
  });
  assert.equal(over.status, 'connected');
  assert.deepEqual(Object.keys(over.recording), ['status', 'duration_seconds', 'size_bytes', 'channels']);
  assert.ok(existsSync(join(folder, 'recordings', `${ref.tenantId}`, `${ref.callId}.wav`)));
  await until(() => readdirSync(join(folder, 'simulator')).every((name) => !name.includes(ref.callId)));
});

test('a call that was hung up has its recording, also when it is asked about before that is kept', async () => {
  const files = recordingsIn(join(folder, 'recordings'));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const keeping: string[] = [];
  const { node, driver } = await startNode(1, {
    ...files,
    async keep(call, file, seconds) {
      keeping.push(call.callId);
      await released;
      return files.keep(call, file, seconds);
    },
  });
  const ref = await accept(node.id());
  driver.place(ref, performance.now());
  await until(async () => (await rowOf(ref))?.status === 'connected');
  await hangUpCall(ref);
  driver.letGo(ref);
  await until(() => keeping.includes(ref.callId));
  // An engine has nothing left of a call whose end it has reported.
  const engineOf = ({ isTest }: CallRef) => {
    const engine = driver.engineOf({ isTest });
    return engine && { ...engine, adopt: async () => [] };
  };
  await callTender(db, node, { ...driver, engineOf: engineOf as typeof driver.engineOf })();
  release();
  await until(() => isClosed(ref));
  assert.equal((await rowOf(ref))?.recording?.status, 'ready');
});

test('the engine is not asked about a call whose end and recording are being committed', async () => {
  const { node, driver, tend, asked } = await startNode(1);
  const ref = await accept(node.id());
  driver.place(ref, performance.now());
  await until(async () => (await rowOf(ref))?.status === 'connected');
  await hangUpCall(ref);
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from calls where call_id = $1 for update', [ref.callId]);
  driver.letGo(ref);
  await until(() => existsSync(join(folder, 'recordings', `${ref.tenantId}`, `${ref.callId}.wav`)));
  await tend();
  // The node may ask about calls that other tests' nodes have left behind.
  assert.ok(!asked.includes(ref.callId), 'the engine would offer a file that is about to be removed');
  await holder.query('commit');
  await holder.end();
  await until(() => isClosed(ref));
  assert.equal((await rowOf(ref))?.recording?.status, 'ready');
  await until(() => !driver.isEnding(ref.callId));
});

test("the engine gets the caller id and the trunk of the call's project, from any node", async () => {
  const { tenantId } = tenant;
  const [trunk] = await query(
    { databaseUrl },
    `insert into trunks (tenant_id, name, host, port, transport, codecs)
     values ($1, 'carrier', 'sip.carrier.example', 5060, 'udp', '{ulaw}') returning trunk_id`,
    [tenantId],
  );
  const project = await buildProject({ databaseUrl, address: '' }, tenantId);
  const change = 'update projects set caller_id = $2, trunk_id = $3 where project_id = $1';
  await query({ databaseUrl }, change, [project, '+81312345678', trunk?.trunk_id]);

  const [one, other] = [await startNode(0.2), await startNode(0.2)];
  const [known, plain] = [await accept(one.node.id(), project), await accept(one.node.id())];
  for (const call of [known, plain]) one.driver.place(call, performance.now());
  for (const call of [known, plain]) await makeOlder(call, 20);
  const sql = 'update open_calls set node_id = $1 where call_id = any($2)';
  await query({ databaseUrl }, sql, [other.node.id(), [known.callId, plain.callId]]);
  await other.tend();

  for (const { placedCalls } of [one, other]) {
    const way = ({ callId }: CallRef) => {
      const call = placedCalls.find((call) => call.callId === callId);
      return [call?.callerId, call?.trunk];
    };
    assert.deepEqual(way(known), ['+81312345678', `trunk-${trunk?.trunk_id}`]);
    assert.deepEqual(way(plain), [null, null]);
  }
});

test('the engine of a node that takes over a call knows whether the call was hung up meanwhile', async () => {
  const [one, other] = [await startNode(0.2), await startNode(0.2)];
  const [hungUp, plain] = [await accept(one.node.id()), await accept(one.node.id())];
  for (const call of [hungUp, plain]) await makeOlder(call, 20);
  await hangUpCall(hungUp);
  const sql = 'update open_calls set node_id = $1 where call_id = any($2)';
  await query({ databaseUrl }, sql, [other.node.id(), [hungUp.callId, plain.callId]]);
  await other.tend();
  const isHangingUp = ({ callId }: CallRef) => other.placedCalls.find((call) => call.callId === callId)?.isHangingUp;
  assert.deepEqual([isHangingUp(hungUp), isHangingUp(plain)], [true, false]);
});

test('nodes share the calls of a dead node, of all its tenants, and leave those of a living one', async () => {
  const nodes = [await startNode(), await startNode()];
  const [living, dead] = [(await startNode()).node.id(), idOf('node', uuidv7())];
  await query({ databaseUrl }, `update nodes set alive_until = 'infinity'`);
  await query({ databaseUrl }, 'delete from open_calls');
  const open = (tenantId: number, nodeId: NodeId, calls: number) =>
    query(
      { databaseUrl },
      `insert into open_calls (tenant_id, is_test, call_id, node_id, stage)
       select $1, true, gen_random_uuid(), $2, 'dialling' from generate_series(1, $3)`,
      [tenantId, nodeId, calls],
    );
  for (const tenantId of [900_001, 900_002, 900_003]) await open(tenantId, dead, 400);
  await open(900_001, living, 5);
  const callsOf = async (nodeId: NodeId) =>
    (await query({ databaseUrl }, 'select count(*)::int as n from open_calls where node_id = $1', [nodeId]))[0]?.n;
  const counts = () => Promise.all([...nodes.map(({ node }) => node.id()), living, dead].map(callsOf));

  await Promise.all(nodes.map(({ tend }) => tend()));
  assert.deepEqual(await counts(), [500, 500, 5, 200], 'each takes over a bounded number in a turn');
  await Promise.all(nodes.map(({ tend }) => tend()));
  const [one = 0, other = 0, ...rest] = await counts();
  assert.deepEqual([one + other, ...rest], [1_200, 5, 0]);
});
