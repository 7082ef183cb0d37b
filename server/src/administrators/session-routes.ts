import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Database, Tx } from '../database/connect.ts';
import { sessionOf, type VerifySession } from '../http/access/authenticate-session.ts';
import type { SessionCookies } from '../http/access/session-cookie.ts';
import { recordAudit } from '../http/audit.ts';
import { routeOf } from '../http/described.ts';
import { parseJson } from '../http/input/json-body.ts';
import { isWhole, readBody } from '../http/input/read-input.ts';
import { bytesOf } from '../http/input/request-parts.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import type { AuditDetails } from '../platform/audit-details.ts';
import type { Caller } from '../platform/caller.ts';
import { Problem, problem, validationFailed } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { changePassword, hashNewPassword } from './change-password.ts';
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './change-totp.ts';
import { countAttempt, countUnreadable, takeTheTime } from './credentials/log-in-attempts.ts';
import { type ProvenLogIn, proveLogIn, type RefusedLogIn } from './credentials/prove-log-in.ts';
import { type Code, provenByLogIn, provePassword } from './credentials/prove-password.ts';
import { countRecoveryCodes } from './credentials/recovery-codes.ts';
import type { TypedFactor } from './credentials/second-factor.ts';
import {
  BegunTotp,
  EndedSessions,
  examples,
  NewPassword,
  NewSession,
  PasswordAndCode,
  RecoveryCodes,
  SessionAnswer,
  SessionWithCodes,
  TotpCode,
  sessionTag as tag,
} from './session-schema.ts';
import { endAllSessions, endSession } from './sessions/end-sessions.ts';
import { type LiveCalls, sessionAnswer, signedIn } from './sessions/session-answer.ts';
import { clientOf } from './sessions/session-client.ts';
import { startProvenSession } from './sessions/start-session.ts';

export type SessionRouteParts = {
  box: SecretBox;
  verifySession: VerifySession;
  cookies: SessionCookies;
  liveCalls: LiveCalls;
};

export const sessionRoutes = (db: Database, parts: SessionRouteParts) => async (app: FastifyInstance) => {
  app.route(logIn(db, parts));
  app.route(get(db, parts));
  app.route(logOut(db, parts));
  app.route(logOutEverywhere(db, parts));
  app.route(setPassword(db, parts));
  app.route(beginSecondFactor(db, parts));
  app.route(confirmSecondFactor(db, parts));
  app.route(removeSecondFactor(db, parts));
  app.route(makeCodes(db, parts));
};

/** Allowed for everyone who is signed in, also while the password has to be changed. */
const own = { role: 'viewer', isForSupervisors: true, allowsOldPassword: true, tag } as const;
/** A little more than the longest address, passwords and codes need when every character is an escape. */
const bodyLimit = 8 * 1024;
const changed = { ...own, holds: 'alone', bodyLimit } as const;
const audited = (action: string) => ({ action, subject: 'none' as const, details: () => ({}) });

