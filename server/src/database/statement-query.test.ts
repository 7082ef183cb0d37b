import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from './connect.ts';

const db = connect(await createTestDatabase(), { poolSize: 2, applicationName: 'test', onIdleError: () => {} });
test.after(() => db.close());

const read = async (text: string, values: unknown[] = [], name = '') => (await db.execute({ name, text, values })).rows;

test('moments are read to the millisecond, whatever their year and zone', async () => {
  const texts = [
    '0044-03-15 12:00:00+00 BC',
    '10000-01-01 00:00:00+00',
    '2026-11-16 09:30:00+09',
    '1883-11-18 12:00:00+00',
  ];
  for (const zone of ['UTC', 'Asia/Tokyo', 'Asia/Kathmandu'])
    await db.transaction(async (tx) => {
      await tx.execute({ name: '', text: `set local timezone = '${zone}'`, values: [] });
      for (const text of texts) {
        const sql = `select $1::timestamptz as moment, (extract(epoch from $1::timestamptz) * 1000)::float8 as ms`;
        const [row] = (await tx.execute({ name: '', text: sql, values: [text] })).rows as {
          moment: Date;
          ms: number;
        }[];
        assert.equal(row?.moment.getTime(), row?.ms, `${text} in ${zone}`);
      }
    });
  await fc.assert(
    fc.asyncProperty(
      fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
      async (moment) => {
        assert.deepEqual(await read('select $1::timestamptz as moment', [moment]), [{ moment }]);
      },
    ),
    { numRuns: 50 },
  );
});

test('rows of one statement have their columns, types and nulls at each execution, on each connection', async () => {
  const sql = `select $1::int8 as id, $2::text as "a ""quoted"" name", $3::int8[] as ids, $4::json as j, $5::bool as b, $6::bytea as bytes`;
  const values = [7, 'x', [1, 2], '{"a":1}', true, Buffer.from([1, 2])];
  const row = { id: 7, 'a "quoted" name': 'x', ids: [1, 2], j: { a: 1 }, b: true, bytes: Buffer.from([1, 2]) };
  const nulls = { id: null, 'a "quoted" name': null, ids: null, j: null, b: null, bytes: null };
  for (let i = 0; i < 3; i++) {
    const both = await Promise.all([
      read(sql, values, 'shape'),
      read(
        sql,
        values.map(() => null),
        'shape',
      ),
    ]);
    assert.deepEqual(both, [[row], [nulls]]);
  }
});

test('a statement that fails leaves its connection and its later executions as they were', async () => {
  const sql = 'select 10 / $1::int4 as quotient';
  assert.deepEqual(await read(sql, [5], 'divide'), [{ quotient: 2 }]);
  await assert.rejects(read(sql, [0], 'divide'), { code: '22012' });
  await assert.rejects(read(sql, ['x'], 'divide'), { code: '22P02' });
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  await assert.rejects(read(sql, [circle], 'divide'), /circular/);
  assert.deepEqual(await read(sql, [2], 'divide'), [{ quotient: 5 }]);
});

test('it gives the number of rows that a statement has changed', async () => {
  const run = async (text: string) => (await db.execute({ name: '', text, values: [] })).rowCount;
  await run('create table counted_rows (n int4)');
  assert.equal(await run('insert into counted_rows select generate_series(1, 12)'), 12);
  assert.equal(await run('update counted_rows set n = n + 1 where n > 7'), 5);
  assert.equal(await run('delete from counted_rows where n > 100'), 0);
});
