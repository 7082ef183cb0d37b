import type { Answer } from '../http/operation.ts';
import { type Detail, moreFaults, problem, validationFailed } from '../platform/problem.ts';
import { codePoints } from '../platform/text/storable-text.ts';
import type { OnDuplicate, ReadItem } from './read-customers.ts';
import { longestExternalId } from './schema.ts';
import type { Upsertion } from './upsert-customers.ts';

/**
 * Combines the outcomes of all items: 201 if none failed and some were created, 200 if all were updated, 207 if some failed; if
 * all failed, the whole request is refused.
 */
export function bulkAnswer(
  { customers: items, on_duplicate }: { customers: unknown[]; on_duplicate?: OnDuplicate },
  read: ReadItem[],
  written: Upsertion[],
): Answer {
  const nextWritten = written.values();
  const outcomes = read.map(
    (item, index): Upsertion =>
      item.kind === 'faulty'
        ? { kind: 'refused', why: validationFailed(item.faults) }
        : inBulk(nextWritten.next().value as Upsertion, index),
  );
  const details = outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.why.details : []));
  const total = outcomes.length;
  const count = (wanted: Upsertion['kind']) => outcomes.filter(({ kind }) => kind === wanted).length;
  const [created, updated, failed] = [count('created'), count('updated'), count('refused')];
  if (failed === total) throw validationFailed(fitting(details, mostBytes).flat());
  const results = outcomes.map((outcome, index) => resultOf(outcome, index, items[index]));
  return {
    status: failed > 0 ? 207 : created > 0 ? 201 : 200,
    body: {
      data: {
        ...{ total, created },
        ...(on_duplicate === 'update' && { updated }),
        ...{ failed, results: withDetails(results, details) },
      },
    },
    refusedPart: failed / total,
  };
}

type Result = ReturnType<typeof resultOf>;

function resultOf(outcome: Upsertion, index: number, sent: unknown) {
  if (outcome.kind !== 'refused') {
    const { customer_id, external_id } = outcome.customer;
    return { index, status: outcome.kind, customer_id, external_id, error: null };
  }
  const { code, message } = outcome.why;
  return { index, status: 'failed', customer_id: null, external_id: externalIdOf(sent), error: { code, message } };
}

function withDetails(results: Result[], details: Faults[]) {
  if (results.every(({ error }) => error === null)) return results;
  const fitted = fitting(details, Math.max(mostBytes - sizeOf(results), leastBytes));
  return results.map((result, index) =>
    result.error ? { ...result, error: { ...result.error, details: fitted[index] } } : result,
  );
}

type Faults = readonly Detail[];

/** The most bytes of all results or faults together, so that no answer exceeds 256 KiB, apart from long ids. */
const mostBytes = 240 * 1024;
/** Enough bytes for one ordinary fault of every item, however long the ids are that the client sent and gets back. */
const leastBytes = 128 * 1024;
/** Every fault has more bytes than this. */
const bytesOfFault = 60;
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The faults of each item, or the first few of each if not all fit: for 500 items, one or two of each fit. */
function fitting(details: Faults[], bytes: number): Faults[] {
  for (const each of [Number.POSITIVE_INFINITY, 32, 8, 2, 1]) {
    const count = details.reduce((sum, { length }) => sum + Math.min(length, each), 0);
    if (count * bytesOfFault > bytes) continue;
    const fitted = details.map((faults) => firstOf(faults, each));
    if (sizeOf(fitted) <= bytes) return fitted;
  }
  return details.map((faults, index) => (faults.length > 0 ? [moreFaults(faults, `customers[${index}]`)] : []));
}

const firstOf = (faults: Faults, count: number): Faults =>
  faults.length <= count ? faults : [...faults.slice(0, count), moreFaults(faults.slice(count))];

/** Prefixes the fields in the refusal of one item with its index. */
function inBulk(outcome: Upsertion, index: number): Upsertion {
  if (outcome.kind !== 'refused') return outcome;
  const { why } = outcome;
  const details = why.details.map((detail): Detail => ({ ...detail, field: `customers[${index}].${detail.field}` }));
  return { kind: 'refused', why: problem(why.code, { message: why.message, details }) };
}

/** A longer id is invalid, and is not sent back. */
function externalIdOf(sent: unknown): string | null {
  const externalId = (sent as { external_id?: unknown } | null)?.external_id;
  // A character has at most two UTF-16 code units: a string with more is too long, and its characters need not be counted.
  const isShort = typeof externalId === 'string' && externalId.length <= 2 * longestExternalId;
  return isShort && codePoints(externalId) <= longestExternalId ? externalId : null;
}