const logIn = (db: Database, parts: SessionRouteParts): RouteOptions => ({
  ...routeOf({
    method: 'POST',
    url: '/session',
    role: 'anybody',
    operationId: 'logIn',
    summary: 'Sign in',
    description:
      'Starts a session and sets its cookie. An earlier session of the same browser ends. A wrong password and an unknown email address return the same error, `invalid_login`. If two-factor authentication is on and no code is sent, the error is `totp_required`: send the request again with `totp_code`, or with a `recovery_code`. An issued password works for one sign-in only; a second one returns `password_used`.\n\nToo many attempts within 15 minutes return 429: 10 for one email address from one network, 100 for one email address in total, 50 from one network, or 50 unreadable requests from one network.',
    tag,
    body: NewSession,
    bodyExamples: { password: { summary: 'Email address and password', value: examples.logIn } },
    answers: { 200: { description: 'The new session.', schema: SessionAnswer, example: examples.session } },
    refusals: [...refusals],
  }),
  bodyLimit,
  handler: async (request, reply) => {
    const { ip } = request;
    const { box, verifySession, cookies } = parts;
    const { email, password, ...codes } = await readOpenBody(db, request, NewSession);
    const proven = await proveLogIn(db, { email, password, typed: typedFactor(codes), address: ip }, box);
    if (proven.kind === 'refused') throw await writtenDown(db, proven, ip);
    const before = await sessionOf(parts, request);

    const { tenant_id: tenantId, administrator_id: administratorId } = proven.credentials;
    const { token } = await db
      .transaction(async (tx) => {
        const started = await startProvenSession(tx, proven, clientOf(request));
        if (before) await endSession(tx, before.tenantId, signedIn(before).sessionId);
        const actor = { tenantId, administrator: { administratorId, email: proven.credentials.email } };
        const details = await factorDetails(tx, proven);
        await recordAudit(tx, actor, { action: 'session.started', subject: null, details, ip });
        return started;
      })
      .catch(async (error: unknown) => {
        // A code or one-time password that was used before, or a password that has just been changed.
        if (!(error instanceof Problem) || !isRefusal(error.code)) throw error;
        throw await writtenDown(db, { code: error.code, known: proven.credentials, attempt: proven.attempt }, ip);
      });
    const caller = await verifySession(token, 'used');
    if (!caller) throw problem('not_signed_in'); // All sessions were ended at this moment.
    request.caller = caller; // For the log.
    const data = await sessionAnswer(db, caller, parts.liveCalls);
    return reply.headers(cookies.keep(token, `${request.protocol}://${request.host}`)).send({ data });
  },
});

/**
 * The body of a request without a session. An invalid one counts as an attempt of its network, so that a client cannot send
 * such bodies without end.
 */
export async function readOpenBody<B extends TObject>(
  db: Database,
  request: FastifyRequest,
  schema: B,
): Promise<Static<B>> {
  try {
    const { value, faults } = readBody(schema, parseJson(request.headers, bytesOf(request)));
    if (!isWhole<B>(value, faults)) throw validationFailed(faults);
    return value;
  } catch (error) {
    if (error instanceof Problem) await countUnreadable(db, request.ip);
    throw error;
  }
}

const typedFactor = (codes: { totp_code?: string; recovery_code?: string }): TypedFactor => ({
  totpCode: codes.totp_code,
  recoveryCode: codes.recovery_code,
});

/** A used recovery code is worth a note: it may be a stolen one, and they run out. */
async function factorDetails(tx: Tx, { credentials, factor }: ProvenLogIn): Promise<AuditDetails> {
  if (factor?.kind !== 'recovery_code') return {};
  const owner = { tenantId: credentials.tenant_id, administratorId: credentials.administrator_id };
  return { second_factor: factor.kind, recovery_codes_left: await countRecoveryCodes(tx, owner) };
}

const refusals = [
  'invalid_login',
  'password_used',
  'totp_required',
  'invalid_totp_code',
  'invalid_recovery_code',
] as const;
const isRefusal = (code: string): code is RefusedLogIn['code'] => refusals.some((refusal) => refusal === code);

/**
 * The refusal of a log-in. The audit log gets a row if the administrator is known; the limits on attempts bound the number of
 * rows. A log-in that still lacks its code has not failed yet.
 */
async function writtenDown(db: Database, refused: Omit<RefusedLogIn, 'kind'>, ip: string): Promise<Problem> {
  const { code, known, attempt } = refused;
  if (code === 'totp_required') return problem(code);
  await db.transaction(async (tx) => {
    if (!known) return takeTheTime(tx, { attempt_id: attempt.attempt_id });
    const { tenant_id: tenantId, administrator_id: administratorId, email } = known;
    const entry = { action: 'session.refused', subject: null, details: { reason: code }, ip };
    return recordAudit(tx, { tenantId, administrator: { administratorId, email } }, entry);
  });
  return problem(code);
}

const get = (db: Database, { liveCalls }: SessionRouteParts) =>
  readOperation(db, {
    method: 'GET',
    url: '/session',
    ...own,
    operationId: 'getSession',
    summary: 'Get the current session',
    description: 'Returns the signed-in administrator, the tenant, and how this server handles live calls.',
    answers: { 200: { description: 'The current session.', schema: SessionAnswer, example: examples.session } },
    read: async (db, { caller }) => ok({ data: await sessionAnswer(db, caller, liveCalls) }),
  });

