// One class for each family of failures. The fields have the names of the API's error envelope.

export type ErrorDetail = { field?: string; code: string; message: string; [name: string]: unknown };

type Facts = {
  code: string;
  message: string;
  details?: ErrorDetail[];
  request_id?: string | undefined;
  status?: number;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
};

/** Every failure of a request. */
export class TrunklineError extends Error {
  override readonly name: string = 'TrunklineError';
  /** Stable, such as `validation_failed`; the message is for people and may change. */
  readonly code: string;
  /** One entry for each fault; all faults of a request are reported at once. */
  readonly details: ErrorDetail[];
  /** Finds the request in the log of the server. The SDK chooses it, so a request without an answer has one too. */
  readonly request_id: string | undefined;
  /** HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** How long the server asks the client to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message, details = [], request_id, status, retryAfterSeconds, cause }: Facts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
    this.request_id = request_id;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends TrunklineError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key lacks a scope, the tenant a license, or the address is not in the allowlist of the key. */
export class PermissionError extends TrunklineError {
  override readonly name = 'PermissionError';
}

/** 404. */
export class NotFoundError extends TrunklineError {
  override readonly name = 'NotFoundError';
}

/** 422: `details` has one entry for each fault. */
export class ValidationError extends TrunklineError {
  override readonly name = 'ValidationError';
}

/** 409: a duplicate, a busy staff member, or a call in another state. */
export class ConflictError extends TrunklineError {
  override readonly name = 'ConflictError';
}

/** 429, after all retries. */
export class RateLimitError extends TrunklineError {
  override readonly name = 'RateLimitError';
}

/** 5xx after all retries, or an answer that is not one of the API, such as the page of a proxy. */
export class ServerError extends TrunklineError {
  override readonly name = 'ServerError';
}

/** No complete answer: the connection failed or broke. */
export class ConnectionError extends TrunklineError {
  override readonly name: string = 'ConnectionError';
}

/** No complete answer in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

const families: Record<number, typeof TrunklineError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
};

/** The error of an answer that is not 2xx. A proxy may have sent it, so its body can be anything. */
export function errorOf(answer: Response, text: string, sentRequestId: string): TrunklineError {
  const { status, headers } = answer;
  const family = families[status] ?? (status >= 500 ? ServerError : TrunklineError);
  const { code, message, details, request_id } = envelopeOf(text);
  return new family({
    code: code ?? `http_${status}`,
    message: message ?? `The server answered ${status}.`,
    details: details ?? [],
    request_id: request_id ?? headers.get('x-request-id') ?? sentRequestId,
    status,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  });
}

function envelopeOf(text: string): Partial<Facts> {
  try {
    return (JSON.parse(text) as { error?: Partial<Facts> } | null)?.error ?? {};
  } catch {
    return {};
  }
}

/** The header has seconds or a date. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
