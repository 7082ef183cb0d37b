import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { atEnd } from '../../../test/at-end.ts';
import { buildCalls, type CallToBuild, insertCalls } from '../../../test/build/build-calls.ts';
import { buildKey, buildProject, buildStaff, buildTenant, query, type TestTenant } from '../../../test/builders.ts';
import { assertProblem, client, startTestApp, type TestAnswer, type TestClient } from '../../../test/test-app.ts';
import { until } from '../../../test/until.ts';
import type { Database } from '../../database/connect.ts';
import { encodeId, idOf } from '../../platform/ids.ts';
import { callStatuses } from '../state/call-state.ts';
import { foldCallCounts } from './fold-call-counts.ts';
import { type CallFilters, listCalls } from './list-calls.ts';

const app = await startTestApp();

const day = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const daysAgo = (days: number) => dayOf(Date.now() - days * day);
const today = `from=${daysAgo(0)}&to=${daysAgo(0)}`;
/** A period around the calls that are built now, whatever the hour. */
const lately = `from=${daysAgo(1)}&to=${daysAgo(-1)}`;

const itemsOf = (answer: TestAnswer) => {
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const idsOf = (answer: TestAnswer): string[] => itemsOf(answer).map(({ call_id }: { call_id: string }) => call_id);
const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed')
    .map(({ field, code }) => `${field} ${code}`)
    .sort();

test('an empty list has one last page and no rows', async () => {
  const { api } = await buildTenant(app);
  const answer = await api.get(`/calls?${today}`);
  assert.deepEqual(answer.body, { data: [], pagination: { current_page: 1, per_page: 50, total: 0, last_page: 1 } });
});

test('items carry exactly the fields of the contract, the number masked', async () => {
  const tenant = await buildTenant(app);
  const staffId = await buildStaff(app, tenant.tenantId);
  const at = new Date(`${daysAgo(1)}T10:00:00.000Z`);
  const phoneNumber = '+81-90-1234-5678';
  const calls = [
    { status: 'busy', phoneNumber, at, callType: 'inbound' },
    { staffId, phoneNumber, externalId: 'a', at },
  ];
  const [busy, connected] = await buildCalls(app, tenant, calls as CallToBuild[]);
  const common = { phone_number: '819*****5678', project_id: tenant.projectId };
  const answer = await tenant.api.get(`/calls?from=${daysAgo(1)}&to=${daysAgo(1)}`);
  const expected = [
    {
      ...{ call_id: connected, call_type: 'outbound', status: 'connected', ...common, staff_id: staffId },
      started_at: new Date(at.getTime() + 7_000).toISOString(),
      ended_at: new Date(at.getTime() + 67_000).toISOString(),
      ...{ duration_seconds: 60, external_id: 'a' },
    },
    {
      ...{ call_id: busy, call_type: 'inbound', status: 'busy', ...common, staff_id: null },
      started_at: new Date(at.getTime() + 1_000).toISOString(),
      ended_at: new Date(at.getTime() + 7_000).toISOString(),
      ...{ duration_seconds: 0, external_id: null },
    },
  ];
  const newestFirst = expected.toSorted((a, b) => ((a.call_id ?? '') < (b.call_id ?? '') ? 1 : -1));
  assert.deepEqual(itemsOf(answer), newestFirst);
  assert.deepEqual(Object.keys(itemsOf(answer)[0]), [
    ...['call_id', 'call_type', 'status', 'phone_number', 'staff_id', 'project_id', 'started_at', 'ended_at'],
    ...['duration_seconds', 'external_id'],
  ]);
  assert.doesNotMatch(answer.text, /1234/);
});

test('pages join in both directions, the newest first by itself, and a page past the end is empty with true totals', async () => {
  const tenant = await buildTenant(app);
  const start = Date.parse(`${daysAgo(3)}T23:00:00Z`);
  const calls = Array.from({ length: 45 }, (_, i) => ({ at: new Date(start + i * 240_000) }));
  const ids = await buildCalls(app, tenant, calls);
  const period = `from=${daysAgo(3)}&to=${daysAgo(2)}`;
  const walk = async () => {
    for (const sort of ['&sort=asc', '&sort=desc', '']) {
      const seen: string[] = [];
      for (let page = 1; page <= 5; page++) {
        const answer = await tenant.api.get(`/calls?${period}&per_page=10&page=${page}${sort}`);
        assert.deepEqual(answer.body.pagination, { current_page: page, per_page: 10, total: 45, last_page: 5 });
        seen.push(...idsOf(answer));
      }
      assert.deepEqual(seen, sort === '&sort=asc' ? ids : ids.toReversed());
    }
    for (const page of [6, 1_000_000, Number.MAX_SAFE_INTEGER]) {
      const past = await tenant.api.get(`/calls?${period}&per_page=10&page=${page}`);
      assert.deepEqual(past.body, {
        data: [],
        pagination: { current_page: page, per_page: 10, total: 45, last_page: 5 },
      });
    }
  };
  await walk();
  await foldCallCounts(app.db);
  await walk();
});

test('a period has the calls of its days in its time zone, to the millisecond', async () => {
  const tenant = await buildTenant(app);
  const [first, last] = [daysAgo(40), daysAgo(35)];
  for (const zone of ['UTC', 'Asia/Tokyo', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe']) {
    const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone: zone }).epochMilliseconds;
    const start = startOf(Temporal.PlainDate.from(first));
    const end = startOf(Temporal.PlainDate.from(last).add({ days: 1 }));
    const { tenantId, projectId, api } = await buildTenant(app);
    const [, ...inside] = await buildCalls(app, { tenantId, projectId }, [
      { at: new Date(start - 1) },
      { at: new Date(start) },
      { at: new Date(end - 1) },
    ]);
    await buildCalls(app, tenant, [{ at: new Date(end) }]);
    const answer = await api.get(`/calls?from=${first}&to=${last}&timezone=${zone}&sort=asc`);
    assert.deepEqual(idsOf(answer), inside, zone);
    assert.equal(answer.body.pagination.total, 2);
  }
});

