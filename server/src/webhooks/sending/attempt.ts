import { maskNumber, maskText } from '../../platform/mask.ts';
import type { Failure } from './explain-failure.ts';
import type { Outcome } from './send-request.ts';

/** The entry of one attempt in the log of a delivery. */
export type Attempt = {
  at: Date;
  duration_ms: number;
  response_status: number | null;
  /** Null if there was no answer. */
  response_body: string | null;
  error: string | null;
  /** Missing in attempts that were written before codes existed. */
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

/** The beginning of an answer, safe to keep and show: valid text, without telephone numbers and secrets. */
function readableText(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  // PostgreSQL cannot store NUL in text; invalid UTF-8 becomes the same replacement character. Masked before the cut, which
  // could hide the end of a number.
  const text = maskEverything(bytes.toString('utf8').replaceAll('\0', '\ufffd'));
  return text.length <= mostCharacters ? text : [...text].slice(0, mostCharacters).join('');
}

/**
 * Receivers may write numbers in full-width digits, with dashes of any kind, or in the middle of a word. Unix timestamps are
 * kept.
 */
function maskEverything(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Pd}/gu, '-');
  return maskText(plain).replace(/(?<!\d)(?!1[6-9]\d{8}(?:\d{3})?(?!\d))\d(?: ?\d){8,}/g, maskNumber);
}
