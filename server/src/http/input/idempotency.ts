import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database, Tx } from '../../database/connect.ts';
import { deleteInBatches } from '../../database/delete-in-batches.ts';
import { tryLock } from '../../database/locks.ts';
import { type Queryable, type Row, statement } from '../../database/sql.ts';
import { type Meter, meterColumn } from '../../platform/caller.ts';
import type { TenantId } from '../../platform/ids.ts';
import { type Detail, Problem, problem } from '../../platform/problem.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { codePoints } from '../../platform/text/storable-text.ts';

// A POST with an Idempotency-Key runs once. One transaction locks the key, looks for an answer, does the work and keeps the
// answer: a crash at any point leaves either everything or nothing, and no claim to clean up.

type Worked = {
  status: number;
  text: string;
  headers?: Record<string, string>;
  refusedPart?: number;
  afterCommit?: () => void | Promise<void>;
};
export type Answered = Worked & { isReplay: boolean };
export type Once = {
  tenantId: TenantId;
  meter: Meter;
  idempotencyKey: string;
  fingerprint: Buffer;
  /** Encrypts the kept answer, because it contains a secret. */
  box?: SecretBox | undefined;
};

/** Answers that do not depend on the request itself are not kept: the same request may succeed next time. */
const isKept = (status: number) => status < 500 && status !== 401 && status !== 403 && status !== 429;

export function fingerprint(method: string, path: string, body: Buffer): Buffer {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest();
}

/** Only a POST needs an Idempotency-Key; the other methods are idempotent by themselves. */
export function readIdempotencyKey({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): {
  idempotencyKey?: string;
  faults: Detail[];
} {
  const header = headers['idempotency-key'];
  if (method !== 'POST' || header === undefined) return { faults: [] };
  const key = typeof header === 'string' ? textOf(header) : '';
  const length = codePoints(key);
  if (length >= 1 && length <= 255 && !/[^\P{Cc}\t]/u.test(key)) return { idempotencyKey: key, faults: [] };
  const message = 'Idempotency-Key must have 1 to 255 characters, and no control characters.';
  return { faults: [{ field: 'Idempotency-Key', code: 'invalid_format', message }] };
}

/** Node reads each byte of a header as a character of Latin-1; many clients send UTF-8. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}

export function answerOnce(
  db: Database,
  once: Once,
  work: (tx: Tx) => Promise<Worked>,
  refusalText: (refusal: Problem) => string,
): Promise<Answered> {
  const key = { tenant_id: once.tenantId, key_id: meterColumn(once.meter), idempotency_key: once.idempotencyKey };
  return db.transaction(async (tx) => {
    // The second statement sees what was committed before the lock was acquired.
    const [lock, kept] = await Promise.all([
      lockKey.first(tx, lockNumbers(once)),
      findAnswer.first(tx, { ...key, erased_key: erasedKey(key) }),
    ]);
    if (kept && !kept.fingerprint.equals(once.fingerprint)) throw problem('idempotency_key_reused');
    if (kept) return { status: kept.status, text: readKept(once, kept), isReplay: true };
    if (!lock?.is_free) throw problem('idempotency_in_progress');

    const answer = await tx
      .savepoint(() => work(tx))
      .catch((error: unknown): Worked => {
        if (!(error instanceof Problem && isKept(error.status))) throw error;
        return { status: error.status, text: refusalText(error) };
      });
    const { status, text } = answer;
    await keepAnswer.run(tx, { ...key, fingerprint: once.fingerprint, status, ...toKeep(once, text) });
    return { ...answer, isReplay: false };
  });
}

const contextOf = ({ tenantId, meter, idempotencyKey }: Once) =>
  `answer/${tenantId}/${meterColumn(meter)}/${idempotencyKey}`;

function toKeep(once: Once, text: string): { body: string; is_encrypted: boolean } {
  if (!once.box) return { body: text, is_encrypted: false };
  return { body: once.box.seal(text, contextOf(once)).toString('base64'), is_encrypted: true };
}

function readKept(once: Once, { body, is_encrypted }: { body: string; is_encrypted: boolean }): string {
  if (!is_encrypted) return body;
  if (!once.box) throw new Error('An encrypted answer is kept of an operation that tells no secret.');
  return once.box.open(Buffer.from(body, 'base64'), contextOf(once));
}

/** The name of a kept answer from which a person was erased: clients put names and numbers into their keys. */
export const erasedKey = ({ tenant_id, key_id, idempotency_key }: Omit<Row<typeof findAnswer.takes>, 'erased_key'>) =>
  `sha256:${createHash('sha256').update(`${tenant_id}/${key_id}/${idempotency_key}`).digest('base64url')}`;

const lockKey = statement({
  name: 'lock_idempotency_key',
  takes: { first: 'int4', second: 'int4' },
  gives: { is_free: 'bool' },
  acrossTenants: "It reads no table, and the tenant is part of the lock's name.",
  sql: `select ${tryLock(':first', ':second')} as is_free`,
});

/**
 * The lock of a key, in the space of two numbers: see `database/locks.ts`. The numbers come from a cryptographic hash, so that
 * no client can choose a key that takes another tenant's lock.
 */
function lockNumbers({ tenantId, meter, idempotencyKey }: Once): { first: number; second: number } {
  const hash = createHash('sha256')
    .update(`${tenantId}/${meterColumn(meter)}/${idempotencyKey}`)
    .digest();
  return { first: hash.readInt32BE(0), second: hash.readInt32BE(4) };
}

const findAnswer = statement({
  name: 'find_kept_answer',
  takes: { tenant_id: 'int8', key_id: 'int8', idempotency_key: 'text', erased_key: 'text' },
  gives: { fingerprint: 'bytea', status: 'int4', body: 'text', is_encrypted: 'bool' },
  sql: `
    select fingerprint, status, body, is_encrypted from kept_answers
    where tenant_id = :tenant_id and key_id = :key_id and idempotency_key in (:idempotency_key, :erased_key)
      and created_at > now() - interval '24 hours'`,
});

const keepAnswer = statement({
  name: 'keep_answer',
  takes: {
    tenant_id: 'int8',
    key_id: 'int8',
    idempotency_key: 'text',
    fingerprint: 'bytea',
    status: 'int4',
    body: 'text',
    is_encrypted: 'bool',
  },
  sql: `
    insert into kept_answers (tenant_id, key_id, idempotency_key, fingerprint, status, body, is_encrypted)
    values (:tenant_id, :key_id, :idempotency_key, :fingerprint, :status, :body, :is_encrypted)
    on conflict (tenant_id, key_id, idempotency_key) do update -- Only an answer older than 24 hours can conflict.
      set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        is_encrypted = excluded.is_encrypted, created_at = now()`,
});

export async function forgetOldAnswers(db: Queryable): Promise<void> {
  await deleteInBatches(10_000, (limit) => deleteOldAnswers.run(db, { limit }));
}

const deleteOldAnswers = statement({
  name: 'delete_old_answers',
  takes: { limit: 'int8' },
  acrossTenants: 'It deletes expired answers of all tenants.',
  sql: `
    delete from kept_answers where ctid = any(array(
      select ctid from kept_answers where created_at < now() - interval '24 hours' limit :limit))`,
});
