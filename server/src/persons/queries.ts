import { as, columnList, type Row, statement } from '../database/sql.ts';
import type { CallId } from '../platform/ids.ts';

/** How much of each kind was found. */
export type ErasedCounts = {
  customers: number;
  test_calls: number;
  live_calls: number;
  recordings: number;
  transcripts: number;
  summaries: number;
  notes: number;
  events: number;
  deliveries: number;
  kept_answers: number;
};

/** What stays, for the administrator to decide about. */
export type KeptCounts = { blocked_numbers: number; other_customers: number };

type Step = 'calls' | 'events' | 'answers' | 'files' | 'finished';

const shown = {
  erasure_id: 'int8',
  /** Null: the operator asked for it. */
  administrator_email: 'text?',
  step: as<Step>('text'),
  erased: as<ErasedCounts>('jsonb'),
  kept: as<KeptCounts>('jsonb'),
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
} as const;
export type ErasureRow = Row<typeof shown>;

const columns = {
  tenant_id: 'int8',
  ...shown,
  done_up_to: 'uuid?',
  numbers: 'text[]?',
  customer_ids: 'int8[]?',
  test_call_ids: as<CallId[]>('jsonb?'),
  live_call_ids: as<CallId[]>('jsonb?'),
} as const;
const names = columnList(columns);
/** An erasure with everything that a node needs to continue it. */
export type OpenErasure = Row<typeof columns>;

const key = { tenant_id: 'int8', erasure_id: 'int8' } as const;
const isIt = 'tenant_id = :tenant_id and erasure_id = :erasure_id';

export const insertErasure = statement({
  name: 'insert_erasure',
  takes: {
    tenant_id: 'int8',
    requested_by: 'text',
    administrator_email: 'text?',
    step: 'text',
    erased: 'jsonb',
    kept: 'jsonb',
    numbers: 'text[]',
    customer_ids: 'int8[]',
    test_call_ids: as<CallId[]>('jsonb'),
    live_call_ids: as<CallId[]>('jsonb'),
  },
  gives: shown,
  sql: `
    insert into erasures
      (tenant_id, requested_by, administrator_email, step, erased, kept, numbers, customer_ids, test_call_ids,
        live_call_ids)
    values (:tenant_id, :requested_by, :administrator_email, :step, :erased, :kept, :numbers, :customer_ids,
      :test_call_ids, :live_call_ids)
    returning ${columnList(shown)}`,
});

export const findErasure = statement({
  name: 'find_erasure',
  takes: key,
  gives: shown,
  sql: `select ${columnList(shown)} from erasures where ${isIt}`,
});

/** People cause these rows, so there are few, and counting them is cheap. */
export const listErasures = statement({
  name: 'list_erasures',
  takes: { tenant_id: 'int8', offset: 'int8', limit: 'int8' },
  gives: shown,
  sql: `
    select ${columnList(shown)} from erasures where tenant_id = :tenant_id
    order by erasure_id desc offset :offset limit :limit`,
});

export const countErasures = statement({
  name: 'count_erasures',
  takes: { tenant_id: 'int8' },
  gives: { total: 'int8' },
  sql: 'select count(*) as total from erasures where tenant_id = :tenant_id',
});

/** One node at a time continues an erasure. */
export const lockErasure = statement({
  name: 'lock_erasure',
  takes: key,
  gives: columns,
  sql: `select ${names} from erasures where ${isIt} and finished_at is null for update`,
});

export const continueErasure = statement({
  name: 'continue_erasure',
  takes: { ...key, step: 'text', done_up_to: 'uuid?', erased: 'jsonb', customer_ids: 'int8[]' },
  sql: `
    update erasures set step = :step, done_up_to = :done_up_to, erased = :erased, customer_ids = :customer_ids,
      continued_at = now()
    where ${isIt}`,
});

/** A node is working on it, so no other one takes it over. */
export const touchErasure = statement({
  name: 'touch_erasure',
  takes: key,
  sql: `update erasures set continued_at = now() where ${isIt} and finished_at is null`,
});

export const finishErasure = statement({
  name: 'finish_erasure',
  takes: key,
  sql: `
    update erasures set step = 'finished', done_up_to = null, numbers = null, customer_ids = null, test_call_ids = null,
      live_call_ids = null, continued_at = now(), finished_at = now()
    where ${isIt} and finished_at is null`,
});

/** Erasures that no node has worked on lately: the node that did may have died. */
export const listLeftErasures = statement({
  name: 'list_left_erasures',
  takes: {},
  gives: { tenant_id: 'int8', erasure_id: 'int8' },
  acrossTenants: 'A node continues the erasures of all tenants.',
  sql: `
    select tenant_id, erasure_id from erasures
    where finished_at is null and continued_at < now() - interval '10 seconds'
    order by continued_at limit 100`,
});