test('faults of period, paging and filters are reported all at once', async () => {
  const { api } = await buildTenant(app);
  assert.deepEqual(faultsOf(await api.get('/calls')), ['from required', 'to required']);
  assert.deepEqual(faultsOf(await api.get(`/calls?from=2026-02-30&to=${daysAgo(0)}&timezone=Mars&per_page=201`)), [
    'from invalid_format',
    'per_page out_of_range',
    'timezone unknown_timezone',
  ]);
  const ids = 'staff_id=0&project_id=1,,2&customer_id=1.5&external_id=';
  assert.deepEqual(faultsOf(await api.get(`/calls?${today}&status=completed&call_type=out,inbound&${ids}&stat=1`)), [
    'call_type not_allowed',
    'customer_id invalid_format',
    'external_id too_short',
    'project_id invalid_format',
    'staff_id invalid_format',
    'stat unknown_field',
    'status not_allowed',
  ]);
  for (const bad of ['x', '-1', '9007199254740993', '1,x', '1,', '1;2', '1e3', '%00'])
    assert.ok(faultsOf(await api.get(`/calls?${today}&staff_id=${bad}`)).length > 0, bad);
});

test('filters take one value or several, alone and together', async () => {
  const tenant = await buildTenant(app);
  const [projectB, staffA, staffB] = await Promise.all([
    buildProject(app, tenant.tenantId),
    buildStaff(app, tenant.tenantId),
    buildStaff(app, tenant.tenantId),
  ]);
  const at = new Date(`${daysAgo(2)}T12:00:00Z`);
  const [a, b, c, d] = (await buildCalls(app, tenant, [
    { at, staffId: staffA, externalId: 'x-1', customerId: 11 },
    { at, staffId: staffB, externalId: 'x,2', customerId: 12, status: 'busy' },
    { at, staffId: staffB, projectId: projectB, status: 'ringing', customerId: 11 },
    { at, status: 'missed_call', callType: 'inbound', externalId: '2' },
  ])) as [string, string, string, string];
  const check = async (filter: string, ...expected: string[]) => {
    for (const sort of ['asc', 'desc']) {
      const answer = await tenant.api.get(`/calls?from=${daysAgo(2)}&to=${daysAgo(2)}&sort=${sort}&${filter}`);
      const inOrder = expected.toSorted();
      assert.deepEqual(idsOf(answer), sort === 'asc' ? inOrder : inOrder.toReversed(), filter);
      assert.equal(answer.body.pagination.total, expected.length, filter);
    }
  };
  const checkAll = async () => {
    await check('status=connected', a);
    await check('status=busy,%20ringing', b, c);
    await check('status=failed');
    await check(`staff_id=${staffB}`, b, c);
    await check(`staff_id=${staffA},${staffB}`, a, b, c);
    await check(`staff_id=${staffA},${staffA}`, a);
    await check(`staff_id=${staffB}&status=ringing`, c);
    await check('staff_id=999999999');
    await check(`project_id=${projectB}`, c);
    await check(`project_id=${projectB},${tenant.projectId}&call_type=outbound`, a, b, c);
    await check('call_type=inbound', d);
    await check('call_type=inbound,outbound&status=busy,missed_call', b, d);
    await check('customer_id=11', a, c);
    await check('customer_id=12,11&status=connected,busy', a, b);
    await check(`customer_id=11&staff_id=${staffB}`, c);
    await check('customer_id=13');
    await check('external_id=x-1', a);
    await check('external_id=x-1,x-9', a);
    await check('external_id=x,2', b, d);
    await check('external_id=x-1&customer_id=12');
    await check(
      `external_id=x-1&customer_id=11&staff_id=${staffA}&project_id=${tenant.projectId}&call_type=outbound`,
      a,
    );
  };
  await checkAll();
  await foldCallCounts(app.db);
  await checkAll();
});

