import { foldCallCounts } from '../../server/src/calls/listing/fold-call-counts.ts';
import type { Database } from '../../server/src/database/connect.ts';
import { statement } from '../../server/src/database/sql.ts';
import { idOf, type TenantId } from '../../server/src/platform/ids.ts';
import { createTenant } from '../../server/src/tenants/create-tenant.ts';
import type { CallsDatabase } from './calls-database.ts';
import { type Figure, medianOf } from './figure.ts';
import { inParallel } from './in-parallel.ts';

// The cost of the counts for writers: a call with its count, and with the later folding of that, against the call alone. Each
// is a separate transaction; the rounds alternate.

const rounds = 7;
const callsPerRound = 1_000;
const writers = 16;

export async function measureCounters({ db }: CallsDatabase): Promise<Figure[]> {
  // A separate tenant: calls without counts would make the lists of another one wrong.
  const tenant_id = await db.transaction((tx) => createTenant(tx, { name: 'Bench counters' }));
  const write = (insertion: Insertion) => timed(() => writeCalls(db, tenant_id, insertion));
  await write(insertAlone);
  await write(insertCounted);
  await foldCallCounts(db);

  const times: { alone: number; counted: number; folded: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const alone = await write(insertAlone);
    const counted = await write(insertCounted);
    times.push({ alone, counted, folded: counted + (await timed(() => foldCallCounts(db))) });
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  const perCall = (name: 'alone' | 'counted' | 'folded') =>
    `${((medianOf(times.map((time) => time[name])) / callsPerRound) * 1_000).toFixed(0)} µs`;
  const figure = (measure: string, name: 'counted' | 'folded') => ({
    measure,
    against: perCall('alone'),
    ours: perCall(name),
    ratio: Number(medianOf(times.map((time) => time[name] / time.alone)).toFixed(2)),
    target: '',
  });
  return [
    figure('time of inserting a call with its count, against the call alone', 'counted'),
    figure('the same with the folding of the counts', 'folded'),
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

type Insertion = typeof insertAlone;

function writeCalls(db: Database, tenant_id: TenantId, insertion: Insertion): Promise<void> {
  return inParallel(writers, Array(callsPerRound).keys(), (serial) =>
    db.transaction((tx) => {
      const [staff_id, project_id] = [idOf('staff', 1 + (serial % 50)), idOf('project', 1 + (serial % 5))];
      return insertion.run(tx, { tenant_id, staff_id, project_id });
    }),
  );
}

const insertAlone = insertion('bench_insert_call', '');
const insertCounted = insertion(
  'bench_insert_counted_call',
  `, counted as (
      insert into call_count_changes (tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n)
      select :tenant_id, true, floor(extract(epoch from initiated_at) / 900)::int, :staff_id, :project_id, 'outbound',
        'initiating', 1
      from created)`,
);

function insertion(name: string, counted: string) {
  return statement({
    name,
    takes: { tenant_id: 'int8', staff_id: 'int8', project_id: 'int8' },
    sql: `
      with clock as materialized (select clock_timestamp() as moment), created as (
        insert into calls (tenant_id, is_test, call_id, call_type, status, phone_number, e164, staff_id, project_id,
          initiated_at, sequence)
        select :tenant_id, true, uuid_at(moment, substr(gen_random_uuid()::text, 19)), 'outbound', 'initiating',
          '+819012345678', '+819012345678', :staff_id, :project_id, date_trunc('milliseconds', moment), 1
        from clock
        returning initiated_at
      )${counted}
      select initiated_at from created`,
  });
}
