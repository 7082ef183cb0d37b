import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { buildDeliveries } from '../../../test/build/build-deliveries.ts';
import { buildTenant, query } from '../../../test/builders.ts';
import { startCustomApp } from '../../../test/custom-app.ts';
import { secretsKey } from '../../../test/secrets.ts';
import { assertProblem, type TestAnswer } from '../../../test/test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { waiting } from '../../../test/while-held.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { secretBox } from '../../platform/secret-box.ts';
import { listDeliveries, listDeliveriesByStatus } from '../queue/delivery-queries.ts';
import { foldDeliveryCounts } from '../queue/fold-delivery-counts.ts';
import { forgetDeliveries } from '../queue/forget-deliveries.ts';
import { cancelStopped } from '../queue/stop-deliveries.ts';
import { urlChecker } from '../sending/check-url.ts';
import { guardedAgent } from '../sending/guarded-agent.ts';

// The app without delivery workers, so that pending deliveries stay pending.
const app = await startCustomApp({
  webhooks: {
    box: secretBox(Buffer.from(secretsKey, 'base64')),
    checkUrl: urlChecker({ allowPrivate: false }),
    agent: guardedAgent('public'),
  },
});

async function build(fields: object = {}) {
  const tenant = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const sent = { url: 'https://hooks.example.com/', events: ['customer.created'], ...fields };
  const answer = await tenant.api.post('/webhooks', sent);
  assert.equal(answer.status, 201, answer.text);
  const webhookId: number = answer.body.data.webhook_id;
  return { ...tenant, webhookId, path: `/webhooks/${webhookId}` };
}
type Built = Awaited<ReturnType<typeof build>>;

const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);