test('a tenant and a kind of key see their own calls only', async () => {
  const [one, other] = [await buildTenant(app), await buildTenant(app)];
  const live = client(app, (await buildKey(app, one.tenantId, { kind: 'live' })).key);
  const common = { customerId: 5, staffId: 77 };
  const [testCall, liveCall] = await buildCalls(app, one, [
    { ...common, externalId: 'mine' },
    { ...common, externalId: 'my-live', isTest: false },
  ]);
  const [foreign] = await buildCalls(app, other, [{ ...common, externalId: 'mine' }]);
  const filters = ['', '&staff_id=77', '&customer_id=5', '&external_id=mine,my-live', '&status=connected'];
  const check = async (api: TestClient, expected: (string | undefined)[]) => {
    for (const filter of filters) {
      for (const sort of ['asc', 'desc']) {
        const answer = await api.get(`/calls?${lately}&sort=${sort}${filter}`);
        assert.deepEqual(idsOf(answer), expected, filter);
        assert.equal(answer.body.pagination.total, 1, filter);
      }
    }
  };
  for (const fold of [false, true]) {
    if (fold) await foldCallCounts(app.db);
    await check(one.api, [testCall]);
    await check(live, [liveCall]);
    await check(other.api, [foreign]);
  }
  const { key } = await buildKey(app, one.tenantId, { scopes: ['calls:initiate', 'reports:read'] });
  assertProblem(await client(app, key).get(`/calls?${today}`), 403, 'insufficient_scope');
});

