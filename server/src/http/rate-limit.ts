import { type Queryable, statement } from '../database/sql.ts';
import type { Caller } from '../platform/caller.ts';

// A sliding window of one minute, approximated from two counters: what was used in this minute, and the part of the last
// minute that the window still covers. Each node counts in memory and a few times a second exchanges its counts with the
// others through one statement, so no request waits for the database. Between two exchanges the nodes cannot see each
// other: a key may exceed its limit by at most what the other nodes let through in `exchangeEvery` milliseconds.

export const exchangeEvery = 250;
const window = 60_000;

/** What one key used in one minute. */
type Count = {
  minute: number;
  /** As the database last told it: all nodes together, this one's unsent part excepted. */
  told: number;
  /** Counted here and not yet told to the database. */
  unsent: number;
};
type Usage = { tenantId: number; keyId: number; current: Count; before: Count };

/** Where a key stands in its window. */
export type Standing = {
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** Set when the request was refused. */
  retryAfterSeconds: number | undefined;
};

export type RateLimiter = ReturnType<typeof rateLimiter>;

export function rateLimiter(limit: number, now: () => number = Date.now) {
  const usages = new Map<number, Usage>();

  function usageOf({ tenantId, keyId }: Pick<Caller, 'tenantId' | 'keyId'>, minute: number): Usage {
    let usage = usages.get(keyId);
    if (!usage) {
      usage = { tenantId, keyId, current: nothing(minute), before: nothing(minute - 1) };
      usages.set(keyId, usage);
    }
    advance(usage, minute);
    return usage;
  }

  return {
    /** Counts `cost` requests, or tells how long to wait when they do not fit; cost 0 only looks. */
    spend(caller: Pick<Caller, 'tenantId' | 'keyId'>, cost: 0 | 1): Standing {
      const time = now();
      const { current, before } = usageOf(caller, Math.floor(time / window));
      // Whole numbers throughout: request-milliseconds of a window that still covers `left` of the minute before.
      const left = window - (time % window);
      const room = (limit - total(current)) * window - total(before) * left;
      const fits = room >= cost * window;
      if (fits) current.unsent += cost;
      return {
        limit,
        remaining: Math.max(0, Math.floor(room / window) - (fits ? cost : 0)),
        resetSeconds: Math.ceil(left / 1_000),
        retryAfterSeconds: fits
          ? undefined
          : Math.max(1, Math.ceil(untilRoom(limit, total(current), total(before), left) / 1_000)),
      };
    },

    /** Tells the database what was counted here and learns what all nodes counted together. */
    async exchange(db: Queryable): Promise<void> {
      const minute = Math.floor(now() / window);
      for (const [keyId, { current }] of usages) if (current.minute < minute - 1) usages.delete(keyId);
      if (usages.size === 0) return;
      const rows = [...usages.values()].flatMap(({ tenantId, keyId, current, before }) =>
        [current, before].map((count) => ({ tenantId, keyId, count, sent: count.unsent })),
      );
      const totals = await exchangeUsage.all(db, {
        tenant_ids: rows.map(({ tenantId }) => tenantId),
        key_ids: rows.map(({ keyId }) => keyId),
        minutes: rows.map(({ count }) => count.minute),
        counts: rows.map(({ sent }) => sent),
      });
      for (const { position, used } of totals) {
        const row = rows[position - 1];
        if (!row) continue;
        row.count.told = used;
        row.count.unsent -= row.sent;
      }
    },
  };
}

const nothing = (minute: number): Count => ({ minute, told: 0, unsent: 0 });
const total = ({ told, unsent }: Count) => told + unsent;

function advance(usage: Usage, minute: number): void {
  if (usage.current.minute === minute) return;
  usage.before = usage.current.minute === minute - 1 ? usage.current : nothing(minute - 1);
  usage.current = nothing(minute);
}

/** Milliseconds until one more fits: later in this minute, or in the next one, when this minute's count is what fades. */
function untilRoom(limit: number, current: number, before: number, left: number): number {
  if (current + 1 <= limit) return left - Math.floor(((limit - current - 1) * window) / before);
  return left + window - Math.floor(((limit - 1) * window) / current);
}

const exchangeUsage = statement({
  name: 'exchange_rate_usage',
  takes: { tenant_ids: 'int8[]', key_ids: 'int8[]', minutes: 'int8[]', counts: 'int8[]' },
  gives: { position: 'int8', used: 'int8' },
  sql: `
    with input as (
      select * from unnest(:tenant_ids::int8[], :key_ids::int8[], :minutes::int8[], :counts::int8[])
        with ordinality as i (tenant_id, key_id, minute, count, position)
    ), counted as (
      insert into rate_usage (tenant_id, key_id, policy, minute, used)
      select tenant_id, key_id, 'requests', minute, count from input where count > 0
      order by tenant_id, key_id, minute -- Two nodes lock the rows in the same order.
      on conflict (tenant_id, key_id, policy, minute) do update set used = rate_usage.used + excluded.used
      returning tenant_id, key_id, minute, used
    )
    select i.position, coalesce(c.used, r.used, 0) as used
    from input i
    left join counted c on (c.tenant_id, c.key_id, c.minute) = (i.tenant_id, i.key_id, i.minute)
    left join rate_usage r on (r.tenant_id, r.key_id, r.policy, r.minute) = (i.tenant_id, i.key_id, 'requests', i.minute)`,
});

export async function forgetOldUsage(db: Queryable, now: () => number = Date.now): Promise<void> {
  await deleteOldUsage.run(db, { minute: Math.floor(now() / window) });
}

const deleteOldUsage = statement({
  name: 'forget_old_rate_usage',
  takes: { minute: 'int8' },
  acrossTenants: 'No window reaches back that far, whoever it belongs to.',
  sql: 'delete from rate_usage where minute < :minute::int8 - 1',
});
