import type { Database } from '../database/connect.ts';
import { inBatches } from '../database/in-batches.ts';
import { statement } from '../database/sql.ts';
import type { Caller } from '../platform/caller.ts';
import { type Creation, createPrepared, type PreparedCustomer, prepareCustomer } from './create-customers.ts';
import type { CustomerRow } from './queries.ts';
import type { NewCustomer } from './schema.ts';

// Concurrent requests of one tenant create their customers in one transaction. Alone, a customer costs PostgreSQL five times as
// much: most of it is the fixed cost of the statements and of the commit.

const mostAtOnce = 100;

type Asked = { caller: Caller; customer: PreparedCustomer };

export function customerCreator(db: Database) {
  const creation = inBatches<Asked, Creation>({
    most: mostAtOnce,
    kindOf: ({ caller }) => `${caller.tenantId} ${caller.kind}`,
    whileOutOfReach: 'fail',
    perform: async (asked, isLastTry) => {
      const [first] = asked;
      if (!first) return [];
      const customers = asked.map(({ customer }) => customer);
      return db.transaction(async (tx) => {
        // An external_id that another transaction is writing would delay all requests of the tenant.
        const brevity = isLastTry ? undefined : waitBriefly.run(tx, {});
        const [creations] = await Promise.all([createPrepared(tx, first.caller, customers), brevity]);
        return creations;
      });
    },
  });

  return async (caller: Caller, fields: NewCustomer): Promise<CustomerRow> => {
    // The batch may belong to the trace of another request.
    const traceparent = db.tracing?.active()?.traceparent ?? null;
    const customer = { ...prepareCustomer(caller.tenantId, fields), traceparent };
    return createdOf(await creation.add({ caller, customer }));
  };
}

export function createdOf(creation: Creation | undefined): CustomerRow {
  if (creation?.kind !== 'created') throw creation?.why;
  return creation.customer;
}

/** A batch that fails of this is tried again customer by customer, with the usual patience. */
const waitBriefly = statement({
  name: 'wait_briefly_for_locks',
  takes: {},
  gives: { set_config: 'text' },
  acrossTenants: 'It reads no table.',
  sql: `select set_config('lock_timeout', '1s', true)`,
});
