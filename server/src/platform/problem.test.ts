import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  duplicateExternalId,
  insufficientScope,
  licenseRequired,
  Problem,
  type ProblemCode,
  problem,
  validationFailed,
} from './problem.ts';

test('every code has the status the API promises', () => {
  const promised: Record<ProblemCode, number> = {
    malformed_json: 400,
    malformed_request: 400,
    missing_api_key: 401,
    invalid_api_key: 401,
    ip_not_allowed: 403,
    insufficient_scope: 403,
    license_required: 403,
    not_found: 404,
    method_not_allowed: 405,
    request_timeout: 408,
    duplicate_external_id: 409,
    staff_busy: 409,
    not_connected: 409,
    call_in_progress: 409,
    idempotency_in_progress: 409,
    payload_too_large: 413,
    unsupported_media_type: 415,
    range_not_satisfiable: 416,
    validation_failed: 422,
    idempotency_key_reused: 422,
    rate_limited: 429,
    headers_too_large: 431,
    internal_error: 500,
    unavailable: 503,
    not_signed_in: 401,
    invalid_login: 401,
    password_used: 401,
    totp_required: 401,
    invalid_totp_code: 401,
    invalid_recovery_code: 401,
    invitation_unknown: 404,
    invitation_used: 410,
    invitation_revoked: 410,
    invitation_expired: 410,
    cross_site_request: 403,
    password_change_required: 403,
    insufficient_role: 403,
    telephony_by_operator: 403,
    not_removable: 409,
  };
  for (const [code, status] of Object.entries(promised) as [ProblemCode, number][])
    assert.equal(problem(code).status, status, code);
});

test('a problem is an error that carries its code, a message and no details unless given', () => {
  const refusal = problem('not_found');
  assert.ok(refusal instanceof Problem && refusal instanceof Error);
  assert.equal(refusal.code, 'not_found');
  assert.match(refusal.message, /Check the path/);
  assert.deepEqual(refusal.details, []);
  assert.deepEqual(refusal.headers, {});
});

test('message, details, headers and cause of the case go before those of the code', () => {
  const detail = { field: 'body', code: 'too_large', message: 'Send less.', limit: 1024 } as const;
  const cause = new Error('connection refused');
  const headers = { 'retry-after': '30' };
  const refusal = problem('unavailable', { message: 'Later.', details: [detail], headers, cause });
  assert.equal(refusal.message, 'Later.');
  assert.deepEqual(refusal.details, [detail]);
  assert.deepEqual(refusal.headers, headers);
  assert.equal(refusal.cause, cause);
});

test('a refusal carries the headers its status asks for', () => {
  assert.deepEqual(problem('missing_api_key').headers, { 'www-authenticate': 'Bearer' });
  assert.deepEqual(problem('invalid_api_key').headers, { 'www-authenticate': 'Bearer error="invalid_token"' });
  assert.deepEqual(problem('unavailable').headers, { 'retry-after': '5' });
});

test('validation lists every fault', () => {
  const faults = ['name', 'tel1'].map((field) => ({ field, code: 'invalid_format' as const, message: 'Correct it.' }));
  assert.deepEqual(validationFailed(faults).details, faults);
});

test('a duplicate names the existing record if the caller may read it, and otherwise not', () => {
  assert.equal(duplicateExternalId({ call_id: 'call_1' }).details[0]?.call_id, 'call_1');
  assert.equal(duplicateExternalId({ customer_id: 7 }).details[0]?.customer_id, 7);
  assert.deepEqual(Object.keys(duplicateExternalId().details[0] ?? {}), ['field', 'code', 'message']);
});

test('a missing scope or license is named', () => {
  assert.equal(insufficientScope('calls:read').details[0]?.scope, 'calls:read');
  assert.equal(licenseRequired('open_api_advanced').details[0]?.license, 'open_api_advanced');
});
