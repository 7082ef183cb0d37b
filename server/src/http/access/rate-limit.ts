import { type Queryable, statement } from '../../database/sql.ts';
import { type Caller, type Meter, meterColumn, readMeterColumn } from '../../platform/caller.ts';
import type { TenantId } from '../../platform/ids.ts';

// A sliding minute, counted by the second: the current second and the 60 full ones before it. Any 60 seconds that end now lie
// within these 61, so a node admits no more than the limit in any 60 seconds, wherever they begin. Each node counts in memory
// and a few times a second exchanges its counts with the others through one statement, so no request waits for the database.
// How far several nodes together may exceed the limit: docs/decisions/rate-limits.md.

export const exchangeEvery = 250;
const window = 60;
/** The seconds a ring holds: the window, and three future ones for counts of nodes whose clocks are ahead. */
const slots = 64;
/** Another node may write its count for a second this many seconds late. */
const writeDelay = 2;
/**
 * Every so many seconds a node reads the whole window again: another node may have been unable to write its counts for long.
 */
const readAllEvery = 15;

/** The requests of one key, by second. A second's slot in a ring is its remainder. */
type Usage = {
  tenantId: TenantId;
  meter: Meter;
  /** The second of the key's last request: the end of its window. */
  second: number;
  /** All nodes' counts, as far as this node knows them. They only grow, so an old answer or a lost table does no harm. */
  counts: Uint32Array;
  /** The part of them that this node has not written to the database yet. */
  unwritten: Uint32Array;
  /** The sum of the counts. */
  used: number;
  /** The second of the last exchange: counts of earlier seconds are written. */
  exchangedAt: number;
};

/** Each policy has its own count for each key: all requests, and those that start live calls. */
export type Policy = 'requests' | 'live_calls';

/** How much of its limit a key has used. */
export type RateLimitState = {
  policy: Policy;
  limit: number;
  remaining: number;
  /** Seconds until more requests remain than now. */
  resetSeconds: number;
  /** Set when the request was refused. */
  retryAfterSeconds: number | undefined;
};

export type RateLimiter = ReturnType<typeof rateLimiter>;

export function rateLimiter(limit: number, now: () => number = Date.now, policy: Policy = 'requests') {
  const usages = new Map<Meter, Usage>();

  function usageOf({ tenantId, meter }: Pick<Caller, 'tenantId' | 'meter'>, second: number): Usage {
    let usage = usages.get(meter);
    // If the clock is set back a little, the window stands still until the clock catches up; if by more, counting starts over.
    if (!usage || usage.second > second + window) {
      const [counts, unwritten] = [new Uint32Array(slots), new Uint32Array(slots)];
      usage = { tenantId, meter, second, counts, unwritten, used: 0, exchangedAt: 0 };
      usages.set(meter, usage);
    }
    advance(usage, second);
    return usage;
  }

  return {
    /**
     * Counts `cost` requests, or returns how long to wait if the limit is reached; cost 0 only reads. A cost that exceeds the
     * remainder is counted in full, and the next request waits for it. `reserved` requests may be used elsewhere at the same time.
     */
    consume(caller: Pick<Caller, 'tenantId' | 'meter'>, cost: number, reserved = 0): RateLimitState {
      const time = now();
      const usage = usageOf(caller, Math.floor(time / 1_000));
      const isRefused = cost > 0 && usage.used + reserved >= limit;
      if (!isRefused) {
        setCount(usage, usage.second, at(usage.counts, usage.second) + cost);
        usage.unwritten[usage.second % slots] = at(usage.unwritten, usage.second) + cost;
      }
      const resetSeconds = Math.ceil((secondOfMore(usage, limit) * 1_000 - time) / 1_000);
      return {
        policy,
        limit,
        remaining: Math.max(0, limit - usage.used - reserved),
        resetSeconds,
        retryAfterSeconds: isRefused ? resetSeconds : undefined,
      };
    },

    /** Counts requests that were reserved, and used in that second. */
    note(caller: Pick<Caller, 'tenantId' | 'meter'>, second: number, used: number): void {
      const usage = usageOf(caller, Math.floor(now() / 1_000));
      if (!holds(usage, second)) return;
      setCount(usage, second, at(usage.counts, second) + used);
      usage.unwritten[second % slots] = at(usage.unwritten, second) + used;
      usage.exchangedAt = Math.min(usage.exchangedAt, second);
    },

    /** Writes this node's counts to the database, and reads all nodes' counts for the keys in use. */
    async exchange(db: Queryable): Promise<void> {
      const second = Math.floor(now() / 1_000);
      for (const [meter, usage] of usages) if (usage.second < second - window) usages.delete(meter);
      const asked = [...usages.values()].filter((usage) => usage.second >= usage.exchangedAt);
      if (asked.length === 0) return;
      const lines = asked.flatMap(linesOf);
      const totals = await exchangeUsage.all(db, {
        policy,
        tenant_ids: lines.map(({ usage }) => usage.tenantId),
        key_ids: lines.map(({ usage }) => meterColumn(usage.meter)),
        seconds: lines.map(({ second }) => second),
        counts: lines.map(({ count }) => count),
      });
      // Requests that arrived meanwhile stay unwritten, and seconds that left the window are dropped.
      for (const { usage, second, count } of lines)
        if (holds(usage, second)) usage.unwritten[second % slots] = at(usage.unwritten, second) - count;
      for (const { key_id, second, used } of totals) {
        const usage = usages.get(readMeterColumn(key_id));
        if (usage && holds(usage, second))
          setCount(usage, second, Math.max(at(usage.counts, second), used + at(usage.unwritten, second)));
      }
      for (const usage of asked) usage.exchangedAt = second;
    },
  };
}

