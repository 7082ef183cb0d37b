// Every advisory lock of the program, in SQL: each is named here and nowhere else. A transaction that takes several takes them
// in this order, so that no two transactions wait for each other. The numbers never change: nodes of two versions may run side
// by side.
//
// PostgreSQL has two spaces of numbers. In the one of 64 bits an id is hashed together with the number of its kind.

const key = (kind: number, id = '0') => `hashint8extended(${id}, ${kind})`;

export const locks = {
  /** Serializes migrations. A session holds it, outside of transactions. */
  migration: '7265117001',
  /** Live calls of a tenant with limits: counted and started by one transaction at a time. */
  liveCalls: (tenantId: string) => key(6, tenantId),
  /** Call ids of a tenant: writers share it until they commit, a list takes it exclusively for an instant. */
  callIds: (tenantId: string) => key(2, tenantId),
  /** Webhook ids of a tenant: one webhook is added at a time. */
  webhookIds: (tenantId: string) => key(5, tenantId),
  /**
   * The queue of a webhook: claims share it, stopping the webhook takes it exclusively, after the row of the webhook and before
   * the rows of its deliveries.
   */
  webhookQueue: (webhookId: string) => key(4, webhookId),
  /**
   * One bit of the number that a writer of customers announces. The writer holds the locks of the bits that are 1, so that others
   * can read the number: see `customers/open-writers.ts`.
   */
  announcedBit: (transaction: string, bit: string) => key(7, `(${transaction}::int8 << 6 | ${bit})`),
  /** Work that one node does at a time. No webhook has the id 0, so the kind 4 cannot clash. */
  callCounts: key(3),
  callPartitions: key(4),
  /** A session holds it, outside of transactions. */
  backup: key(8),
  phoneSystems: `hashtext('phone systems')`,
};

// The space of two 32-bit numbers has the writers of customers and the keys of idempotent requests. The latter come from a hash
// that no client can control, so a collision is about as rare as two equal 64-bit hashes.

/** The first number: all writers of customers of a tenant. */
export const customerWriters = (tenantId: string) => `hashint8(${tenantId})`;
/** The second number: one writer, identified by its transaction. */
export const transactionNumber = (xid: string) => `(${xid}::text::int8 & 2147483647)::int4`;
export const thisTransaction = transactionNumber('pg_current_xact_id()');

type Lock = string;

/** Waits for the lock, and holds it until the transaction ends. */
export const lock = (...names: Lock[]) => `pg_advisory_xact_lock(${names.join(', ')})`;
export const lockShared = (...names: Lock[]) => `pg_advisory_xact_lock_shared(${names.join(', ')})`;
/** Returns whether the lock was free. */
export const tryLock = (...names: Lock[]) => `pg_try_advisory_xact_lock(${names.join(', ')})`;
export const tryLockShared = (...names: Lock[]) => `pg_try_advisory_xact_lock_shared(${names.join(', ')})`;
/** Whether no other session holds the lock exclusively; it is held for an instant only. */
export const isFree = (...names: Lock[]) =>
  `case when pg_try_advisory_lock_shared(${names.join(', ')}) then pg_advisory_unlock_shared(${names.join(', ')}) else false end`;
