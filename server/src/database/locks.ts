// Every advisory lock of the program, in SQL: each is named here and nowhere else. A transaction that takes several takes them
// in this order, so that no two transactions wait for each other. The numbers never change: nodes of two versions may run side
// by side.
//
// PostgreSQL has two spaces of numbers. In the one of 64 bits an id is hashed together with the number of its kind.

const key = (kind: number, id = '0') => `hashint8extended(${id}, ${kind})`;

export const locks = {
  /** Of all migrations. It is held by a session, before any transaction. */
  migration: '7265117001',
  /** Of the live calls of a tenant with limits: who starts one counts them alone. */
  liveCalls: (tenantId: string) => key(6, tenantId),
  /** Of the ids of a tenant's calls: writers share it until they commit, and who lists has it alone for an instant. */
  callIds: (tenantId: string) => key(2, tenantId),
  /** Of the ids of a tenant's webhooks: one is added at a time. */
  webhookIds: (tenantId: string) => key(5, tenantId),
  /**
   * Of what is queued for a webhook: who claims shares it, and who stops the webhook has it alone, after the row of the webhook
   * and before those of its deliveries.
   */
  lane: (webhookId: string) => key(4, webhookId),
  /** Of work that one node does at a time. No webhook has the id 0. */
  callCounts: key(3),
  callPartitions: key(4),
  phoneSystems: `hashtext('phone systems')`,
};

// In the space of two numbers of 32 bits are the writers of customers and the keys of idempotent requests. The latter are cut
// from a hash that no client can steer, so that one meets the other about as often as two hashes of 64 bits are equal.

/** The first number of the locks of those who write customers of a tenant. */
export const customerWriters = (tenantId: string) => `hashint8(${tenantId})`;
/** The second one: a writer has a lock of its own, named after its transaction. */
export const thisTransaction = '(pg_current_xact_id()::text::int8 & 2147483647)::int4';

type Lock = string;

/** Waits for the lock, and holds it until the transaction ends. */
export const lock = (...names: Lock[]) => `pg_advisory_xact_lock(${names.join(', ')})`;
export const lockShared = (...names: Lock[]) => `pg_advisory_xact_lock_shared(${names.join(', ')})`;
/** Gives whether the lock was free. */
export const tryLock = (...names: Lock[]) => `pg_try_advisory_xact_lock(${names.join(', ')})`;
export const tryLockShared = (...names: Lock[]) => `pg_try_advisory_xact_lock_shared(${names.join(', ')})`;
