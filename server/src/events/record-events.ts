import type { Tx } from '../database/connect.ts';
import { statement } from '../database/sql.ts';
import { uuidv7 } from '../platform/ids.ts';
import type { EventType } from './event-types.ts';

export type NewEvent = { type: EventType; isTest: boolean; data: object };

/** Records what happened in the transaction in which it happens: an event exists if and only if its fact does. */
export async function recordEvents(tx: Tx, tenantId: number, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents.run(tx, {
    tenant_id: tenantId,
    event_ids: events.map(uuidv7),
    types: events.map(({ type }) => type),
    tests: events.map(({ isTest }) => isTest),
    data: events.map(({ data }) => data),
  });
}

const insertEvents = statement({
  name: 'insert_events',
  takes: { tenant_id: 'int8', event_ids: 'uuid[]', types: 'text[]', tests: 'bool[]', data: 'json' },
  sql: `
    insert into events (tenant_id, event_id, type, is_test, data)
    select :tenant_id, event_id, type, is_test, data
    from rows from (unnest(:event_ids::uuid[]), unnest(:types::text[]), unnest(:tests::bool[]), json_array_elements(:data))
      as e (event_id, type, is_test, data)`,
});
