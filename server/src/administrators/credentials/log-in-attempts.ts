import { createHash } from 'node:crypto';
import type { Tx } from '../../database/connect.ts';
import type { Queryable } from '../../database/sql.ts';
import type { AdministratorId, Id, TenantId } from '../../platform/ids.ts';
import { networkOf } from '../../platform/network/ip-range.ts';
import { isUnavailable, problem } from '../../platform/problem.ts';
import { canonicalEmail } from '../../platform/text/email-address.ts';
import {
  countAttemptsAnywhere,
  countAttemptsAtPlace,
  countAttemptsOfPlace,
  countLogInsOfPlace,
  countProofs,
  deleteAttempt,
  deleteAttemptsAnywhere,
  deleteAttemptsAtPlace,
  deleteProofs,
  insertAttempt,
  noteSuccess,
  touchAttempt,
} from './attempt-queries.ts';
import { knownRefusal, noteRefusal } from './recent-refusals.ts';

// Limits guessing: within 15 minutes an email address, known or not, can be tried so often from one network and more often from
// all networks together, and one network may make so many attempts. Successful log-ins count for the network too, with a limit
// that leaves room for an office in the morning. Each attempt is recorded before the password is checked and all are counted
// after that, in separate statements, so that concurrent attempts on any nodes cannot exceed a limit. Refused attempts do not
// count, or a client that keeps trying would stay locked out forever.

/** To lock an administrator out from elsewhere, an attacker needs ten networks, over and over. */
const most = { atPlace: 10, anywhere: 100, ofPlace: 50, logInsOfPlace: 200, proofs: 10, unreadable: 50 } as const;

export type LogInAttempt = { kind: 'log-in'; email: string; address: string };
/**
 * An attempt by an administrator who is signed in and proves the password again (`proof`), or who has the password right and
 * enters a code (`code`). Other clients cannot use it up, so the limit is low and applies across all networks.
 */
export type ProofAttempt = { kind: 'proof' | 'code'; tenantId: TenantId; administratorId: AdministratorId };

type Count = { attempts: number; seconds_to_wait: number | null } | undefined;

/** Counts an attempt, then makes it. An attempt that the server was too busy to check is not counted. */
export async function countAttempt<T>(
  db: Queryable,
  subject: LogInAttempt | ProofAttempt,
  make: (counted: CountedAttempt) => Promise<T>,
): Promise<T> {
  const counted = await (subject.kind === 'log-in' ? countLogIn(db, subject) : countProof(db, subject));
  try {
    return await make(counted);
  } catch (error) {
    if (isUnavailable(error)) await deleteAttempt.run(db, counted);
    throw error;
  }
}

export type CountedAttempt = { attempt_id: Id<'attempt'> };

async function countLogIn(db: Queryable, subject: LogInAttempt): Promise<CountedAttempt> {
  const keys = keysOf(subject);
  const place = keys.network;
  const personAtPlace = `${place} ${keys.subject_hash.toString('hex')}`;
  refuseAgain(place, personAtPlace);
  const counted = await insertAttempt.one(db, keys);
  const [atPlace, anywhere, ofPlace, logIns] = await Promise.all([
    countAttemptsAtPlace.first(db, keys),
    countAttemptsAnywhere.first(db, keys),
    countAttemptsOfPlace.first(db, keys),
    countLogInsOfPlace.first(db, keys),
  ]);
  return admitted(db, counted, {
    [personAtPlace]: Math.max(over(atPlace, most.atPlace), over(anywhere, most.anywhere)),
    [place]: Math.max(over(ofPlace, most.ofPlace), over(logIns, most.logInsOfPlace)),
  });
}

/**
 * Counts a body that is not a log-in, or refuses it. Such bodies have their own limit: a script in an office that sends
 * nonsense must not lock the office out.
 */
export async function countUnreadable(db: Queryable, address: string): Promise<void> {
  // A separate network name, so that the log-in limits do not count it.
  const network = `unreadable ${networkOf(address)}`;
  refuseAgain(network);
  const counted = await insertAttempt.one(db, { subject_hash: hashOf('unreadable'), network });
  await admitted(db, counted, { [network]: over(await countAttemptsOfPlace.first(db, { network }), most.unreadable) });
}

async function countProof(db: Queryable, proof: ProofAttempt): Promise<CountedAttempt> {
  const subject_hash = subjectOf(proof);
  const subject = subject_hash.toString('hex');
  refuseAgain(subject);
  const counted = await insertAttempt.one(db, { subject_hash, network: null });
  return admitted(db, counted, { [subject]: over(await countProofs.first(db, { subject_hash }), most.proofs) });
}

/** Seconds to wait; 0 if the limit is not exceeded. */
const over = (count: Count, limit: number) =>
  count && count.attempts > limit ? Math.max(1, count.seconds_to_wait ?? 1) : 0;

/** Takes the seconds that each subject of an attempt has to wait. */
async function admitted(
  db: Queryable,
  counted: CountedAttempt,
  waits: Record<string, number>,
): Promise<CountedAttempt> {
  const secondsToWait = Math.max(...Object.values(waits));
  if (secondsToWait === 0) return counted;
  await deleteAttempt.run(db, counted);
  for (const [subject, seconds] of Object.entries(waits)) if (seconds > 0) noteRefusal(subject, seconds);
  throw tooMany(secondsToWait);
}

/** Refuses subjects that the database has refused many times in this second, without asking it again. */
function refuseAgain(...subjects: string[]): void {
  const secondsToWait = Math.max(...subjects.map(knownRefusal));
  if (secondsToWait > 0) throw tooMany(secondsToWait);
}

/** A successful log-in resets the counter for that network; attempts from other networks still count. */
export async function noteLogIn(
  db: Queryable,
  { attempt_id, ...subject }: LogInAttempt & CountedAttempt,
): Promise<void> {
  await noteSuccess.run(db, { attempt_id });
  await deleteAttemptsAtPlace.run(db, keysOf(subject));
}

/**
 * Takes as long as the audit row that a known address gets, so that the response time does not reveal which addresses are
 * known.
 */
export async function takeTheTime(tx: Tx, counted: CountedAttempt): Promise<void> {
  await touchAttempt.run(tx, counted);
}

export async function forgetProofs(db: Queryable, subject: ProofAttempt): Promise<void> {
  await deleteProofs.run(db, { subject_hash: subjectOf(subject) });
}

/** For an administrator whose password the operator has reset. */
export async function forgetAllAttempts(
  db: Queryable,
  email: string,
  subject: Omit<ProofAttempt, 'kind'>,
): Promise<void> {
  await deleteAttemptsAnywhere.run(db, { subject_hash: hashOf(canonicalEmail(email)) });
  for (const kind of ['proof', 'code'] as const) await forgetProofs(db, { kind, ...subject });
}

function keysOf({ email, address }: LogInAttempt) {
  return { subject_hash: hashOf(canonicalEmail(email)), network: networkOf(address) };
}

const subjectOf = ({ kind, tenantId, administratorId }: ProofAttempt) =>
  hashOf(`${kind} ${tenantId}/${administratorId}`);
const hashOf = (subject: string) => createHash('sha256').update(subject).digest();

function tooMany(seconds: number) {
  const message = `Too many attempts. Try again in ${seconds} s.`;
  return problem('rate_limited', { message, headers: { 'retry-after': `${seconds}` } });
}
