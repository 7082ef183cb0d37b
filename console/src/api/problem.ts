import type { Shapes } from './types.ts';

export type Detail = Shapes['ErrorDetail'];

/** A refusal by the server, in its own words, or a failure to reach it (`code` is then `unreachable`). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Detail[];
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(answer: {
    status: number;
    code: string;
    message: string;
    details?: Detail[];
    requestId?: string | undefined;
    retryAfter?: number | undefined;
  }) {
    super(answer.message);
    this.status = answer.status;
    this.code = answer.code;
    this.details = answer.details ?? [];
    this.requestId = answer.requestId;
    this.retryAfter = answer.retryAfter;
  }
}

/** Whether an error is the refusal with this code, for example `not_signed_in`. */
export const isProblem = (error: unknown, code: string) => error instanceof ApiProblem && error.code === code;