/** The kept counts and the actual numbers of deliveries, which must be equal. */
async function countsOf({ webhookId }: Built): Promise<Record<string, number>> {
  const rows = await query(
    app,
    `select 'counted' as of, status, sum(n)::int as n from delivery_counts where webhook_id = $1 group by 2
     having sum(n) <> 0
     union all select 'there', status, count(*)::int from deliveries where webhook_id = $1 group by 2`,
    [webhookId],
  );
  const of = (which: string) =>
    Object.fromEntries(rows.flatMap(({ of, status, n }) => (of === which ? [[status, n]] : [])));
  assert.deepEqual(of('counted'), of('there'));
  return of('there');
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('deliveries are listed newest first, by page and by status, with exact totals', async () => {
  const built = await build();
  const { api, path } = built;
  const empty = { data: [], pagination: { current_page: 1, per_page: 50, total: 0, last_page: 1 } };
  assert.deepEqual((await api.get(`${path}/deliveries`)).body, empty);

  const failed = await buildDeliveries(app, built, { status: 'failed', count: 3, at: ago(3) });
  const delivered = await buildDeliveries(app, built, { status: 'delivered', count: 4, at: ago(2) });
  const pending = await buildDeliveries(app, built, { count: 2, at: ago(1) });
  const ids = [...failed, ...delivered, ...pending].reverse();
  const list = async (query: string) => {
    const answer = await api.get(`${path}/deliveries${query}`);
    assert.equal(answer.status, 200, answer.text);
    const { data, pagination } = answer.body;
    return { ids: data.map(({ delivery_id }: { delivery_id: string }) => delivery_id), total: pagination.total };
  };
  assert.deepEqual(await list(''), { ids, total: 9 });
  for (const per_page of [1, 2, 3, 4, 5, 8, 9, 10])
    for (let page = 1; page <= 10; page++) {
      const expected = ids.slice((page - 1) * per_page, page * per_page);
      assert.deepEqual(await list(`?per_page=${per_page}&page=${page}`), { ids: expected, total: 9 });
    }
  assert.deepEqual(await list('?page=3'), { ids: [], total: 9 });
  assert.deepEqual(await list('?status=failed'), { ids: failed.toReversed(), total: 3 });
  assert.deepEqual(await list('?status=delivered&per_page=3&page=2'), { ids: delivered.slice(0, 1), total: 4 });
  assert.deepEqual(await list('?status=canceled'), { ids: [], total: 0 });
  await foldDeliveryCounts(app.db);
  assert.deepEqual(await list('?status=pending'), { ids: pending.toReversed(), total: 2 });
  assert.deepEqual(faultsOf(await api.get(`${path}/deliveries?status=lost&per_page=500`)).sort(), [
    'per_page out_of_range',
    'status not_allowed',
  ]);
});

test('a delivery shows its event, its attempts and when it is sent next', async () => {
  const { api, path, projectId, webhookId } = await build();
  await api.post('/customers', { project_id: projectId, name: 'A' });
  const read = async () => (await api.get(`${path}/deliveries`)).body.data[0];
  const { delivery_id, event_id, created_at, next_attempt_at, ...rest } = await read();
  assert.match(delivery_id, /^dlv_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  assert.match(event_id, /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  assert.deepEqual(rest, { event_type: 'customer.created', status: 'pending', attempts: [] });
  assert.ok(Math.abs(Date.parse(next_attempt_at) - Date.parse(created_at)) < 10_000);
  const sql = `select claim, failures, claimed_at, due_at <= now() as is_due, e.type, created_at = $2 as is_shown
    from deliveries d join (select tenant_id, event_id, type from events) e using (tenant_id, event_id) where webhook_id = $1`;
  assert.deepEqual(await query(app, sql, [webhookId, created_at]), [
    { claim: 0, failures: 0, claimed_at: null, is_due: true, type: 'customer.created', is_shown: true },
  ]);

  const outcome = { response_status: 200, response_body: 'ok', error: null };
  const attempt = { at: created_at, duration_ms: 12, ...outcome, error_code: null };
  await query(app, `update deliveries set status = 'delivered', attempts = $2 where webhook_id = $1`, [
    webhookId,
    JSON.stringify([attempt]),
  ]);
  const delivered = await read();
  assert.deepEqual([delivered.attempts, delivered.next_attempt_at], [[attempt], null]);
});

test('a page of a long log is read off an index, also by a plan that was made while there was none', async () => {
  const databaseUrl = await createTestDatabase();
  // The same setting as in the server's pool.
  const connection = new pg.Client({ connectionString: databaseUrl, options: '-c plan_cache_mode=force_generic_plan' });
  await connection.connect();
  const lists = [
    { list: listDeliveries, byStatus: '' },
    { list: listDeliveriesByStatus, byStatus: `'delivered'` },
  ];
  const execution = ({ list, byStatus }: (typeof lists)[number], offset = 100) => {
    const values: Record<string, string> = {
      tenant_id: '1',
      webhook_id: '1',
      status: byStatus,
      offset: `${offset}`,
      limit: '50',
    };
    return `execute ${list.name}(${list.order.map((name) => values[name]).join(', ')})`;
  };
  for (const one of lists) {
    await connection.query(`prepare ${one.list.name} as ${one.list.text}`);
    await connection.query(execution(one));
  }
  await buildDeliveries(
    { databaseUrl },
    { tenantId: 1, webhookId: 1 },
    { status: 'delivered', count: 20_000, at: ago(2) },
  );
  for (const moment of ['before', 'after']) {
    // The rows between the page and the nearer end, plus those of the page.
    for (const one of lists)
      for (const [offset, read] of Object.entries({ 0: 50, 100: 150, 19850: 150, 19950: 50, 19990: 10, 30000: 0 })) {
        const { rows } = await connection.query(`explain (analyze, format json) ${execution(one, Number(offset))}`);
        const scans = scansIn(rows[0]['QUERY PLAN'][0].Plan).filter((scan) => scan['Actual Loops'] > 0);
        for (const scan of scans) assert.match(scan['Node Type'], /^Index/, `${moment} the table was analyzed`);
        const rowsRead = scans.map((scan) => scan['Actual Rows']);
        assert.deepEqual(rowsRead, read > 0 ? [read] : [], `from ${offset} on`);
      }
    await connection.query('analyze deliveries');
  }
  await connection.end();
});

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
};

function scansIn(plan: Plan): Plan[] {
  const within = (plan.Plans ?? []).flatMap(scansIn);
  return plan['Relation Name'] === 'deliveries' ? [plan, ...within] : within;
}

test('a retry restarts the schedule now, after any outcome of the delivery', async () => {
  const built = await build();
  const { api, path, webhookId } = built;
  for (const status of ['failed', 'delivered', 'canceled', 'pending'] as const) {
    const [id] = await buildDeliveries(app, built, { status, at: ago(2), failures: 8 });
    await query(app, `update deliveries set due_at = now() + interval '1 hour' where webhook_id = $1`, [webhookId]);
    const answer = await api.post(`${path}/deliveries/${id}/retry`);
    assert.equal(answer.status, 202, answer.text);
    const { delivery_id, status: now, next_attempt_at } = answer.body.data;
    assert.deepEqual([delivery_id, now], [id, 'pending']);
    assert.ok(Math.abs(Date.parse(next_attempt_at) - Date.now()) < 10_000, next_attempt_at);
  }
  assert.deepEqual(await countsOf(built), { pending: 4 });
  const rows = await query(app, 'select distinct failures, claim from deliveries where webhook_id = $1', [webhookId]);
  assert.deepEqual(rows, [{ failures: 0, claim: 1 }]);
});

test('a delivery that is being sent right now is not sent twice by a retry', async () => {
  const built = await build();
  const [id] = await buildDeliveries(app, built, { isClaimed: true, failures: 5 });
  assert.equal((await built.api.post(`${built.path}/deliveries/${id}/retry`)).status, 202);
  const [row] = await query(
    app,
    'select failures, claim, due_at > now() as is_claimed from deliveries where webhook_id = $1',
    [built.webhookId],
  );
  assert.deepEqual(row, { failures: 5, claim: 0, is_claimed: true });
});

test('deliveries of others, old ones and malformed ids cannot be retried', async () => {
  const [mine, theirs] = [await build(), await build()];
  const [id] = await buildDeliveries(app, theirs, { status: 'failed' });
  const [old] = await buildDeliveries(app, mine, { status: 'failed', at: ago(24 * 30 + 1) });
  for (const path of [
    `${mine.path}/deliveries/${id}/retry`,
    `${theirs.path}/deliveries/${id}/retry`,
    `${mine.path}/deliveries/${old}/retry`,
    `${mine.path}/deliveries/${String(id).toLowerCase()}/retry`,
    `${mine.path}/deliveries/1/retry`,
  ])
    assertProblem(await mine.api.post(path), 404, 'not_found');
  assertProblem(await mine.api.get(`${theirs.path}/deliveries`), 404, 'not_found');
});

test('to a disabled webhook nothing can be sent again', async () => {
  const built = await build({ is_enabled: false });
  const [id] = await buildDeliveries(app, built, { status: 'failed' });
  assert.deepEqual(faultsOf(await built.api.post(`${built.path}/deliveries/${id}/retry`)), [
    'is_enabled webhook_disabled',
  ]);
  assert.deepEqual(faultsOf(await built.api.post(`${built.path}/replay`, { since: '2026-01-01' })), [
    'is_enabled webhook_disabled',
  ]);
  assert.deepEqual(await countsOf(built), { failed: 1 });
});

test('a replay sends failed deliveries of a period again, or all of them', async () => {
  const built = await build();
  const { api, path } = built;
  await buildDeliveries(app, built, { status: 'failed', count: 3, at: ago(5) });
  await buildDeliveries(app, built, { status: 'delivered', count: 4, at: ago(4) });
  await buildDeliveries(app, built, { status: 'canceled', count: 5, at: ago(3) });
  await buildDeliveries(app, built, { status: 'failed', count: 6, at: ago(2) });
  await buildDeliveries(app, built, { status: 'failed', count: 1, at: ago(24 * 30 + 1) });
  const replay = async (body: object) => {
    const answer = await api.post(`${path}/replay`, body);
    assert.equal(answer.status, 202, answer.text);
    return answer.body;
  };
  const since = (hours: number) => ({ since: ago(hours).toISOString() });
  assert.deepEqual(await replay(since(1)), { data: { queued: 0 } });
  assert.deepEqual(await replay({ ...since(6), until: ago(5.5).toISOString() }), { data: { queued: 0 } });
  assert.deepEqual(await replay({ ...since(6), until: ago(4.5).toISOString() }), { data: { queued: 3 } });
  assert.deepEqual(await countsOf(built), { pending: 3, delivered: 4, canceled: 5, failed: 7 });
  assert.deepEqual(await replay({ since: '0001-01-01', until: null }), { data: { queued: 6 } });
  assert.deepEqual(await replay({ since: '2020-01-01', until: '9999-12-31', status: 'all' }), { data: { queued: 9 } });
  assert.deepEqual(await countsOf(built), { pending: 18, failed: 1 });
  assert.deepEqual(await replay({ since: '9999-12-31' }), { data: { queued: 0 } });
});

test('a replay sends deliveries that wait for a retry now, and no other pending delivery', async () => {
  const built = await build();
  const { api, path, webhookId } = built;
  const waiting = await buildDeliveries(app, built, { failures: 3, count: 4, at: ago(2) });
  const later = `update deliveries set is_queued = false, due_at = now() + interval '5 hours' where webhook_id = $1`;
  await query(app, later, [webhookId]);
  const [failed] = await buildDeliveries(app, built, { status: 'failed', failures: 8, at: ago(2) });
  await buildDeliveries(app, built, { status: 'delivered', at: ago(2) });
  await buildDeliveries(app, built, { count: 2, at: ago(2) });
  const [sending] = await buildDeliveries(app, built, { failures: 2, isClaimed: true, at: ago(2) });
  await buildDeliveries(app, built, { failures: 1, at: ago(4) });
  const replay = async (status?: string) => {
    const { body } = await api.post(`${path}/replay`, { since: ago(3).toISOString(), status });
    return body.data.queued;
  };
  assert.equal(await replay(), 5);
  const rows = await query(
    app,
    `select delivery_id from deliveries
     where webhook_id = $1 and status = 'pending' and is_queued and due_at <= now() and failures = 0 and claim = 1`,
    [webhookId],
  );
  assert.deepEqual(rows.map(({ delivery_id }) => encodeId('dlv', delivery_id)).sort(), [...waiting, failed].sort());
  const [left] = await query(app, 'select failures, claim, is_queued from deliveries where delivery_id = $1', [
    decodeId('dlv', String(sending)),
  ]);
  assert.deepEqual(left, { failures: 2, claim: 0, is_queued: false });
  assert.deepEqual(await countsOf(built), { pending: 9, delivered: 1 });
  assert.equal(await replay(), 0);
  assert.equal(await replay('all'), 1);
  assert.deepEqual(await countsOf(built), { pending: 10 });
});

test('an unreadable period is refused', async () => {
  const { api, path } = await build();
  const cases: [object, string[]][] = [
    [{}, ['since required']],
    [{ since: 'yesterday', until: '2026-13-01' }, ['since invalid_format', 'until invalid_format']],
    [{ since: 5, status: 'delivered' }, ['since invalid_type', 'status not_allowed']],
    [{ since: '2026-11-02', until: '2026-11-01' }, ['until out_of_range']],
    [{ since: '2026-11-02', from: '2026-11-01' }, ['from unknown_field']],
  ];
  for (const [body, faults] of cases) assert.deepEqual(faultsOf(await api.post(`${path}/replay`, body)).sort(), faults);
});

test('a replay of 100,000 is taken and one more is refused, with nothing done', async () => {
  const built = await build();
  await buildDeliveries(app, built, { status: 'failed', count: 100_001, at: ago(2) });
  const since = { since: ago(3).toISOString() };
  assert.deepEqual(faultsOf(await built.api.post(`${built.path}/replay`, since)), ['since limit_reached']);
  assert.deepEqual(await countsOf(built), { failed: 100_001 });
  await query(
    app,
    `with gone as (delete from deliveries where delivery_id = (
       select delivery_id from deliveries where webhook_id = $1 limit 1) returning *)
     insert into delivery_counts select tenant_id, webhook_id, status, -1 from gone`,
    [built.webhookId],
  );
  const replayed = await built.api.post(`${built.path}/replay`, since);
  assert.deepEqual(replayed.body, { data: { queued: 100_000 } });
  assert.deepEqual(await countsOf(built), { pending: 100_000 });
});

test('replays at once queue each delivery once', async () => {
  const built = await build();
  await buildDeliveries(app, built, { status: 'failed', count: 250, at: ago(2) });
  await buildDeliveries(app, built, { failures: 1, count: 250, at: ago(2) });
  const send = () => built.api.post(`${built.path}/replay`, { since: ago(3).toISOString() });
  const answers = await Promise.all([send(), send(), send()]);
  const queued = answers.reduce((sum, { body }) => sum + body.data.queued, 0);
  assert.equal(queued, 500);
  assert.deepEqual(await countsOf(built), { pending: 500 });
});

/** Returns a check whether it is too late for any worker to start sending what is claimed now. */
async function claimsOf({ webhookId }: Built): Promise<() => Promise<boolean>> {
  const [claimed] = await query(app, 'select max(claimed_at) as at from deliveries where webhook_id = $1', [webhookId]);
  return async () => {
    const sql = `select clock_timestamp() > $1::timestamptz + interval '1 second' as is_over`;
    return (await query(app, sql, [claimed?.at]))[0]?.is_over;
  };
}

test('a second concurrent disabling of a webhook waits as long', async () => {
  const built = await build();
  await buildDeliveries(app, built, { isClaimed: true });
  await query(app, 'update webhooks set is_enabled = false where webhook_id = $1', [built.webhookId]);
  const isOver = await claimsOf(built);
  assert.equal((await built.api.put(built.path, { is_enabled: false })).status, 200);
  assert.ok(await isOver());
});

test('deliveries that waited when the webhook was disabled are not sent when it is enabled again at once', async () => {
  const built = await build();
  await buildDeliveries(app, built, { count: 12_500, at: ago(1) });
  assert.equal((await built.api.put(built.path, { is_enabled: false })).status, 200);
  assert.equal((await built.api.put(built.path, { is_enabled: true })).status, 200);
  assert.deepEqual(await countsOf(built), { canceled: 12_500 });
  await built.api.post('/customers', { project_id: built.projectId, name: 'Afterwards' });
  assert.deepEqual(await countsOf(built), { canceled: 12_500, pending: 1 });
});

for (const how of ['disabled', 'deleted'] as const) {
  const stop = ({ api, path }: Built) =>
    how === 'disabled' ? api.put(path, { is_enabled: false }) : api.send('DELETE', path);

  test(`deliveries waiting for a webhook that is ${how} are canceled, however many there are`, async () => {
    const built = await build();
    await buildDeliveries(app, built, { count: 3_500, at: ago(1) });
    await buildDeliveries(app, built, { status: 'failed', count: 2 });
    assert.equal((await stop(built)).status, 200);
    assert.deepEqual(await countsOf(built), { canceled: 1_000, pending: 2_500, failed: 2 });
    await cancelStopped(app.db);
    assert.deepEqual(await countsOf(built), { canceled: 3_500, failed: 2 });
  });

  test(`the answer that a webhook was ${how} waits until no attempt can begin any more`, async () => {
    const built = await build();
    await buildDeliveries(app, built, { isClaimed: true });
    const isOver = await claimsOf(built);
    const answer = await stop(built);
    assert.equal(answer.status, 200, answer.text);
    assert.ok(await isOver());
    // Its attempt may still be in progress, and then its result is kept.
    assert.deepEqual(await countsOf(built), { pending: 1 });
    await cancelStopped(app.db);
    assert.deepEqual(await countsOf(built), { pending: 1 });
    await query(app, `update deliveries set due_at = now() where webhook_id = $1`, [built.webhookId]);
    await cancelStopped(app.db);
    assert.deepEqual(await countsOf(built), { canceled: 1 });
  });

  test(`a webhook is not ${how} during a claim, and no claim can begin meanwhile`, async () => {
    const built = await build();
    const queueLock = 'hashint8extended($1, 4)';
    const worker = new pg.Client({ connectionString: app.databaseUrl });
    await worker.connect();
    await worker.query('begin');
    await worker.query(`select pg_try_advisory_xact_lock_shared(${queueLock})`, [built.webhookId]);
    const stopping = stop(built);
    await until(async () => (await waiting(app)) > 0);
    const [other] = await query(app, `select pg_try_advisory_xact_lock_shared(${queueLock}) as is_free`, [
      built.webhookId,
    ]);
    assert.equal(other?.is_free, false);
    assert.equal(
      (
        await query(app, 'select from webhooks where webhook_id = $1 and is_enabled and deleted_at is null', [
          built.webhookId,
        ])
      ).length,
      1,
    );
    await worker.end();
    assert.equal((await stopping).status, 200);
  });
}

test('deliveries and events are forgotten after 30 days, but not while they are to be sent; counts stay right', async () => {
  const built = await build();
  const { tenantId, webhookId } = built;
  for (const status of ['delivered', 'failed', 'canceled'] as const) {
    await buildDeliveries(app, built, { status, count: 4_000, at: ago(24 * 30 + 1) });
    await buildDeliveries(app, built, { status, count: 2, at: ago(24 * 30 - 1) });
  }
  const eventCount = async () =>
    (await query(app, 'select count(*)::int as n from events where tenant_id = $1', [tenantId]))[0]?.n;
  const [pending] = await buildDeliveries(app, built, { at: ago(24 * 30 + 2) });

  await forgetDeliveries(app.db);
  assert.deepEqual(await countsOf(built), { delivered: 2, failed: 2, canceled: 2, pending: 1 });
  assert.equal(await eventCount(), 12_007, 'the event of what is to be sent, and those after it, stay');

  await query(
    app,
    `with ended as (update deliveries set status = 'failed' where webhook_id = $1 and status = 'pending' returning *)
     insert into delivery_counts select tenant_id, webhook_id, v.status, v.n from ended, (values ('pending', -1), ('failed', 1)) v (status, n)`,
    [webhookId],
  );
  await forgetDeliveries(app.db);
  assert.deepEqual(await countsOf(built), { delivered: 2, failed: 2, canceled: 2 });
  assert.equal(await eventCount(), 6);
  assert.ok(pending);

  await built.api.send('DELETE', built.path);
  await forgetDeliveries(app.db, new Date(Date.now() + 31 * 86_400_000));
  assert.deepEqual(await countsOf(built), {}, 'also those of deleted webhooks');
  assert.equal(await eventCount(), 0);
});

test('folding leaves one row for each status, and no sum changes while others write', async () => {
  const built = await build();
  for (let i = 0; i < 20; i++) await buildDeliveries(app, built, { count: 5 });
  const writing = Promise.all(
    Array.from({ length: 5 }, () => buildDeliveries(app, built, { status: 'failed', count: 3 })),
  );
  await Promise.all([foldDeliveryCounts(app.db), foldDeliveryCounts(app.db), writing]);
  await foldDeliveryCounts(app.db);
  assert.deepEqual(await countsOf(built), { pending: 100, failed: 15 });
  const rows = await query(app, 'select status from delivery_counts where webhook_id = $1 order by 1', [
    built.webhookId,
  ]);
  assert.deepEqual(rows, [{ status: 'failed' }, { status: 'pending' }]);
});
