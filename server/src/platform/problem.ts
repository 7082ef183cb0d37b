import type { FaultCode } from './fault-codes.ts';
import { keysOf } from './keys-of.ts';

type Headers = Readonly<Record<string, string>>;
type Kind = { status: number; message: string; headers?: Headers };

// Every refusal that a client with an API key can get. A published code keeps its name, status and meaning.
const kinds = {
  malformed_json: { status: 400, message: 'The body is not a JSON object. Send one JSON object in UTF-8.' },
  malformed_request: { status: 400, message: 'This is not HTTP that the server can read. Send a well-formed request.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Send it again, faster.' },
  headers_too_large: {
    status: 431,
    message: 'The header fields are too large or too many. Send at most 16 KiB of them.',
  },
  missing_api_key: {
    status: 401,
    message: 'No API key was sent. Send one in the header "Authorization: Bearer <key>".',
    headers: { 'www-authenticate': 'Bearer' },
  },
  invalid_api_key: {
    status: 401,
    message:
      'This API key is not valid: unknown, revoked or expired. Use another one, or ask an administrator for one.',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  },
  ip_not_allowed: {
    status: 403,
    message:
      'This API key may not be used from your address. Ask an administrator to add it to the allowlist of the key.',
  },
  insufficient_scope: {
    status: 403,
    message: 'This API key lacks the scope named in details. Use a key that has it, or ask an administrator for one.',
  },
  license_required: {
    status: 403,
    message: 'This needs the licence named in details. Ask the operator to add it to your tenant.',
  },
  not_found: {
    status: 404,
    message: 'There is nothing here. Check the path and the id; what belongs to another tenant cannot be seen.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not take this method. The Allow header lists those it takes.',
  },
  duplicate_external_id: {
    status: 409,
    message: 'This external_id is taken. Use what exists already, or send another external_id.',
  },
  staff_busy: {
    status: 409,
    message: 'The staff member is on a call. Try again when it has ended, or name another staff member.',
  },
  not_connected: {
    status: 409,
    message: 'The call is not in conversation: it was not answered yet, or has ended. Do this while the parties talk.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is being handled right now. Send the same request again in a moment.',
    headers: { 'retry-after': '1' },
  },
  payload_too_large: { status: 413, message: 'The body is too large. Send at most 1 MiB, or 4 MiB in bulk.' },
  unsupported_media_type: {
    status: 415,
    message: 'The body has a type this API does not read. Send JSON with "Content-Type: application/json".',
  },
  range_not_satisfiable: {
    status: 416,
    message: 'Nothing lies in this range. The Content-Range header says how many bytes there are.',
  },
  validation_failed: {
    status: 422,
    message: 'Some of what was sent is not valid. Correct every fault listed in details and send it again.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Send a new key with each new request.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait the seconds given in Retry-After and try again.' },
  internal_error: {
    status: 500,
    message: 'Something failed on our side. Try again; if it goes on, give the operator this request_id.',
  },
  unavailable: {
    status: 503,
    message: 'This is out of reach right now and nothing was done. Try again after the seconds given in Retry-After.',
    headers: { 'retry-after': '5' },
  },
} satisfies Record<string, Kind>;

// Refusals of the administrators' API only.
const consoleKinds = {
  not_signed_in: { status: 401, message: 'You are not signed in, or no longer. Sign in with POST /session.' },
  invalid_login: { status: 401, message: 'This is not the e-mail address and password of an administrator.' },
  password_used: {
    status: 401,
    message:
      'This password was good for one log-in and was used. Choose your own in the browser that has logged in, or ask the operator for another one (admin reset-password).',
  },
  totp_required: { status: 401, message: 'A code is needed too. Send the one that your app shows as totp_code.' },
  invalid_totp_code: {
    status: 401,
    message: 'This code is not the one that your app shows now, or was used before. Wait for the next one.',
  },
  cross_site_request: {
    status: 403,
    message:
      'This does not come from the console. Send the header "X-Trunkline-Console: 1" from a page of this server; behind a proxy set PUBLIC_URL or TRUSTED_PROXIES.',
  },
  password_change_required: {
    status: 403,
    message: 'Your password was made by somebody else. Choose one of your own first, with PUT /session/password.',
  },
  insufficient_role: { status: 403, message: 'Your role may not do this. Ask an administrator of your tenant.' },
  telephony_by_operator: {
    status: 403,
    message:
      'The operator alone sets up trunks, numbers, caller ids and SIP addresses of this tenant. Ask the operator to change it.',
  },
} satisfies Record<string, Kind>;

const keysOnly = ['missing_api_key', 'invalid_api_key', 'ip_not_allowed', 'insufficient_scope'];

const allKinds = { ...kinds, ...consoleKinds };
export type ProblemCode = keyof typeof allKinds;
/** The refusals that a client with an API key can get. */
export const problemCodes: ProblemCode[] = keysOf(kinds);
/** The refusals that the console can get. */
export const consoleProblemCodes = problemCodes.filter((code) => !keysOnly.includes(code)).concat(keysOf(consoleKinds));

/** One fault of a request; further facts that help a program (an id, a limit) are extra fields. */
export type Detail = { field: string; code: FaultCode | ProblemCode; message: string; [extra: string]: unknown };

type Particulars = { message?: string; details?: readonly Detail[]; headers?: Headers; cause?: unknown };

/** An expected refusal. Any other error is a bug of ours and becomes a logged `internal_error`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: readonly Detail[];
  /** Names are lower case, so that a header given here replaces the default header of the code. */
  readonly headers: Headers;

  constructor(code: ProblemCode, { message, details = [], headers, cause }: Particulars = {}) {
    const kind: Kind = allKinds[code];
    super(message ?? kind.message, { cause });
    this.code = code;
    this.status = kind.status;
    this.details = details;
    this.headers = { ...kind.headers, ...headers };
  }
}

export function problem(code: ProblemCode, particulars?: Particulars): Problem {
  return new Problem(code, particulars);
}

/** The database, or another dependency, is currently unreachable. */
export const isUnavailable = (error: unknown) => error instanceof Problem && error.code === 'unavailable';

export function validationFailed(details: readonly Detail[]): Problem {
  return problem('validation_failed', { details });
}

/** Stands for further faults, which are left out because the size of an answer is limited. */
export function moreFaults(leftOut: readonly Detail[], field = leftOut[0]?.field ?? ''): Detail {
  const faults = leftOut.length === 1 ? 'There is 1 more fault' : `There are ${leftOut.length} more faults`;
  const message = `${faults}, not listed here. Correct those that are, then send it again to see the rest.`;
  // The path of a fault may be as deep as the body.
  return { field: field.slice(0, 200).toWellFormed(), code: 'more_faults', message };
}

type Holder = { call_id?: string | undefined; customer_id?: number | undefined };

/** Names the object that has the external_id already, if the key may read it. */
export function duplicateExternalId(existing: Holder = {}): Problem {
  const message = 'external_id is taken already: send another one, or change what has it.';
  const detail: Detail = { field: 'external_id', code: 'duplicate_external_id', message, ...existing };
  return problem('duplicate_external_id', { details: [detail] });
}

export function insufficientScope(scope: string): Problem {
  const message = `The scope ${scope} is missing from this API key.`;
  return problem('insufficient_scope', { details: [{ field: 'scope', code: 'missing_scope', message, scope }] });
}

export function licenseRequired(license: string): Problem {
  const message = `The licence ${license} is missing from your tenant.`;
  return problem('license_required', { details: [{ field: 'license', code: 'missing_license', message, license }] });
}
