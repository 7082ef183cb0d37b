import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { type CustomerId, idOf, type StaffId } from '../platform/ids.ts';
import { connect } from './connect.ts';
import { statement } from './sql.ts';

const db = connect(await createTestDatabase(), { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);

const echo = statement({
  name: 'echo_ids',
  takes: { customer_id: 'int8?', staff_ids: 'int8[]' },
  gives: { customer_id: 'int8?', staff_ids: 'int8[]' },
  acrossTenants: 'It reads no table.',
  sql: 'select :customer_id::int8 as customer_id, :staff_ids::int8[] as staff_ids',
});

test('a statement takes and gives ids of the kinds that its columns are named after', async () => {
  const [customerId, staffId] = [idOf('customer', 7), idOf('staff', 7)];
  const given = await echo.one(db, { customer_id: customerId, staff_ids: [staffId] });
  const customer: CustomerId | null = given.customer_id;
  const staff: StaffId[] = given.staff_ids;
  assert.deepEqual([customer, staff], [7, [7]]);

  // The type check refuses these lines without their comments: brands exist only in types, and PostgreSQL sees plain numbers.
  // @ts-expect-error A staff id is no customer id.
  assert.deepEqual(await echo.one(db, { customer_id: staffId, staff_ids: [] }), { customer_id: 7, staff_ids: [] });
  // @ts-expect-error Customer ids are no staff ids.
  await assert.doesNotReject(echo.one(db, { customer_id: null, staff_ids: [customerId] }));
  // @ts-expect-error A plain number is no id until `idOf` or a schema says of what.
  await assert.doesNotReject(echo.one(db, { customer_id: 7, staff_ids: [] }));
  // @ts-expect-error A column gives ids of its own kind.
  const mistaken: StaffId | null = given.customer_id;
  assert.equal(mistaken, 7);
});