const logOut = (db: Database, { cookies }: SessionRouteParts) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/session',
    ...changed,
    operationId: 'logOut',
    summary: 'Sign out',
    description: 'Ends the current session and deletes its cookie. Other sessions of the administrator continue.',
    answers: { 200: { description: 'The session has ended.', schema: EndedSessions, example: examples.endedOne } },
    audit: audited('session.ended'),
    write: async (tx, { caller, origin }) => {
      await endSession(tx, caller.tenantId, signedIn(caller).sessionId);
      return { ...ok({ data: { ended_sessions: 1 } }), headers: cookies.drop(origin) };
    },
  });

const logOutEverywhere = (db: Database, { cookies }: SessionRouteParts) =>
  writeOperation(db, {
    method: 'POST',
    url: '/session/log-out-everywhere',
    ...changed,
    operationId: 'logOutEverywhere',
    summary: 'Sign out everywhere',
    description:
      'Ends all sessions of the administrator in all browsers, including this one. An `Idempotency-Key` has no effect here.',
    isDoneEachTime: true,
    answers: { 200: { description: 'All sessions have ended.', schema: EndedSessions, example: examples.ended } },
    audit: audited('session.ended_everywhere'),
    write: async (tx, { caller, origin }) => {
      const ended_sessions = await endAllSessions(tx, caller.tenantId, signedIn(caller).administratorId);
      return { ...ok({ data: { ended_sessions } }), headers: cookies.drop(origin) };
    },
  });

const setPassword = (db: Database, { cookies, liveCalls }: SessionRouteParts) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/session/password',
    ...changed,
    operationId: 'changePassword',
    summary: 'Change the password',
    description:
      'Changes the password of the signed-in administrator. All their sessions end, and this browser continues in a new one, whose cookie is set. After a sign-in with an issued password, `current_password` is optional. A wrong `current_password` returns 422 `wrong_password`; after 10 wrong ones within 15 minutes the response is 429.',
    body: NewPassword,
    bodyExamples: { change: { summary: 'Change the password', value: examples.newPassword } },
    answers: { 200: { description: 'The new session.', schema: SessionAnswer, example: examples.session } },
    audit: audited('password.changed'),
    prepare: async (db, { caller, body: { current_password: current, new_password: wanted } }) => {
      const proven =
        current === undefined
          ? await provenByLogIn(db, caller.tenantId, signedIn(caller))
          : await prove(db, caller, 'current_password', current);
      return { proven, passwordHash: await hashNewPassword(wanted, proven) };
    },
    write: async (tx, { caller, prepared: { proven, passwordHash }, origin }) => {
      const administrator = { ...signedIn(caller), mustChangePassword: false };
      const { token } = await changePassword(tx, caller.tenantId, proven, {
        passwordHash,
        sessionId: administrator.sessionId,
      });
      const data = await sessionAnswer(tx, { ...caller, administrator }, liveCalls);
      return { ...ok({ data }), headers: cookies.keep(token, origin) };
    },
  });

const beginSecondFactor = (db: Database, { box }: SessionRouteParts) =>
  writeOperation(db, {
    method: 'POST',
    url: '/session/totp',
    ...changed,
    operationId: 'beginTotp',
    summary: 'Start two-factor setup',
    description:
      'Returns a new key for an authenticator app (TOTP, RFC 6238). The key is never returned again. Two-factor authentication does not change until you confirm the key with `PUT /session/totp`. If it is already on, a code of the current app or a recovery code is required too.',
    body: PasswordAndCode,
    bodyExamples: {
      password: { summary: 'With the password', value: examples.password },
      code: { summary: 'With a code, if two-factor authentication is on', value: examples.passwordAndCode },
      recovery: { summary: 'With a recovery code', value: examples.passwordAndRecoveryCode },
    },
    answers: {
      200: { description: 'The key for the authenticator app.', schema: BegunTotp, example: examples.begunTotp },
    },
    answersSecret: box,
    audit: audited('totp.begun'),
    prepare: (db, { caller, body }) => prove(db, caller, 'password', body.password, { typed: typedFactor(body), box }),
    write: async (tx, { caller, prepared }) => ok({ data: await beginTotp(tx, caller.tenantId, prepared, box) }),
  });