test('for any filters, pages and totals equal those of a plain query', async () => {
  const tenant = await buildTenant(app);
  const projects = [tenant.projectId, await buildProject(app, tenant.tenantId)];
  const start = Date.parse(`${daysAgo(20)}T00:00:00Z`);
  const calls = fc.array(
    fc.record({
      // Few days and quarters, including their borders, so that many calls share them.
      at: fc
        .record({
          quarter: fc.constantFrom(0, 1, 5, 94, 95, 96, 97, 191, 192, 200, 480),
          ms: fc.constantFrom(0, 1, 450_000, 899_999),
        })
        .map(({ quarter, ms }) => new Date(start + quarter * 900_000 + ms)),
      isTest: fc.boolean(),
      status: fc.constantFrom(...callStatuses),
      goesOn: fc.boolean(),
      callType: fc.constantFrom('outbound' as const, 'inbound' as const),
      staffId: fc.constantFrom(1, 2, 3),
      projectId: fc.constantFrom(...projects),
    }),
    { minLength: 1, maxLength: 60 },
  );
  const some = <T>(...values: T[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined });
  const questions = fc.record({
    isTest: fc.boolean(),
    from: fc.integer({ min: -2, max: 200 }),
    quarters: fc.integer({ min: 1, max: 500 }),
    statuses: some(...callStatuses),
    call_types: some('outbound', 'inbound'),
    staff_ids: some(1, 2, 3),
    project_ids: some(...projects),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    offset: fc.integer({ min: 0, max: 70 }),
    limit: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(calls, fc.array(questions, { minLength: 5, maxLength: 5 }), async (built, asked) => {
      // The first half of this round's calls is folded, the second half is not.
      await buildCalls(app, tenant, built.slice(0, built.length / 2));
      await foldCallCounts(app.db);
      await buildCalls(app, tenant, built.slice(built.length / 2));
      for (const { isTest, from, quarters, direction, offset, limit, ...given } of asked) {
        const period = {
          start: new Date(start + from * 900_000),
          end: new Date(start + (from + quarters) * 900_000),
        };
        const filters = Object.fromEntries(Object.entries(given).filter(([, values]) => values)) as CallFilters;
        const { rows, total } = await listCalls(app.db, tenant.tenantId, {
          ...{ isTest, period, filters, direction, offset, limit },
        });
        const all = await plainList(tenant, { isTest, period, filters });
        if (direction === 'desc') all.reverse();
        const found = rows.map(({ call_id }) => call_id);
        assert.deepEqual(found, all.slice(offset, offset + limit));
        assert.equal(total, all.length);
      }
    }),
    { numRuns: 25 },
  );
});

async function plainList(
  { tenantId }: TestTenant,
  asked: { isTest: boolean; period: { start: Date; end: Date }; filters: CallFilters },
): Promise<string[]> {
  const { isTest, period, filters } = asked;
  const rows = await query(
    app,
    `select call_id from calls where tenant_id = $1 and is_test = $2 and initiated_at >= $3 and initiated_at < $4
       and ($5::text[] is null or status = any($5)) and ($6::text[] is null or call_type = any($6))
       and ($7::int8[] is null or staff_id = any($7)) and ($8::int8[] is null or project_id = any($8))
     order by call_id`,
    [
      ...[tenantId, isTest, period.start, period.end],
      ...[filters.statuses, filters.call_types, filters.staff_ids, filters.project_ids],
    ],
  );
  return rows.map(({ call_id }) => call_id);
}

/** A writer with its own transaction, which takes ids before it commits. */
async function openWriter(tenant: TestTenant) {
  const connection = new pg.Client({ connectionString: app.databaseUrl });
  await connection.connect();
  atEnd(() => connection.end());
  await connection.query('begin');
  return {
    insert: (calls: CallToBuild[]) => insertCalls(connection, tenant, calls),
    commit: () => connection.query('commit'),
    begin: () => connection.query('begin'),
  };
}

test('an ascending page waits for older calls that have not committed, a descending one does not', async () => {
  const tenant = await buildTenant(app);
  const elder = await openWriter(tenant);
  const [first] = await elder.insert([{ customerId: 8 }]);
  const younger = await openWriter(tenant);
  const [second] = await younger.insert([{ customerId: 8 }]);
  await younger.commit();
  assert.deepEqual(idsOf(await tenant.api.get(`/calls?${lately}`)), [second]);

  for (const filter of ['', '&customer_id=8']) {
    const answer = tenant.api.get(`/calls?${lately}&sort=asc${filter}`);
    if (filter === '') {
      const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted and database =
        (select oid from pg_database where datname = current_database())`;
      await until(async () => (await query(app, waits)).length > 0);
      await elder.commit();
    }
    assert.deepEqual(idsOf(await answer), [first, second]);
    assert.equal((await answer).body.pagination.total, 2);
  }
});

test('calls made after the bound was found are neither listed nor counted', async () => {
  const period = { start: new Date(daysAgo(1)), end: new Date(daysAgo(-2)) };
  const page = { isTest: true, period, direction: 'asc', offset: 0, limit: 10 } as const;
  const kinds: CallFilters[] = [
    ...[
      {},
      { staff_ids: [idOf('staff', 9)] },
      { customer_ids: [idOf('customer', 3)] },
      { statuses: ['connected' as const] },
    ],
    { external_ids: ['known', 'elder', 'younger'] },
  ];
  for (const filters of kinds) {
    const tenant = await buildTenant(app);
    const call = { staffId: 9, customerId: 3 };
    const [known] = await buildCalls(app, tenant, [{ ...call, externalId: 'known' }]);
    const elder = await openWriter(tenant);
    const later: (string | undefined)[] = [];
    // Now a page could contain the younger call without the older one.
    const interfere = async () => {
      later.push(...(await elder.insert([{ ...call, externalId: 'elder' }])));
      later.push(...(await buildCalls(app, tenant, [{ ...call, externalId: 'younger' }])));
    };
    const execute: Database['execute'] = async (prepared) => {
      const result = await app.db.execute(prepared);
      if (prepared.name === 'find_calls_committed_before') await interfere();
      return result;
    };
    const list = async (db: Database) => {
      const { rows, total } = await listCalls(db, tenant.tenantId, { ...page, filters });
      return { ids: rows.map(({ call_id }) => encodeId('call', call_id)), total };
    };
    assert.deepEqual(await list({ ...app.db, execute }), { ids: [known], total: 1 }, JSON.stringify(filters));
    await elder.commit();
    assert.deepEqual(await list(app.db), { ids: [known, ...later], total: 3 });
  }
});

test('a hanging writer is waited for only briefly, and delays no other request for long', async () => {
  const tenant = await buildTenant(app);
  const hanging = await openWriter(tenant);
  await hanging.insert([{}]);
  await buildCalls(app, tenant, [{}]);
  const answer = await tenant.api.get(`/calls?${lately}&sort=asc`);
  assertProblem(answer, 503, 'unavailable');
  await buildCalls(app, tenant, [{}]);
  await hanging.commit();
  assert.equal(idsOf(await tenant.api.get(`/calls?${lately}&sort=asc`)).length, 3);
});

test('an ascending walk among many writers sees every call once, and totals agree with the list', async () => {
  const tenant = await buildTenant(app);
  let isWriting = true;
  const write = async (size: number) => {
    const writer = await openWriter(tenant);
    for (let i = 0; i < 60; i++) {
      // Two statements: ids are taken long before the commit, and interleave with those of other writers.
      await writer.insert(Array.from({ length: size }, () => ({ staffId: 9 })));
      await writer.insert([{ staffId: 9, status: 'busy' }]);
      await writer.commit();
      await writer.begin();
    }
    await writer.commit();
  };
  const writing = Promise.all([1, 2, 3, 5].map(write)).finally(() => {
    isWriting = false;
  });
  const walk = async (filter: string) => {
    const seen: string[] = [];
    for (let page = 1; ; ) {
      const wasWriting = isWriting;
      const answer = await tenant.api.get(`/calls?${lately}&sort=asc&per_page=25&page=${page}${filter}`);
      if (answer.status === 503) continue; // A busy machine has delayed the writers.
      const ids = idsOf(answer);
      const known = (page - 1) * 25;
      assert.deepEqual(ids.slice(0, seen.length - known), seen.slice(known), 'what was listed stays where it was');
      seen.push(...ids.slice(seen.length - known));
      const { total } = answer.body.pagination;
      if (ids.length < 25) assert.equal(total, seen.length);
      else assert.ok(total >= seen.length);
      if (ids.length === 25) page += 1;
      else if (!wasWriting) return seen;
    }
  };
  const fold = async () => {
    while (isWriting) await foldCallCounts(app.db);
  };
  const filters = ['', '&staff_id=9', '&status=busy'];
  const [walks] = await Promise.all([Promise.all(filters.map(walk)), fold(), writing]);
  const [all, ofStaff, busy] = await Promise.all(
    filters.map(async (filter) => {
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map((page) => tenant.api.get(`/calls?${lately}&per_page=200&page=${page}${filter}`)),
      );
      return answers.flatMap(idsOf).reverse();
    }),
  );
  assert.equal(all?.length, 60 * (2 + 3 + 4 + 6));
  assert.deepEqual(walks, [all, ofStaff, busy]);
});
