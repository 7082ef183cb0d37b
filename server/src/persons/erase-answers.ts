import type { Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { CustomerId, KeyId, TenantId } from '../platform/ids.ts';
import { answerWithoutPerson } from './without-person.ts';

type Named = { callIds: string[]; customerIds: CustomerId[]; numbers: string[] };
type KeptAnswer = { key_id: KeyId; idempotency_key: string; body: string; is_erased: boolean };

/** The answers that `http` keeps for repeated requests. */
export type KeptAnswers = {
  /** Those that name one of these, also those from which a person was erased before. */
  about(db: Queryable, tenantId: TenantId, named: Named): AsyncIterable<KeptAnswer[]>;
  /** Marks the answer as erased, and removes the key that the client chose. */
  replace(tx: Tx, tenantId: TenantId, answer: KeptAnswer): Promise<void>;
};

/** The answers that contain something about the person, page by page, each with its body without the person. */
export async function* answersToErase(
  db: Queryable,
  answers: KeptAnswers,
  tenantId: TenantId,
  { callIds, customerIds, numbers }: Named,
): AsyncGenerator<(KeptAnswer & { without: string })[], void, void> {
  const [calls, customers] = [new Set<unknown>(callIds), new Set<unknown>(customerIds)];
  const erased = { callIds: calls, customerIds: customers, numbers: new Set<unknown>(numbers) };
  for await (const found of answers.about(db, tenantId, { callIds, customerIds, numbers }))
    yield found.flatMap((answer) => {
      const without = JSON.stringify(answerWithoutPerson(JSON.parse(answer.body), erased));
      // An answer that was replaced may still name the person, whose ids stay, or contain another person.
      return answer.is_erased && without === answer.body ? [] : [{ ...answer, without }];
    });
}

/** The answers stay, so that a repeated request does not do its work again and bring the person back. Returns how many changed. */
export async function eraseAnswers(tx: Tx, answers: KeptAnswers, tenantId: TenantId, named: Named): Promise<number> {
  let count = 0;
  for await (const found of answersToErase(tx, answers, tenantId, named)) {
    for (const { without, ...answer } of found) await answers.replace(tx, tenantId, { ...answer, body: without });
    count += found.length;
  }
  return count;
}
