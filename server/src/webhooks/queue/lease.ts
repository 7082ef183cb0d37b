// A worker claims a delivery by putting its `due_at` off by the length of a lease. It begins to send within the time below
// after it asked for the claim, or lets it go. Both are parts of statements.

/** The clock is the database's; tests bring one of their own. */
export const clock = 'coalesce(:now, now())';

export const lease = `interval '30 seconds'`;
export const startPatience = `interval '1 second'`;
export const startPatienceMs = 1_000;

/** Whether somebody may be sending this delivery right now. Once the attempt has an end, `due_at` is another time. */
export const isClaimed = `(status = 'pending' and claimed_at is not null and due_at = claimed_at + ${lease} and due_at > now())`;

/** Whether somebody may be sending this test right now. Nothing else that has failed is claimed. */
export const isTested = `(status = 'failed' and claimed_at is not null and claimed_at > now() - ${lease})`;