/** The limits of a node, and the exchange of their counts with other nodes. A limit of 0 is switched off. */
export function rateLimits({
  RATE_LIMIT,
  LIVE_CALL_RATE_LIMIT,
}: Record<'RATE_LIMIT' | 'LIVE_CALL_RATE_LIMIT', number>) {
  const limits = {
    requests: RATE_LIMIT > 0 ? rateLimiter(RATE_LIMIT) : undefined,
    liveCalls: LIVE_CALL_RATE_LIMIT > 0 ? rateLimiter(LIVE_CALL_RATE_LIMIT, Date.now, 'live_calls') : undefined,
  };
  return {
    ...limits,
    exchange: (db: Queryable) => Promise.all([limits.requests?.exchange(db), limits.liveCalls?.exchange(db)]),
  };
}

const at = (ring: Uint32Array, second: number) => ring[second % slots] ?? 0;

function setCount(usage: Usage, second: number, count: number): void {
  usage.used += count - at(usage.counts, second);
  usage.counts[second % slots] = count;
}

const oldest = (usage: Usage) => usage.second - window;
const holds = (usage: Usage, second: number) => second >= oldest(usage) && second < oldest(usage) + slots;

/** Empties the slots of the seconds that leave the window. */
function advance(usage: Usage, second: number): void {
  for (let leaving = Math.max(oldest(usage), second - window - slots); leaving < second - window; leaving++) {
    setCount(usage, leaving, 0);
    usage.unwritten[leaving % slots] = 0;
  }
  usage.second = Math.max(usage.second, second);
}

/**
 * The second in which more requests will remain than now: when a used second leaves the window, or enough of them for one more.
 */
function secondOfMore(usage: Usage, limit: number): number {
  let remaining = usage.used;
  for (let second = oldest(usage); second < oldest(usage) + slots; second++) {
    remaining -= at(usage.counts, second);
    if (remaining < Math.min(usage.used, limit)) return second + window + 1;
  }
  return usage.second + window;
}

/**
 * The lines of one key in an exchange: first the second to read from, with a count of 0, then each second's unwritten count.
 */
function linesOf(usage: Usage) {
  // The key's id decides when its whole window is read again, so that not all windows are read at once.
  const isTurn = usage.second > usage.exchangedAt && (usage.second + meterColumn(usage.meter)) % readAllEvery === 0;
  const since = Math.max(oldest(usage), isTurn ? 0 : usage.exchangedAt - writeDelay);
  const lines = [{ usage, second: since, count: 0 }];
  // From the beginning of the window: requests of an earlier second may be noted while an exchange waits for PostgreSQL.
  for (let second = oldest(usage); second <= usage.second; second++)
    if (at(usage.unwritten, second) > 0) lines.push({ usage, second, count: at(usage.unwritten, second) });
  return lines;
}

const exchangeUsage = statement({
  name: 'exchange_rate_usage',
  takes: { policy: 'text', tenant_ids: 'int8[]', key_ids: 'int8[]', seconds: 'int8[]', counts: 'int8[]' },
  gives: { key_id: 'int8', second: 'int8', used: 'int8' },
  sql: `
    with line as (
      select * from unnest(:tenant_ids::int8[], :key_ids::int8[], :seconds::int8[], :counts::int8[])
        as l (tenant_id, key_id, second, count)
    ), counted as (
      insert into rate_usage (tenant_id, key_id, policy, second, used)
      select tenant_id, key_id, :policy::text, second, count from line where count > 0
      order by tenant_id, key_id, second -- Nodes lock the rows in the same order.
      on conflict (tenant_id, key_id, policy, second) do update set used = rate_usage.used + excluded.used
      returning key_id, second, used
    )
    select key_id, second, used from counted
    union all -- The rows before the insert; the greater of two totals is the later one.
    select u.key_id, u.second, u.used
    from line l
    join rate_usage u on (u.tenant_id, u.key_id, u.policy) = (l.tenant_id, l.key_id, :policy) and u.second >= l.second
    where l.count = 0`,
});

export async function forgetOldUsage(db: Queryable, now: () => number = Date.now): Promise<void> {
  await deleteOldUsage.run(db, { before: Math.floor(now() / 1_000) - slots });
}

const deleteOldUsage = statement({
  name: 'forget_old_rate_usage',
  takes: { before: 'int8' },
  acrossTenants: 'No window of any tenant reaches back that far.',
  sql: 'delete from rate_usage where second < :before::int8',
});
