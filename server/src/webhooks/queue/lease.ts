// A worker claims a delivery by moving its `due_at` into the future by the length of a lease. It begins to send within the time
// below after it asked for the claim, or releases it. Both are SQL fragments.

/** The database's clock; tests pass their own. */
export const clock = 'coalesce(:now, now())';

export const lease = `interval '30 seconds'`;
export const startPatience = `interval '1 second'`;
export const startPatienceMs = 1_000;

/** SQL condition: a worker may be sending this delivery right now. When the attempt ends, `due_at` changes. */
export const isClaimed = `(status = 'pending' and claimed_at is not null and due_at = claimed_at + ${lease} and due_at > now())`;

/** SQL condition: this test may be being sent right now. No other failed delivery is claimed. */
export const isTested = `(status = 'failed' and claimed_at is not null and claimed_at > now() - ${lease})`;
