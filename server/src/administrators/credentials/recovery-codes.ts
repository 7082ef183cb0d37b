import { createHash } from 'node:crypto';
import type { Tx } from '../../database/connect.ts';
import { type Queryable, statement } from '../../database/sql.ts';
import type { AdministratorId, TenantId } from '../../platform/ids.ts';
import { randomLetters } from './password.ts';

// Codes for an administrator who has lost the authenticator app. Each works once: using it deletes its row.

const howMany = 10;

type Owner = { tenantId: TenantId; administratorId: AdministratorId };
const keyOf = ({ tenantId, administratorId }: Owner) => ({ tenant_id: tenantId, administrator_id: administratorId });

/** Four groups of four: 80 random bits that can be copied from paper. */
const newCode = () => randomLetters(16).replace(/.{4}(?=.)/g, '$&-');

/** Accepts capitals, blanks, and letters in place of the digits that they look like, as people copy codes from paper. */
const normal = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');

/** As with API keys, a plain hash is enough: the code is too long to guess. */
export const hashRecoveryCode = (typed: string) => createHash('sha256').update(normal(typed)).digest();

/** Replaces all codes of an administrator. The codes are only in this answer. */
export async function makeRecoveryCodes(tx: Tx, owner: Owner): Promise<string[]> {
  await deleteRecoveryCodes(tx, owner);
  const codes = Array.from({ length: howMany }, newCode);
  for (const code of codes) await insertCode.run(tx, { ...keyOf(owner), code_hash: hashRecoveryCode(code) });
  return codes;
}

export async function deleteRecoveryCodes(tx: Tx, owner: Owner): Promise<void> {
  await deleteAll.run(tx, keyOf(owner));
}

/** Whether the administrator has this code and has not used it. */
export async function isRecoveryCode(db: Queryable, owner: Owner, codeHash: Buffer): Promise<boolean> {
  return (await findCode.first(db, { ...keyOf(owner), code_hash: codeHash })) !== undefined;
}

/** Uses a code up; false if another sign-in has used it meanwhile. */
export async function takeRecoveryCode(tx: Tx, owner: Owner, codeHash: Buffer): Promise<boolean> {
  return (await deleteCode.run(tx, { ...keyOf(owner), code_hash: codeHash })) === 1;
}

export async function countRecoveryCodes(db: Queryable, owner: Owner): Promise<number> {
  return (await countCodes.one(db, keyOf(owner))).codes;
}

const key = { tenant_id: 'int8', administrator_id: 'int8' } as const;
const isOwned = 'tenant_id = :tenant_id and administrator_id = :administrator_id';

const insertCode = statement({
  name: 'insert_recovery_code',
  takes: { ...key, code_hash: 'bytea' },
  sql: `
    insert into recovery_codes (tenant_id, administrator_id, code_hash)
    values (:tenant_id, :administrator_id, :code_hash)`,
});

const findCode = statement({
  name: 'find_recovery_code',
  takes: { ...key, code_hash: 'bytea' },
  gives: { code_hash: 'bytea' },
  sql: `select code_hash from recovery_codes where ${isOwned} and code_hash = :code_hash`,
});

const deleteCode = statement({
  name: 'delete_recovery_code',
  takes: { ...key, code_hash: 'bytea' },
  sql: `delete from recovery_codes where ${isOwned} and code_hash = :code_hash`,
});

const deleteAll = statement({
  name: 'delete_recovery_codes',
  takes: key,
  sql: `delete from recovery_codes where ${isOwned}`,
});

const countCodes = statement({
  name: 'count_recovery_codes',
  takes: key,
  gives: { codes: 'int8' },
  sql: `select count(*) as codes from recovery_codes where ${isOwned}`,
});
