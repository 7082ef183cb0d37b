import type { Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { CustomerId, KeyId, TenantId } from '../platform/ids.ts';
import { answerWithoutPerson } from './without-person.ts';

type Named = { callIds: string[]; customerIds: CustomerId[]; numbers: string[] };
type KeptAnswer = { key_id: KeyId; idempotency_key: string; body: string };

/** The answers that `http` keeps for repeated requests. */
export type KeptAnswers = {
  /** Those that name one of these, and are not erased. */
  about(db: Queryable, tenantId: TenantId, named: Named): AsyncIterable<KeptAnswer[]>;
  /** Marks the answer as erased, and removes the key that the client chose. */
  replace(tx: Tx, tenantId: TenantId, answer: KeptAnswer): Promise<void>;
};

/** The answers stay, so that a repeated request does not do its work again and bring the person back. Returns how many changed. */
export async function eraseAnswers(
  tx: Tx,
  answers: KeptAnswers,
  tenantId: TenantId,
  { callIds, customerIds, numbers }: Named,
): Promise<number> {
  const [calls, customers] = [new Set<unknown>(callIds), new Set<unknown>(customerIds)];
  const erased = { callIds: calls, customerIds: customers, numbers: new Set<unknown>(numbers) };
  let count = 0;
  for await (const found of answers.about(tx, tenantId, { callIds, customerIds, numbers })) {
    for (const { body, ...key } of found) {
      const without = answerWithoutPerson(JSON.parse(body), erased);
      await answers.replace(tx, tenantId, { ...key, body: JSON.stringify(without) });
    }
    count += found.length;
  }
  return count;
}