const confirmSecondFactor = (db: Database, { box, liveCalls }: SessionRouteParts) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/session/totp',
    ...changed,
    operationId: 'confirmTotp',
    summary: 'Turn on two-factor authentication',
    description:
      'Confirms the key from `POST /session/totp` with a code from the app. From now on every sign-in requires a code, and each code works only once. The response contains ten recovery codes, which are never returned again. All other sessions of the administrator end. After 10 wrong codes within 15 minutes the response is 429.',
    body: TotpCode,
    bodyExamples: { code: { summary: 'A code from the app', value: examples.code } },
    answers: {
      200: {
        description: 'The current session, with the recovery codes.',
        schema: SessionWithCodes,
        example: examples.withCodes,
      },
    },
    audit: audited('totp.enabled'),
    // The transaction checks the code; the attempt counts in any case.
    prepare: (db, { caller }) => countAttempt(db, { kind: 'proof', ...ownerOf(caller) }, async () => {}),
    write: async (tx, { caller, body: { code } }) => {
      const administrator = { ...signedIn(caller), hasTotp: true };
      const recovery_codes = await confirmTotp(tx, caller.tenantId, administrator, { code, box });
      const session = await sessionAnswer(tx, { ...caller, administrator }, liveCalls);
      return ok({ data: { ...session, recovery_codes } });
    },
  });

const removeSecondFactor = (db: Database, { box, liveCalls }: SessionRouteParts) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/session/totp',
    ...changed,
    operationId: 'removeTotp',
    summary: 'Turn off two-factor authentication',
    description:
      'Turns off two-factor authentication. It requires the password and a code from the app, or a recovery code. The recovery codes are deleted.',
    body: PasswordAndCode,
    bodyExamples: {
      password: { summary: 'With the password', value: examples.password },
      code: { summary: 'With a code, if two-factor authentication is on', value: examples.passwordAndCode },
      recovery: { summary: 'With a recovery code', value: examples.passwordAndRecoveryCode },
    },
    answers: { 200: { description: 'The current session.', schema: SessionAnswer, example: examples.session } },
    audit: audited('totp.disabled'),
    prepare: (db, { caller, body }) => prove(db, caller, 'password', body.password, { typed: typedFactor(body), box }),
    write: async (tx, { caller, prepared }) => {
      const administrator = { ...signedIn(caller), hasTotp: false };
      await removeTotp(tx, caller.tenantId, prepared);
      return ok({ data: await sessionAnswer(tx, { ...caller, administrator }, liveCalls) });
    },
  });

const makeCodes = (db: Database, { box }: SessionRouteParts) =>
  writeOperation(db, {
    method: 'POST',
    url: '/session/recovery-codes',
    ...changed,
    operationId: 'renewRecoveryCodes',
    summary: 'Create new recovery codes',
    description:
      'Returns ten new recovery codes, which are never returned again; the earlier ones stop working. It requires the password and a code from the app, or a recovery code. Without two-factor authentication it returns 422 `not_begun`.',
    body: PasswordAndCode,
    bodyExamples: {
      code: { summary: 'With a code from the app', value: examples.passwordAndCode },
      recovery: { summary: 'With a recovery code', value: examples.passwordAndRecoveryCode },
    },
    answers: { 200: { description: 'The recovery codes.', schema: RecoveryCodes, example: examples.recoveryCodes } },
    answersSecret: box,
    audit: audited('recovery_codes.renewed'),
    prepare: (db, { caller, body }) => prove(db, caller, 'password', body.password, { typed: typedFactor(body), box }),
    write: async (tx, { caller, prepared }) =>
      ok({ data: { recovery_codes: await renewRecoveryCodes(tx, caller.tenantId, prepared) } }),
  });

const ownerOf = (caller: Caller) => ({
  tenantId: caller.tenantId,
  administratorId: signedIn(caller).administratorId,
});

const prove = (db: Database, caller: Caller, field: string, password: string, code?: Code) =>
  provePassword(db, caller.tenantId, {
    ...{ administratorId: signedIn(caller).administratorId, field, password },
    ...(code && { code }),
  });
