import type { Database } from '../database/connect.ts';
import { hashApiKey, readApiKey } from '../platform/api-key.ts';
import { type Caller, meterColumn } from '../platform/caller.ts';
import type { KeyId, TenantId } from '../platform/ids.ts';
import { allowlist, parseRange } from '../platform/network/ip-range.ts';
import { findKeyByHash, type KeyRow, noteKeysUsed } from './queries.ts';

// Verifying a key costs a round trip to the database, so the result is cached in memory, for wrong keys as for right ones: both
// cost one hash and one lookup. A NOTIFY about a change of any key or license empties the cache; while notifications cannot be
// received, the cache is not used.

/** A revocation takes effect within a second; the rest of the second is left for the notification itself. */
const believedFor = 800;
/** For each of the two kinds, so that a flood of wrong keys does not evict the right ones. */
const mostKept = 20_000;

export type KeyVerifier = {
  /** A cached result is returned synchronously, without the cost of a promise. */
  verify(key: string): Caller | undefined | Promise<Caller | undefined>;
  forgetAll(): void;
  /** Writes when each key was last used. Not per request: a row that every request updates would be the bottleneck. */
  writeLastUsed(): Promise<void>;
};

export type KeyMemory = ReturnType<typeof keyMemory>;

/** The cached results for keys, until one of them changes. */
export function keyMemory() {
  const right = new Map<string, Caller>();
  const wrong = new Map<string, undefined>();
  let generation = 0;

  function remember<T>(kept: Map<string, T>, hash: string, outcome: T): void {
    if (kept.size >= mostKept) kept.clear();
    kept.set(hash, outcome);
  }

  return {
    has: (hash: string) => right.has(hash) || wrong.has(hash),
    get: (hash: string) => right.get(hash),
    /** Returns a function that stores a result, unless a change was announced meanwhile, which may concern this key. */
    ask() {
      const asked = generation;
      return (hash: string, caller: Caller | undefined): void => {
        if (asked !== generation) return;
        if (caller) remember(right, hash, caller);
        else remember(wrong, hash, undefined);
      };
    },
    forgetAll(): void {
      generation++;
      right.clear();
      wrong.clear();
    },
  };
}

/** `receivedUpTo` uses the monotonic clock of `performance.now`; keys expire by the clock of `now`. */
export function keyVerifier(
  db: Database,
  receivedUpTo: () => number,
  now: () => number = Date.now,
  memory: KeyMemory = keyMemory(),
): KeyVerifier {
  const used = new Map<KeyId, { tenantId: TenantId; at: number }>();

  async function lookUp(key: string): Promise<Caller | undefined> {
    const hash = readApiKey(key)?.hash;
    if (hash === undefined) return undefined;
    const remember = memory.ask();
    const row = await findKeyByHash.first(db, { hash: Buffer.from(hash, 'hex') });
    const caller = row && toCaller(row);
    remember(hash, caller);
    return caller;
  }

  function use(caller: Caller | undefined): Caller | undefined {
    const at = now();
    if (!caller || caller.expiresAt <= at) return undefined;
    used.set(meterColumn(caller.meter), { tenantId: caller.tenantId, at });
    return caller;
  }

  return {
    verify(key) {
      const hash = hashApiKey(key);
      const isBelieved = performance.now() - receivedUpTo() < believedFor;
      if (isBelieved && memory.has(hash)) return use(memory.get(hash));
      return lookUp(key).then(use);
    },
    forgetAll: memory.forgetAll,
    async writeLastUsed() {
      const uses = [...used];
      if (uses.length === 0) return;
      await noteKeysUsed.run(db, {
        tenant_ids: uses.map(([, { tenantId }]) => tenantId),
        key_ids: uses.map(([keyId]) => keyId),
        times: uses.map(([, { at }]) => new Date(at)),
      });
      // Keys that were used again meanwhile wait for the next run.
      for (const [keyId, use] of uses) if (used.get(keyId) === use) used.delete(keyId);
    },
  };
}

function toCaller(row: KeyRow): Caller {
  const ranges = row.allowlist.flatMap((text) => parseRange(text) ?? []);
  return {
    tenantId: row.tenant_id,
    meter: `key:${row.key_id}`,
    kind: row.kind === 'live' ? 'live' : 'test',
    scopes: new Set(row.scopes),
    licenses: new Set(row.licenses),
    allowsAssistants: row.allows_assistants,
    allows: row.allowlist.length === 0 ? undefined : allowlist(ranges),
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    defaultCountry: row.default_country,
    timezone: row.timezone,
    hasCallLimits: row.has_call_limits,
    projects: null,
  };
}
