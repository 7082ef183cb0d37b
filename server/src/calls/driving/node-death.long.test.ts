import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKey, buildStaff, buildTenant, query } from '../../../test/builders.ts';
import { serve, temporaryDataFolder } from '../../../test/program.ts';
import { secretsKey } from '../../../test/secrets.ts';
import { startDatabaseProxy } from '../../../test/stand-ins/database-proxy.ts';
import { assertProblem, client, startNode } from '../../../test/test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';

// Nodes die at any point of a call: each accepted call reaches one end, is dialed at most once, and ends in one event.

const databaseUrl = await createTestDatabase();
const database = { databaseUrl };
const settings = {
  DATA_DIR: temporaryDataFolder(),
  LOG_LEVEL: 'error',
  RATE_LIMIT: '0',
  SIMULATOR_SPEED: '4',
  ANALYSIS_WORKERS: '0',
  SECRETS_KEY: secretsKey,
};

const startProcess = () => serve({ ...settings, DATABASE_URL: databaseUrl });

async function assertAllEndedOnce(tenantId: number, acknowledged: string[]): Promise<void> {
  await until(async () => {
    const [row] = await query(
      database,
      `select (select count(*)::int from calls where tenant_id = $1 and ended_at is null) as going,
        (select count(*)::int from open_calls where tenant_id = $1) as open`,
      [tenantId],
    );
    return row?.going === 0 && row.open === 0;
  }, 60);
  const calls = await query(
    database,
    `select 'call_' || call_id as id, external_id, status, end_reason, sequence, ended_at,
      (select array_agg(type order by (data ->> 'sequence')::int) from events e
       where e.tenant_id = c.tenant_id and data ->> 'external_id' = c.external_id) as events,
      (select array_agg((data ->> 'sequence')::int order by (data ->> 'sequence')::int) from events e
       where e.tenant_id = c.tenant_id and data ->> 'external_id' = c.external_id) as sequences
     from calls c where tenant_id = $1 and call_type = 'outbound'`,
    [tenantId],
  );
  assert.equal(new Set(calls.map(({ external_id }) => external_id)).size, calls.length);
  const byExternalId = new Map(calls.map((call) => [call.external_id, call]));
  for (const external_id of acknowledged) assert.ok(byExternalId.has(external_id), `${external_id} was accepted`);
  for (const { external_id, status, events, sequences, sequence } of calls) {
    const ends = events.filter((type: string) => type === 'call.completed' || type === 'call.missed');
    assert.deepEqual(ends, [status === 'connected' ? 'call.completed' : 'call.missed'], `${external_id}: ${events}`);
    assert.equal(events[0], 'call.initiated');
    assert.equal(new Set(events).size, events.length, `${external_id}: ${events}`);
    assert.deepEqual(
      sequences,
      Array.from({ length: sequence }, (_, i) => i + 1),
    );
  }
  const [counted] = await query(
    database,
    `with sums as (
       select coalesce(sum(n), 0)::int as n from (
         select talked + no_answer + busy + rejected + canceled + failed + missed_call + voicemail as n
         from call_counts where tenant_id = $1 and grain = 'quarter'
         union all
         select talked + no_answer + busy + rejected + canceled + failed + missed_call + voicemail
         from unfolded_call_counts where tenant_id = $1) s)
     select n, (select count(*)::int from calls where tenant_id = $1) as calls from sums`,
    [tenantId],
  );
  assert.equal(counted?.n, counted?.calls, 'the counts agree with the calls');
}

