import type { Answer } from '../http/operation.ts';
import { type Detail, problem, validationFailed } from '../platform/problem.ts';
import type { Creation } from './create-customers.ts';
import type { ReadItem } from './read-customers.ts';

/** Puts together what became of each item: 201 when all were created, 207 when some; none is a refusal of the whole. */
export function bulkAnswer(items: unknown[], read: ReadItem[], creations: Creation[]): Answer {
  const nextCreation = creations.values();
  const outcomes = read.map(
    (item, index): Creation =>
      item.kind === 'faulty'
        ? { kind: 'refused', why: validationFailed(item.faults) }
        : inBulk(nextCreation.next().value as Creation, index),
  );
  const created = outcomes.filter(({ kind }) => kind === 'created').length;
  if (created === 0)
    throw validationFailed(outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? outcome.why.details : [])));
  const results = outcomes.map((outcome, index) => resultOf(outcome, index, items[index]));
  const total = outcomes.length;
  return {
    status: created === total ? 201 : 207,
    body: { data: { total, created, failed: total - created, results } },
  };
}

function resultOf(outcome: Creation, index: number, sent: unknown) {
  if (outcome.kind === 'created') {
    const { customer_id, external_id } = outcome.customer;
    return { index, status: 'created', customer_id, external_id, error: null };
  }
  const { code, message, details } = outcome.why;
  return {
    index,
    status: 'failed',
    customer_id: null,
    external_id: externalIdOf(sent),
    error: { code, message, details },
  };
}

/** The refusal of one item tells which item it is about. */
function inBulk(creation: Creation, index: number): Creation {
  if (creation.kind === 'created') return creation;
  const { why } = creation;
  const details = why.details.map((detail): Detail => ({ ...detail, field: `customers[${index}].${detail.field}` }));
  return { kind: 'refused', why: problem(why.code, { message: why.message, details }) };
}

function externalIdOf(sent: unknown): string | null {
  const externalId = (sent as { external_id?: unknown } | null)?.external_id;
  return typeof externalId === 'string' ? externalId : null;
}
