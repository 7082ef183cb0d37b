import type { Tx } from '../../database/connect.ts';
import { type Queryable, type Row, statement } from '../../database/sql.ts';
import { type CallRef, callKeyOf, callKeysOf } from '../../platform/call-ref.ts';
import type { CustomerId, TenantId } from '../../platform/ids.ts';
import { lockCalls } from './lock-calls.ts';

export type SoughtCalls = {
  customerIds: CustomerId[];
  /** All calls with these numbers. */
  numbers: string[];
  /** Calls with these numbers, unless they belong to another customer, who may share the number. */
  ownNumbers: string[];
  /** The same for calls whose number could not be read as E.164, by its digits. */
  digits: string[];
  ownDigits: string[];
};

export type FoundCall = Row<typeof findCallsOfPerson.gives>;

/** The calls of a person, test and live, in the order of their ids. */
export function callsOf(
  db: Queryable,
  tenantId: TenantId,
  { customerIds, numbers, ownNumbers, digits, ownDigits }: SoughtCalls,
): Promise<FoundCall[]> {
  return findCallsOfPerson.all(db, {
    tenant_id: tenantId,
    customer_ids: customerIds,
    numbers,
    own_numbers: ownNumbers,
    digits,
    own_digits: ownDigits,
  });
}

/**
 * Removes everything from ended calls that a person or a client wrote or that names a person. The times, the result and the
 * parties of the tenant stay, so that counts and reports stay true.
 */
export async function eraseCalls(tx: Tx, calls: CallRef[]): Promise<void> {
  await lockCalls(tx, calls);
  await eraseCallRows.run(tx, callKeysOf(calls));
}

const found = (condition: string) => `
        select call_id, ended_at is null as is_going_on, note is not null as is_noted,
          coalesce(recording ->> 'status' = 'ready', false) as is_recorded
        from calls
        where tenant_id = :tenant_id and is_test = mode.is_test and ${condition}`;

/** As in the index `calls_digits`. */
const digitsAre = (list: string) =>
  `regexp_replace(phone_number, '\\D', '', 'g') = any(${list}) and e164 is null and phone_number is not null`;
const isOfNoOther = '(customer_id is null or customer_id = any(:customer_ids))';

const findCallsOfPerson = statement({
  name: 'find_calls_of_person',
  takes: {
    tenant_id: 'int8',
    customer_ids: 'int8[]',
    numbers: 'text[]',
    own_numbers: 'text[]',
    digits: 'text[]',
    own_digits: 'text[]',
  },
  gives: { is_test: 'bool', call_id: 'uuid', is_open: 'bool', is_noted: 'bool', is_recorded: 'bool' },
  sql: `
    select mode.is_test, c.call_id, c.is_going_on or exists (
        select from open_calls o
        where o.tenant_id = :tenant_id and o.is_test = mode.is_test and o.call_id = c.call_id) as is_open,
      c.is_noted, c.is_recorded
    from (values (true), (false)) as mode (is_test) cross join lateral (
      ${found('customer_id = any(:customer_ids) and customer_id is not null')}
      union ${found('e164 = any(:numbers) and e164 is not null')}
      union ${found(`e164 = any(:own_numbers) and e164 is not null and ${isOfNoOther}`)}
      union ${found(digitsAre(':digits'))}
      union ${found(`${digitsAre(':own_digits')} and ${isOfNoOther}`)}) c
    order by c.call_id`,
});

/** The calls are locked, so this sees the external ids that it deletes. */
const eraseCallRows = statement({
  name: 'erase_calls',
  takes: { tenant_ids: 'int8[]', tests: 'bool[]', call_ids: 'uuid[]' },
  sql: `
    with erased as materialized (
      select c.tenant_id, c.is_test, c.call_id, c.external_id
      from unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[]) as w (tenant_id, is_test, call_id)
      cross join lateral (
        select * from calls c
        where c.tenant_id = w.tenant_id and c.is_test = w.is_test and c.call_id = w.call_id limit 1) c
    ), freed as (
      delete from call_external_ids e using erased
      where e.tenant_id = erased.tenant_id and e.external_id = erased.external_id and e.call_id = erased.call_id
    ), forgotten as (
      delete from call_texts t using erased
      where t.tenant_id = erased.tenant_id and t.is_test = erased.is_test and t.call_id = erased.call_id
    )
    update calls c set phone_number = null, e164 = null, customer_id = null, external_id = null, metadata = null, note = null,
      tags = null, outcome = null, annotated_at = greatest(c.annotated_at, now()), erased_at = now(),
      recording = case when c.recording is not null then (c.recording::jsonb || '{"status": "deleted"}')::json end
    from erased where c.tenant_id = erased.tenant_id and c.is_test = erased.is_test and c.call_id = erased.call_id`,
});

/** What a client has written down about a call, for an export. */
export const annotationOf = (db: Queryable, call: CallRef) => findAnnotation.first(db, callKeyOf(call));

const findAnnotation = statement({
  name: 'find_annotation_of_call',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  gives: { note: 'text?', tags: 'text[]?', outcome: 'text?' },
  sql: `
    select note, tags, outcome from calls
    where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id`,
});
