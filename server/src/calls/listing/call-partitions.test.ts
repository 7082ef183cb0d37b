import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { atEnd } from '../../../test/at-end.ts';
import { buildCalls } from '../../../test/build/build-calls.ts';
import { query } from '../../../test/builders.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { ofOldCalls } from '../../compose/recorded-calls.ts';
import { connect } from '../../database/connect.ts';
import { recordingsIn } from '../../recordings/recording-files.ts';
import { dropOldCalls, makeCallPartitions } from './call-partitions.ts';
import { foldCallCounts } from './fold-call-counts.ts';

// A database without a server, because its chores would create partitions too.
const databaseUrl = await createTestDatabase();
const db = connect(databaseUrl, { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);

const folder = mkdtempSync(join(tmpdir(), 'trunkline-recordings-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const recordings = recordingsIn(folder);

const months = async () => {
  const rows = await query(
    { databaseUrl },
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'calls'::regclass order by 1`,
  );
  return rows.map(({ name }) => name.replace('calls_', '').replace('_', '-'));
};

test('this month and the next three are created ahead, once, by any node', async () => {
  const before = await months();
  const now = new Date('2031-11-30T23:59:59.999Z');
  await Promise.all([1, 2, 3].map(() => makeCallPartitions(db, now)));
  const made = ['2031-11', '2031-12', '2032-01', '2032-02'];
  assert.deepEqual(await months(), [...before, ...made]);
  await makeCallPartitions(db, now);
  await makeCallPartitions(db, new Date('2031-12-01T00:00:00.000Z'));
  assert.deepEqual(await months(), [...before, ...made, '2032-03']);

  const [id] = await buildCalls({ databaseUrl }, { tenantId: 1, projectId: 1 }, [{ at: now }]);
  assert.ok(id);
  const rows = await query({ databaseUrl }, `select tableoid::regclass::text as name from calls`);
  assert.deepEqual(rows, [{ name: 'calls_2031_11' }]);
});

test('months that ended before the days that are kept go, with all that is known of their calls', async () => {
  const moments = ['2021-01-01T00:00:00Z', '2021-01-31T23:59:59.999Z', '2021-02-01T00:00:00Z', '2021-03-15T12:00:00Z'];
  for (const tenantId of [1, 2]) {
    const calls = moments.map((at, i) => ({
      at: new Date(at),
      externalId: `old-${i}`,
      staffId: 1,
      isTest: i % 2 === 0,
    }));
    await buildCalls({ databaseUrl }, { tenantId, projectId: 1 }, calls);
  }
  await foldCallCounts(db);
  for (const tenantId of [1, 2])
    await buildCalls({ databaseUrl }, { tenantId, projectId: 1 }, [{ at: new Date('2021-01-02T00:00:00Z') }]);
  await query({ databaseUrl }, `insert into call_arrivals select tenant_id, call_id::text, call_id from calls`);
  const kept = async (where = 'true') => {
    const counts = await query(
      { databaseUrl },
      `select
         (select count(*)::int from calls where initiated_at < '2022-01-01' and ${where}) as calls,
         (select count(*)::int from call_external_ids where external_id like 'old-%' and ${where}) as external_ids,
         (select count(*)::int from call_arrivals where call_id < uuid_at('2022-01-01') and ${where}) as arrivals,
         (select count(*)::int from call_count_changes where ${where}) as changes,
         (select coalesce(sum(talked), 0)::int from (
            select tenant_id, quarter, talked from call_counts union all select tenant_id, quarter, talked from staff_call_counts) all_counts
          where quarter < extract(epoch from '2022-01-01'::timestamptz) / 900 and ${where}) as counted`,
    );
    return Object.values(counts[0] ?? {});
  };
  // Each call is counted in six grains, and in two of its staff member over all projects.
  assert.deepEqual(await kept(), [10, 8, 10, 2, 64]);
  const ids = await query(
    { databaseUrl },
    `select tenant_id, call_id from calls where initiated_at < '2022-01-01' order by 2`,
  );
  const files = ids.map(({ tenant_id, call_id }) => join(folder, tenant_id, `${call_id}.wav`));
  for (const tenant of ['1', '2']) mkdirSync(join(folder, tenant));
  for (const file of files) writeFileSync(file, 'speech');
  const recorded = () => files.filter((file) => existsSync(file)).length;

  await dropOldCalls(db, ofOldCalls(db, recordings), 0, new Date('2031-01-01T00:00:00Z'));
  await dropOldCalls(db, ofOldCalls(db, recordings), 30, new Date('2021-03-02T23:59:59.999Z'));
  assert.deepEqual(await kept(), [10, 8, 10, 2, 64], 'January ended less than 30 days before');

  await dropOldCalls(db, ofOldCalls(db, recordings), 30, new Date('2021-03-03T00:00:00Z'));
  assert.deepEqual(await kept(), [4, 4, 4, 0, 32]);
  assert.deepEqual(await kept('tenant_id = 1'), [2, 2, 2, 0, 16]);
  assert.equal(recorded(), 4);
  assert.ok(!(await months()).includes('2021-01'));
  assert.ok((await months()).includes('2021-02'));

  await dropOldCalls(db, ofOldCalls(db, recordings), 30, new Date('2021-06-01T00:00:00Z'));
  assert.deepEqual(await kept(), [0, 0, 0, 0, 0]);
  const [{ n } = { n: 0 }] = await query({ databaseUrl }, `select count(*)::int as n from calls`);
  assert.ok(n > 0, 'younger calls are still there');
});

test('a month is not removed while a reader uses it', async () => {
  await buildCalls({ databaseUrl }, { tenantId: 1, projectId: 1 }, [{ at: new Date('2020-05-05T00:00:00Z') }]);
  const reader = new pg.Client({ connectionString: databaseUrl });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select from calls limit 1');
  const now = new Date('2020-09-01T00:00:00Z');
  await assert.rejects(dropOldCalls(db, ofOldCalls(db, recordings), 30, now), { code: 'unavailable' });
  assert.ok((await months()).includes('2020-05'));
  await reader.query('commit');
  await reader.end();
  await dropOldCalls(db, ofOldCalls(db, recordings), 30, now);
  assert.ok(!(await months()).includes('2020-05'));
});
