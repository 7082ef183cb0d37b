import type { FaultCode } from './fault-codes.ts';
import { keysOf } from './keys-of.ts';

type Headers = Readonly<Record<string, string>>;
type Kind = { status: number; message: string; headers?: Headers };

// Every refusal that a client with an API key can get. A published code keeps its name, status and meaning.
const kinds = {
  malformed_json: {
    status: 400,
    message: 'The request body is not a JSON object. Send one JSON object, encoded in UTF-8.',
  },
  malformed_request: {
    status: 400,
    message: 'The server cannot read this request as HTTP. Check your HTTP client and send a well-formed request.',
  },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive. Check your connection and send it again.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request headers are too large. Send at most 16 KiB of headers.',
  },
  missing_api_key: {
    status: 401,
    message: 'The request has no API key. Send your key in the header "Authorization: Bearer <key>".',
    headers: { 'www-authenticate': 'Bearer' },
  },
  invalid_api_key: {
    status: 401,
    message: 'This API key is unknown, revoked or expired. Use a valid key, or ask an administrator to create one.',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  },
  ip_not_allowed: {
    status: 403,
    message:
      "This API key does not accept requests from your IP address. Ask an administrator to add the address to the key's allowlist.",
  },
  insufficient_scope: {
    status: 403,
    message:
      'This API key lacks the scope named in details. Use a key that has this scope, or ask an administrator for one.',
  },
  license_required: {
    status: 403,
    message: 'Your tenant lacks the license named in details. Ask the operator of this server to add it.',
  },
  not_found: {
    status: 404,
    message: 'This resource does not exist, or it belongs to another tenant. Check the path and the id.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support this method. Use one of the methods in the Allow header.',
  },
  duplicate_external_id: {
    status: 409,
    message: 'This external_id is already in use. Use the existing record, or send a different external_id.',
  },
  staff_busy: {
    status: 409,
    message:
      'The staff member is already on a call. Try again when that call has ended, or choose another staff member.',
  },
  not_connected: {
    status: 409,
    message:
      'The call is not in conversation: it has not been answered yet, or it has ended. Send this request while the parties are talking.',
  },
  call_in_progress: {
    status: 409,
    message:
      'The call is in progress, or its recording is not stored yet. Send this request again after the call has ended.',
  },
  idempotency_in_progress: {
    status: 409,
    message:
      'Another request with this Idempotency-Key is still in progress. Wait a second, then send the same request again.',
    headers: { 'retry-after': '1' },
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large. Send at most 1 MiB, or 4 MiB to POST /customers/bulk.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'This API reads only JSON. Send the body as JSON, with "Content-Type: application/json".',
  },
  range_not_satisfiable: {
    status: 416,
    message: 'The requested byte range lies outside the file. The Content-Range header contains the size of the file.',
  },
  validation_failed: {
    status: 422,
    message: 'The request contains invalid values. Correct every fault listed in details, then send the request again.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used for a different request. Use a new key for each new request.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests. Wait for the number of seconds in the Retry-After header, then try again.',
  },
  internal_error: {
    status: 500,
    message: 'The server failed unexpectedly. Try again; if the error persists, send this request_id to the operator.',
  },
  unavailable: {
    status: 503,
    message:
      'The service is temporarily unavailable, and nothing was changed. Wait for the number of seconds in the Retry-After header, then try again.',
    headers: { 'retry-after': '5' },
  },
} satisfies Record<string, Kind>;

// Refusals of the administrators' API only.
const consoleKinds = {
  not_signed_in: {
    status: 401,
    message: 'You are not signed in, or your session has ended. Sign in with POST /session.',
  },
  invalid_login: { status: 401, message: 'The email address or the password is wrong. Check both and try again.' },
  password_used: {
    status: 401,
    message:
      'This one-time password was already used. Choose your own password in the browser that is signed in, or ask the operator for a new one (`./trunkline admin reset-password`).',
  },
  totp_required: {
    status: 401,
    message: 'This account uses two-factor authentication. Send the code from your authenticator app as totp_code.',
  },
  invalid_totp_code: {
    status: 401,
    message:
      'This code is wrong or was already used. Wait for the next code in your authenticator app, then try again.',
  },
  invalid_recovery_code: {
    status: 401,
    message: 'This recovery code is wrong or was already used. Use another one of your recovery codes.',
  },
  invitation_unknown: {
    status: 404,
    message: 'This invitation does not exist. Check that the link is complete, or ask for a new one.',
  },
  invitation_used: {
    status: 410,
    message: 'This invitation was already used. Sign in with the password that was chosen.',
  },
  invitation_revoked: {
    status: 410,
    message: 'This invitation was revoked or replaced. Ask the person who invited you for a new one.',
  },
  invitation_expired: {
    status: 410,
    message: 'This invitation has expired. Ask the person who invited you for a new one.',
  },
  not_removable: {
    status: 409,
    message: 'This is still needed, and was not removed. Change what details lists, then send the request again.',
  },
  cross_site_request: {
    status: 403,
    message:
      'The request does not come from the console. Send the header "X-Trunkline-Console: 1" from a page of this server; behind a proxy, set PUBLIC_URL or TRUSTED_PROXIES.',
  },
  password_change_required: {
    status: 403,
    message:
      'You are still using the password that was issued to you. Choose your own first, with PUT /session/password.',
  },
  insufficient_role: { status: 403, message: 'Your role does not permit this. Ask an administrator of your tenant.' },
  telephony_by_operator: {
    status: 403,
    message:
      'Only the operator can change the trunks, numbers, caller IDs and SIP addresses of this tenant. Ask the operator to make this change.',
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
export function moreFaults(omitted: readonly Detail[], field = omitted[0]?.field ?? ''): Detail {
  const faults = omitted.length === 1 ? '1 more fault is' : `${omitted.length} more faults are`;
  const message = `${faults} not listed. Correct the listed ones, then send the request again to see the rest.`;
  // The path of a fault may be as deep as the body.
  return { field: field.slice(0, 200).toWellFormed(), code: 'more_faults', message };
}

type Holder = { call_id?: string | undefined; customer_id?: number | undefined };

/** Names the object that has the external_id already, if the key may read it. */
export function duplicateExternalId(existing: Holder = {}): Problem {
  const message = 'external_id is already in use. Send a different one, or update the existing record.';
  const detail: Detail = { field: 'external_id', code: 'duplicate_external_id', message, ...existing };
  return problem('duplicate_external_id', { details: [detail] });
}

export function insufficientScope(scope: string): Problem {
  const message = `This API key lacks the scope ${scope}.`;
  return problem('insufficient_scope', { details: [{ field: 'scope', code: 'missing_scope', message, scope }] });
}

export function licenseRequired(license: string): Problem {
  const message = `Your tenant lacks the license ${license}.`;
  return problem('license_required', { details: [{ field: 'license', code: 'missing_license', message, license }] });
}
