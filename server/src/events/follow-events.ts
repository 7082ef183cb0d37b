import type { Database } from '../database/connect.ts';
import { statement } from '../database/sql.ts';
import { type EventId, idOf, type TenantId } from '../platform/ids.ts';
import type { RecordedEvent } from './event-body.ts';
import type { EventType } from './event-types.ts';

// Tells events as they are committed, to any number of readers, without losing one.
//
// An event's id holds the time at which a node made it. It is seen only when its transaction has committed, after others
// with later ids: transactions take time, and the clocks of nodes differ. So nobody can go on from the last id seen. What
// was made within the last minute is looked through again and again instead, and what a reader was told is left out.
//
//     ──────── settled ───────────┬─────────── a minute ───────────┬──► time of ids
//      all of it has been told    │ told and yet to come, mixed    now
//
// One statement of a node serves all of its readers, so that a reader that waits costs nothing. It is asked five times a
// second rather than woken: that is soon enough to watch, and writers have nothing to announce.

/** How long before its commit an id may have been made. */
const unsettled = 60_000;
/** Most are seen soon after they were made; that far back every look looks. */
const recent = 3_000;
/** How often a look goes back as far as anything can still come from. */
const thoroughEvery = 1_000;
export const lookEvery = 200;
/** A reader hears at least so often, also where nothing happened. */
const turn = 1_000;

/** Events that are in memory at once, for each reader. */
const batchSize = 50;
/** Ids that are read at once where a reader has much to catch up with. */
const pageSize = 500;
/** A reader that is further behind must come back, and be told from where it was. */
const mostWaiting = 10_000;

export type Wanted = {
  isTest: boolean;
  /** Null is all. */
  types: EventType[] | null;
  /** The last event that the reader knows of; undefined begins with what happens from now on. */
  after: EventId | undefined;
};

type Reader = {
  tenantId: TenantId;
  /** What has a lower id was told. */
  settled: EventId;
  /** The ids from `settled` on that were told, or wait to be. */
  known: Set<EventId>;
  waiting: EventId[];
  wake: () => void;
};

export type EventFollower = ReturnType<typeof eventFollower>;

export function eventFollower(db: Database, now: () => number = Date.now) {
  const readers = new Set<Reader>();
  let lookedThoroughlyAt = Number.NEGATIVE_INFINITY;

  /** What has been committed since the last look comes to the readers it is for. A chore of every node. */
  async function look(): Promise<void> {
    if (readers.size === 0) return;
    const at = now();
    const isThorough = Math.abs(at - lookedThoroughlyAt) >= thoroughEvery;
    const asking = Map.groupBy(readers, ({ tenantId }) => tenantId);
    const from = (ofTenant: Reader[]) => {
      const [settled = ''] = ofTenant.map((reader) => reader.settled).sort();
      const soon = idAt(at - recent);
      return isThorough || settled > soon ? settled : soon;
    };
    const found = await findNewEvents.all(db, {
      tenant_ids: [...asking.keys()],
      from_ids: [...asking.values()].map(from),
    });
    for (const { tenant_id, event_ids } of found)
      for (const reader of asking.get(tenant_id) ?? []) tell(reader, event_ids);
    if (!isThorough) return;
    lookedThoroughlyAt = at;
    for (const reader of [...asking.values()].flat()) settle(reader, idAt(at - unsettled));
  }

  /** Gives events in lists, of which the first may be empty, as may any other: then nothing happened for a second. */
  async function* follow(
    tenantId: TenantId,
    wanted: Wanted,
    signal: AbortSignal,
  ): AsyncGenerator<RecordedEvent[], void, void> {
    const { isTest: is_test, types } = wanted;
    const load = (event_ids: EventId[]) => findEvents.all(db, { tenant_id: tenantId, event_ids, is_test, types });

    const reader = newReader(tenantId, idAt(now() - unsettled));
    if (wanted.after === undefined) {
      const [seen] = await findNewEvents.all(db, { tenant_ids: [tenantId], from_ids: [reader.settled] });
      reader.known = new Set(seen?.event_ids);
    } else {
      reader.known.add(wanted.after);
      for await (const ids of missed(tenantId, wanted.after, reader))
        for (const batch of cut(ids)) {
          if (signal.aborted) return;
          yield await load(batch);
        }
    }

    readers.add(reader);
    lookedThoroughlyAt = Number.NEGATIVE_INFINITY;
    try {
      yield [];
      while (!signal.aborted && reader.waiting.length <= mostWaiting) {
        if (reader.waiting.length === 0) await woken(reader, signal);
        const ids = reader.waiting.splice(0, batchSize);
        yield ids.length > 0 ? await load(ids) : [];
      }
    } finally {
      readers.delete(reader);
    }
  }

  /** The ids of what a reader missed, up to where others may still be committed in between: from there on it is told. */
  async function* missed(tenantId: TenantId, after: EventId, reader: Reader): AsyncGenerator<EventId[], void, void> {
    let from = idAt(timeOf(after) - unsettled);
    for (;;) {
      reader.settled = idAt(now() - unsettled);
      const page = await findMissedEvents.all(db, {
        tenant_id: tenantId,
        after_id: from,
        before_id: reader.settled,
        limit: pageSize,
      });
      yield page.map(({ event_id }) => event_id).filter((id) => id !== after);
      const last = page.at(-1);
      if (!last || page.length < pageSize) return;
      from = last.event_id;
    }
  }

  return { follow, look };
}