test('nodes are killed while they carry calls, and others carry them to one end', async () => {
  let nodes = [await startProcess(), await startProcess()];
  const { tenantId, projectId, key } = await buildTenant({ ...database, address: '' });
  const staff_id = await buildStaff({ ...database, address: '' }, tenantId);
  const acknowledged: string[] = [];
  const endings = ['0001', '0002', '0005', '0006', '5555', '6666', '7777'];
  let serial = 0;

  const startCalls = async (count: number, onAcknowledged: () => void) => {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const external_id = `call-${serial++}`;
        const node = nodes[serial % 2] as (typeof nodes)[number];
        const phone_number = `+8190123${endings[serial % endings.length]}`;
        const body = { staff_id, project_id: projectId, phone_number, external_id };
        // A node that dies leaves some requests without an answer; their calls are stored completely or not at all.
        const answer = await client(node, key)
          .post('/calls/initiate', body)
          .catch(() => undefined);
        if (answer?.status === 200) acknowledged.push(external_id);
        onAcknowledged();
      }),
    );
  };

  for (const [victim, after] of [
    [0, 3],
    [1, 12],
    [0, 25],
  ] as const) {
    let done = 0;
    await startCalls(30, () => {
      if (++done === after) nodes[victim]?.child.kill('SIGKILL');
    });
    await nodes[victim]?.ended;
    nodes = nodes.with(victim, await startProcess());
    // Once more, with calls in the middle of their states: some ring, some talk.
    await until(async () => {
      await startCalls(10, () => {});
      const [row] = await query(
        database,
        `select count(*) filter (where status = 'ringing')::int as ringing,
          count(*) filter (where status = 'connected' and ended_at is null)::int as talking
         from calls where tenant_id = $1`,
        [tenantId],
      );
      return row && row.ringing + row.talking > 0;
    });
    nodes[victim]?.child.kill('SIGKILL');
    await nodes[victim]?.ended;
    nodes = nodes.with(victim, await startProcess());
    await assertAllEndedOnce(tenantId, acknowledged);
  }
  assert.ok(acknowledged.length > 60, `${acknowledged.length} calls were accepted`);
});

test('all nodes are killed: the next one to start goes on where they were', async () => {
  const { tenantId, projectId, key } = await buildTenant({ ...database, address: '' });
  const staff_id = await buildStaff({ ...database, address: '' }, tenantId);
  const node = await startProcess();
  const body = { staff_id, project_id: projectId, phone_number: '+819012345678', external_id: 'one' };
  assert.equal((await client(node, key).post('/calls/initiate', body)).status, 200);
  node.child.kill('SIGKILL');
  await node.ended;
  await startProcess();
  await assertAllEndedOnce(tenantId, ['one']);
});

test('the database fails in the middle: 503, nothing half done, and calls continue by themselves afterwards', async () => {
  const proxy = await startDatabaseProxy(databaseUrl);
  const node = { ...(await startNode(proxy.url, { RATE_LIMIT: 0 })), databaseUrl };
  const { tenantId, projectId } = await buildTenant(node);
  const live = client(node, (await buildKey(node, tenantId, { kind: 'test' })).key);
  const staff_id = await buildStaff(node, tenantId);
  const start = (external_id: string) =>
    live.post('/calls/initiate', { staff_id, project_id: projectId, phone_number: '+819012345678', external_id });
  assert.equal((await start('before')).status, 200);
  proxy.cut();
  assertProblem(await start('meanwhile'), 503, 'unavailable');
  proxy.restore();
  await until(async () => (await start('after')).status === 200);
  await assertAllEndedOnce(tenantId, ['before', 'after']);
});

test('a node that was away for too long lets others have its calls, and comes back as another node', async () => {
  const node = await startNode(databaseUrl, { SIMULATOR_SPEED: 1 });
  const { tenantId, projectId, api } = await buildTenant(node);
  const staff_id = await buildStaff(node, tenantId);
  const body = { staff_id, project_id: projectId, phone_number: '+819012345678', external_id: 'slow' };
  assert.equal((await api.post('/calls/initiate', body)).status, 200);
  const before = await query(node, 'select node_id from open_calls where tenant_id = $1', [tenantId]);
  await query(node, `update nodes set alive_until = now() - interval '1 second' where node_id = $1`, [
    before[0]?.node_id,
  ]);
  await until(async () => {
    const [now] = await query(node, 'select node_id from open_calls where tenant_id = $1', [tenantId]);
    return !now || now.node_id !== before[0]?.node_id;
  });
  await assertAllEndedOnce(tenantId, ['slow']);
});
