import type { Database } from '../database/connect.ts';
import { isInProjects } from '../database/in-projects.ts';
import { statement } from '../database/sql.ts';
import { type EventId, idOf, type ProjectId, type TenantId } from '../platform/ids.ts';
import type { RecordedEvent } from './event-body.ts';
import type { EventType } from './event-types.ts';

// Passes on events as they are committed, to any number of readers, without losing one.
//
// An event's id contains the time at which a node created it. The event becomes visible only when its transaction commits,
// possibly after others with later ids: transactions take time, and the clocks of nodes differ. So a reader cannot continue
// from the last id seen. Instead, the events of the last minute are read repeatedly, and those that a reader has already
// received are left out.
//
//     ──────── settled ───────────┬─────────── a minute ───────────┬──► time of ids
//      all of it has been sent    │ sent and yet to come, mixed    now
//
// One statement of a node serves all of its readers, so that a waiting reader costs nothing. The node polls five times a second
// rather than being notified: that is soon enough for a stream, and writers need not send notifications.

/** The longest time between the creation of an id and its commit. */
const unsettled = 60_000;
/** Most events become visible soon after their creation; every poll goes back this far. */
const recent = 3_000;
/** How often a poll goes back over the whole time in which events can still appear. */
const thoroughEvery = 1_000;
export const lookEvery = 200;
/** A reader gets a list at least this often, even if it is empty. */
const turn = 1_000;

/** Events in memory at once, for each reader. */
const batchSize = 50;
/** Ids read at once when a reader has much to catch up with. */
const pageSize = 500;
/** The stream of a reader that is further behind ends; the reader reconnects and resumes where it was. */
const mostWaiting = 10_000;

export type Wanted = {
  isTest: boolean;
  /** Null means all. */
  types: EventType[] | null;
  /** Null means all, and also events without a project. */
  projects: ProjectId[] | null;
  /** The last event that the reader has; undefined begins with events from now on. */
  after: EventId | undefined;
};

type Reader = {
  tenantId: TenantId;
  /** All events with a lower id have been sent. */
  settled: EventId;
  /** The ids from `settled` on that were sent, or wait to be. */
  known: Set<EventId>;
  waiting: EventId[];
  wake: () => void;
};

export type EventFollower = ReturnType<typeof eventFollower>;

export function eventFollower(db: Database, now: () => number = Date.now) {
  const readers = new Set<Reader>();
  let lookedThoroughlyAt = Number.NEGATIVE_INFINITY;

  /** Passes events that were committed since the last poll to their readers. A chore of every node. */
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
      for (const reader of asking.get(tenant_id) ?? []) announceTo(reader, event_ids);
    if (!isThorough) return;
    lookedThoroughlyAt = at;
    for (const reader of [...asking.values()].flat()) settle(reader, idAt(at - unsettled));
  }

  /** Yields lists of events. The first may be empty, and so may any other, if nothing happened for a second. */
  async function* follow(
    tenantId: TenantId,
    wanted: Wanted,
    signal: AbortSignal,
  ): AsyncGenerator<RecordedEvent[], void, void> {
    const { isTest: is_test, types, projects: project_ids } = wanted;
    const load = (event_ids: EventId[]) =>
      findEvents.all(db, { tenant_id: tenantId, event_ids, is_test, types, project_ids });

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

  /**
   * The ids of the events that a reader missed, up to the point after which events may still be committed; the polls cover the
   * rest.
   */
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

function announceTo(reader: Reader, ids: EventId[]): void {
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

/** Waits until there is an event for the reader, a second has passed, or the reader leaves. */
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

/** The lowest id of a millisecond. Ids compare like their texts. */
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

/**
 * In the order in which they were recorded, which is that of `sequence` among those of one call. Ids alone have that order only
 * among those of one process.
 */
const findEvents = statement({
  name: 'find_events',
  takes: { tenant_id: 'int8', event_ids: 'uuid[]', is_test: 'bool', types: 'text[]?', project_ids: 'int8[]?' },
  gives: { event_id: 'uuid', type: 'text', is_test: 'bool', data: 'text', created_at: 'timestamptz' },
  sql: `
    select event_id, type, is_test, data::text as data, created_at from events
    where tenant_id = :tenant_id and event_id = any(:event_ids) and is_test = :is_test and not is_sample
      and (:types::text[] is null or type = any(:types)) and ${isInProjects(`(data ->> 'project_id')::int8`)}
    order by created_at, (data ->> 'sequence')::int8, event_id`,
});
