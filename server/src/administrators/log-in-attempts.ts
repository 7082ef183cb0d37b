import { createHash } from 'node:crypto';
import type { Queryable } from '../database/sql.ts';
import { canonicalEmail } from '../platform/email-address.ts';
import { networkOf } from '../platform/ip-range.ts';
import { Problem, problem } from '../platform/problem.ts';
import {
  countAttemptsOfEmail,
  countAttemptsOfNetwork,
  deleteAttempt,
  deleteAttemptsOfEmail,
  insertAttempt,
} from './attempt-queries.ts';

// Guessing is slow: within 15 minutes one address of a person, known or not, is tried so often, and so many attempts come from
// one place. An attempt is written down before the password is looked at, and all are counted after that, each statement by
// itself: of many at once, on whatever nodes, no more go on than may. Those that are refused do not count, or whoever goes on
// knocking would be kept out for ever.

const mostOfEmail = 10;
const mostOfNetwork = 50;

type Attempt = { email: string; address: string };

/** Counts an attempt, then makes it. One that was turned away, because too many were made at once, was none. */
export async function attempt<T>(db: Queryable, who: Attempt, make: () => Promise<T>): Promise<T> {
  const counted = await countAttempt(db, who);
  try {
    return await make();
  } catch (error) {
    if (error instanceof Problem && error.code === 'unavailable') await deleteAttempt.run(db, counted);
    throw error;
  }
}

async function countAttempt(db: Queryable, { email, address }: Attempt): Promise<{ attempt_id: number }> {
  const keys = { email_hash: hashOf(email), network: networkOf(address) };
  const attempt = (await insertAttempt.first(db, keys)) as { attempt_id: number };
  const [ofEmail, ofNetwork] = await Promise.all([
    countAttemptsOfEmail.first(db, keys),
    countAttemptsOfNetwork.first(db, keys),
  ]);
  const exceeded = [
    ...(ofEmail && ofEmail.attempts > mostOfEmail ? [ofEmail] : []),
    ...(ofNetwork && ofNetwork.attempts > mostOfNetwork ? [ofNetwork] : []),
  ];
  if (exceeded.length === 0) return attempt;
  await deleteAttempt.run(db, attempt);
  throw tooMany(Math.max(1, ...exceeded.map(({ seconds_to_wait }) => seconds_to_wait ?? 1)));
}

/** Who has proved who he is may begin anew. */
export async function forgetAttempts(db: Queryable, email: string): Promise<void> {
  await deleteAttemptsOfEmail.run(db, { email_hash: hashOf(email) });
}

const hashOf = (email: string) => createHash('sha256').update(canonicalEmail(email)).digest();

function tooMany(seconds: number) {
  const message = `There were too many attempts. Try again in ${seconds} s.`;
  return problem('rate_limited', { message, headers: { 'retry-after': `${seconds}` } });
}