function newReader(tenantId: TenantId, settled: EventId): Reader {
  return { tenantId, settled, known: new Set(), waiting: [], wake: () => {} };
}

function tell(reader: Reader, ids: EventId[]): void {
  const unknown = ids.filter((id) => id >= reader.settled && !reader.known.has(id));
  if (unknown.length === 0) return;
  for (const id of unknown) {
    reader.known.add(id);
    reader.waiting.push(id);
  }
  reader.wake();
}

function settle(reader: Reader, settled: EventId): void {
  if (settled <= reader.settled) return;
  reader.settled = settled;
  for (const id of reader.known) if (id < settled) reader.known.delete(id);
}

/** Waits until there is something for the reader, its turn comes, or it leaves. */
async function woken(reader: Reader, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, turn);
  reader.wake = resolve;
  const leave = () => resolve();
  signal.addEventListener('abort', leave, { once: true });
  await promise;
  signal.removeEventListener('abort', leave);
  clearTimeout(timer);
}

function* cut(ids: EventId[]): Generator<EventId[]> {
  for (let i = 0; i < ids.length; i += batchSize) yield ids.slice(i, i + batchSize);
}

/** The lowest id of a millisecond. Ids compare as their texts do. */
export function idAt(milliseconds: number): EventId {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return idOf('event', `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`);
}

function timeOf(id: EventId): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const findNewEvents = statement({
  name: 'find_new_events',
  takes: { tenant_ids: 'int8[]', from_ids: 'uuid[]' },
  gives: { tenant_id: 'int8', event_ids: 'uuid[]' },
  sql: `
    select asked.tenant_id, array(
      select event_id from events e where e.tenant_id = asked.tenant_id and event_id >= asked.from_id order by event_id
    ) as event_ids
    from unnest(:tenant_ids::int8[], :from_ids::uuid[]) as asked (tenant_id, from_id)`,
});

const findMissedEvents = statement({
  name: 'find_missed_events',
  takes: { tenant_id: 'int8', after_id: 'uuid', before_id: 'uuid', limit: 'int4' },
  gives: { event_id: 'uuid' },
  sql: `
    select event_id from events
    where tenant_id = :tenant_id and event_id > :after_id and event_id < :before_id order by event_id limit :limit::int4`,
});

/** Of one transaction, in the order in which it happened to one call: ids of the same millisecond have none. */
const findEvents = statement({
  name: 'find_events',
  takes: { tenant_id: 'int8', event_ids: 'uuid[]', is_test: 'bool', types: 'text[]?' },
  gives: { event_id: 'uuid', type: 'text', is_test: 'bool', data: 'text', created_at: 'timestamptz' },
  sql: `
    select event_id, type, is_test, data::text as data, created_at from events
    where tenant_id = :tenant_id and event_id = any(:event_ids) and is_test = :is_test
      and (:types::text[] is null or type = any(:types))
    order by created_at, (data ->> 'sequence')::int8, event_id`,
});
