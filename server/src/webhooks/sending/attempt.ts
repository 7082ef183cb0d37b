import { maskNumber, maskText } from '../../platform/mask.ts';
import type { Failure } from './explain-failure.ts';
import type { Outcome } from './send-request.ts';

/** What the log of a delivery keeps of one attempt. */
export type Attempt = {
  at: Date;
  duration_ms: number;
  response_status: number | null;
  /** Null where no answer came. */
  response_body: string | null;
  error: string | null;
  /** Attempts that were written down before there were codes have none. */
  error_code?: Failure['code'] | null;
};

export const attemptsKept = 20;
const mostCharacters = 500;

export function attemptOf(outcome: Exclude<Outcome, { kind: 'late' }>, at: Date, durationMs: number): Attempt {
  return {
    at,
    duration_ms: Math.round(durationMs),
    response_status: outcome.status,
    response_body: outcome.status === null ? null : readableText(outcome.responseBody),
    error: outcome.kind === 'delivered' ? null : outcome.reason,
    error_code: outcome.kind === 'delivered' ? null : outcome.code,
  };
}

/** The beginning of an answer as it can be kept and shown: valid text, without telephone numbers and secrets. */
function readableText(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  // PostgreSQL keeps no NUL in text; what is no UTF-8 becomes the same sign. Masked first: a cut could hide a number's end.
  const text = maskEverything(bytes.toString('utf8').replaceAll('\0', '\ufffd'));
  return text.length <= mostCharacters ? text : [...text].slice(0, mostCharacters).join('');
}

/**
 * Receivers write what they like: numbers in full-width digits, with dashes of any kind, in the middle of a word. A moment in
 * unix time stays.
 */
function maskEverything(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Pd}/gu, '-');
  return maskText(plain).replace(/(?<!\d)(?!1[6-9]\d{8}(?:\d{3})?(?!\d))\d(?: ?\d){8,}/g, maskNumber);
}
