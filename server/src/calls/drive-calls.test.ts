import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { buildStaff, buildTenant, query } from '../../test/builders.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { connect } from '../database/connect.ts';
import type { CallRef, EngineEvent } from '../engine/engine.ts';
import { createSimulator } from '../engine/simulator.ts';
import { createLog } from '../platform/log.ts';
import { driveCalls } from './drive-calls.ts';
import { refOf } from './engine-call.ts';
import { hangUp } from './hang-up.ts';
import { lockCalls } from './lock-calls.ts';
import { becomeNode } from './node.ts';
import { performTasks } from './perform-tasks.ts';
import { recordingsIn } from './recordings.ts';
import { startCall } from './start-call.ts';
import { callTender } from './tend-calls.ts';

// Nodes without HTTP, whose engines keep a list of what they were told and what they told.

const databaseUrl = await createTestDatabase();
const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'trunkline-drive-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const db = connect(databaseUrl, { poolSize: 16, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);
const tenant = await buildTenant({ databaseUrl, address: '' });
const staff_id = await buildStaff({ databaseUrl, address: '' }, tenant.tenantId);

/** Every placing, and every end, by call. */
const placed: string[] = [];
const ended: string[] = [];

async function startNode(speed = 20) {
  const node = await becomeNode(db, log);
  const tell = (event: EngineEvent) => {
    if (event.kind === 'ended') ended.push(event.callId);
    driver.hear(event);
  };
  const simulator = createSimulator({ tell, log, speed, folder: join(folder, 'simulator') });
  const engine: typeof simulator = {
    ...simulator,
    place(call) {
      placed.push(call.callId);
      return simulator.place(call);
    },
  };
  const recordings = recordingsIn(join(folder, 'recordings'));
  const driver = driveCalls(db, { node, engines: { test: engine, live: undefined }, recordings, log });
  atEnd(async () => {
    await simulator.stop();
    await driver.stop();
  });
  return { node, driver, simulator, tend: callTender(db, node, driver) };
}

const caller = { tenantId: tenant.tenantId, kind: 'test', defaultCountry: null } as const;
const wanted = { phone_number: '+819012345678', staff_id, project_id: tenant.projectId };
const accept = async (nodeId: string) => refOf(await db.transaction((tx) => startCall(tx, caller, wanted, nodeId)));
const hangUpCall = (ref: CallRef) =>
  db.transaction(async (tx) => {
    const [call] = await lockCalls(tx, [ref]);
    return call && hangUp(tx, call, new Date());
  });
const rowOf = async ({ callId }: CallRef) =>
  (await query({ databaseUrl }, 'select * from calls where call_id = $1', [callId]))[0];
const isClosed = async ({ callId }: CallRef) =>
  (await query({ databaseUrl }, 'select 1 from open_calls where call_id = $1', [callId])).length === 0;

test('hang-ups at any moment leave no call with the engine, and nobody is called twice', async () => {
  // So slow that nobody answers before the hang-up.
  const nodes = [await startNode(0.2), await startNode(0.2)];
  await Promise.all(
    Array.from({ length: 120 }, async (_, i) => {
      const { node, driver } = nodes[i % 2] as (typeof nodes)[number];
      const ref = await accept(node.id());
      driver.dial(ref);
      // At once for some; for others in the middle of the transaction that dials, or a little after it.
      for (let turn = 0; turn < i % 7; turn++) await db.execute({ name: '', text: 'select 1', values: [] });
      const call = await hangUpCall(ref);
      if (call?.stage === 'dialling') driver.letGo(ref);
      await until(() => isClosed(ref));
      const row = await rowOf(ref);
      assert.deepEqual([row?.status, row?.recording], ['canceled', null]);
    }),
  );
  assert.equal(new Set(placed).size, placed.length, 'nobody is called twice');
  await until(() => placed.every((callId) => ended.includes(callId)));
});

test('a call that was taken by another node while it was being dialled is dialled by one of them', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const ref = await accept(one.node.id());
  const performing = db.transaction(async (tx) => {
    const dialled = await performTasks(tx, one.node.id(), [{ ...ref, kind: 'dial' }], new Date());
    const taking = query({ databaseUrl }, 'update open_calls set node_id = $1 where call_id = $2', [
      two.node.id(),
      ref.callId,
    ]);
    await until(async () => {
      const locks = await query({ databaseUrl }, 'select 1 from pg_locks where not granted');
      return locks.length > 0;
    });
    return { dialled, taking };
  });
  const { dialled, taking } = await performing;
  await taking;
  const again = await db.transaction((tx) => performTasks(tx, two.node.id(), [{ ...ref, kind: 'dial' }], new Date()));
  assert.deepEqual([dialled.dialled.length, again.dialled.length], [1, 0]);
  await hangUpCall(ref);
});

test('a call that was asked for too long ago is ended instead of dialled, and so is one that ends in the same moment', async () => {
  const { node } = await startNode();
  const late = await accept(node.id());
  await query(
    { databaseUrl },
    `update calls set initiated_at = initiated_at - interval '16 seconds' where call_id = $1`,
    [late.callId],
  );
  const lost = await accept(node.id());
  const over = {
    kind: 'ended',
    at: new Date(),
    ending: { status: 'failed', reason: 'system_recovered', hangupBy: 'system' },
  };
  const { dialled } = await db.transaction((tx) =>
    performTasks(
      tx,
      node.id(),
      [
        { ...late, kind: 'dial' },
        { ...lost, kind: 'dial' },
        { ...lost, kind: 'signal', signal: over as never, isOver: true },
      ],
      new Date(),
    ),
  );
  assert.deepEqual(dialled, []);
  for (const ref of [late, lost]) {
    assert.deepEqual([(await rowOf(ref))?.end_reason, await isClosed(ref)], ['system_recovered', true]);
  }
});

test('the tender leaves a call alone that the engine is just taking, and dials one that was forgotten once', async () => {
  const { node, driver, tend } = await startNode(0.2);
  const placing = await accept(node.id());
  driver.dial(placing);
  await until(() => placed.includes(placing.callId));
  await tend();
  assert.equal((await rowOf(placing))?.ended_at, null);

  const forgotten = await accept(node.id());
  await query(
    { databaseUrl },
    `update calls set initiated_at = initiated_at - interval '5 seconds' where call_id = $1`,
    [forgotten.callId],
  );
  await Promise.all([tend(), tend()]);
  await until(() => placed.includes(forgotten.callId));
  await tend();
  assert.equal(placed.filter((callId) => callId === forgotten.callId).length, 1);
  for (const ref of [placing, forgotten]) {
    await hangUpCall(ref);
    driver.letGo(ref);
    await until(() => isClosed(ref));
  }
});

test('a call that talked has its recording from the moment of its end on', async () => {
  const { node, driver } = await startNode();
  const ref = await accept(node.id());
  driver.dial(ref);
  const over = await until(async () => {
    const row = await rowOf(ref);
    return row?.ended_at && row;
  });
  assert.equal(over.status, 'connected');
  assert.deepEqual(Object.keys(over.recording), ['status', 'duration_seconds', 'size_bytes', 'channels']);
  assert.ok(existsSync(join(folder, 'recordings', `${ref.tenantId}`, `${ref.callId}.wav`)));
  await until(() => readdirSync(join(folder, 'simulator')).every((name) => !name.includes(ref.callId)));
});
