import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, type Role, type SessionUse, scopesOf } from '../../platform/caller.ts';
import { type Detail, licenseRequired, problem, validationFailed } from '../../platform/problem.ts';
import { queryOf } from '../input/request-parts.ts';
import { consumeLiveCall, consumeRequest, type RateLimits, refuseTooMany } from './apply-rate-limits.ts';
import type { Demands } from './authenticate.ts';
import type { SessionCookies } from './session-cookie.ts';

// The administrators' API: the same checks as for keys, for people who are signed in. A browser attaches the cookie by itself,
// so a write must also prove that one of our own pages sent it.

export const consolePath = '/admin/v1';

/** Judged by the matched route, not by the URL as the client wrote it. */
export const isConsole = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith(`${consolePath}/`) === true;

export type VerifySession = (token: string, use: SessionUse) => Promise<Caller | undefined>;

export type SessionParts = {
  verifySession: VerifySession;
  cookies: SessionCookies;
  limits: RateLimits;
  publicUrl: string;
};

/** The administrator whose session cookie the request carries. */
export async function sessionOf(
  { verifySession, cookies }: Pick<SessionParts, 'verifySession' | 'cookies'>,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const token = cookies.read(request);
  const use = request.routeOptions.config.demands?.staysOpen ? 'seen' : 'used';
  return token === undefined ? undefined : verifySession(token, use);
}

export function authenticateSession(parts: SessionParts) {
  const { limits, publicUrl } = parts;
  return {
    /** In the order of the contract: origin, 401, 429, password, role, operator-owned telephony, license. */
    async admit(request: FastifyRequest, reply: FastifyReply, demands: Demands): Promise<void> {
      refuseCrossSite(request, publicUrl);
      if (demands.role === 'anybody') return;
      const mode = takeMode(request);
      const session = await sessionOf(parts, request);
      if (!session) throw problem('not_signed_in');
      // The mode takes the place of the kind of an API key.
      const caller: Caller = { ...session, kind: mode === 'test' ? 'test' : 'live' };
      request.caller = caller; // Set before the checks below, so that the log names the caller of a refused request too.
      const limitState = await consumeRequest(limits, caller, reply, 1);
      refuseTooMany(caller, limitState);
      refuseUnlessAllowed(caller, demands);
      if (mode === 'unreadable') throw validationFailed([unknownMode]);
      if (demands.startsCalls && caller.kind === 'live') await consumeLiveCall(limits, caller, reply, limitState);
    },

    /** Checks again once the body has arrived: a client may send it slowly. */
    async confirm(request: FastifyRequest): Promise<void> {
      refuseUnlessAllowed(await sessionOf(parts, request), request.routeOptions.config.demands);
    },

    /** Whether a request that is still being answered would be admitted again, with the same projects. */
    async remains(request: FastifyRequest): Promise<boolean> {
      const now = await sessionOf(parts, request);
      const isSame = isDeepStrictEqual(now?.projects, request.caller?.projects);
      return isSame && !refusalOf(now, request.routeOptions.config.demands);
    },
  };
}

/**
 * A page of another origin cannot forge our Origin, and can send this header only after a CORS preflight
 * (https://fetch.spec.whatwg.org/#http-cors-protocol), which this server never grants.
 */
function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  const { method, headers, protocol, host } = request;
  const { origin } = headers;
  const ours = [`${protocol}://${host}`, publicUrl].filter((url) => url !== ''); // An empty public URL is no origin.
  const isOurs = origin === undefined || ours.includes(origin);
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isOurs || (!isRead && headers['x-trunkline-console'] !== '1')) throw problem('cross_site_request');
}

export function refuseUnlessAllowed(caller: Caller | undefined, demands: Demands | undefined): void {
  const refusal = refusalOf(caller, demands);
  if (refusal) throw refusal;
}

function refusalOf(caller: Caller | undefined, demands: Demands = {}) {
  if (!caller?.administrator) return problem('not_signed_in');
  const { administrator, licenses } = caller;
  if (administrator.mustChangePassword && !demands.allowsOldPassword) return problem('password_change_required');
  if (!isEnough(administrator.role, demands)) return problem('insufficient_role');
  const isOperatorOwned = administrator.telephonyBy === 'operator';
  if (isOperatorOwned && demands.changesTelephony === 'always') return problem('telephony_by_operator');
  if (demands.license && !licenses.has(demands.license)) return licenseRequired(demands.license);
  return undefined;
}

/** An operation that names neither a role nor a scope is open to full administrators only. */
function isEnough(role: Role, { role: needed, scope, isForSupervisors }: Demands): boolean {
  switch (role) {
    case 'administrator':
      return true;
    case 'supervisor':
      return isForSupervisors === true;
    case 'viewer':
      if (needed !== undefined) return needed === 'viewer';
      return scope !== undefined && (scope === 'any' || scopesOf(role).has(scope));
  }
}

/** The browser loads streams and recordings without our headers, so reads also accept the mode in the query. */
function takeMode(request: FastifyRequest): 'test' | 'live' | 'unreadable' {
  const query = queryOf(request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { mode } = query;
  if (isRead) delete query.mode;
  const wanted = (isRead ? mode : undefined) ?? request.headers['x-trunkline-mode'] ?? 'live';
  return wanted === 'test' || wanted === 'live' ? wanted : 'unreadable';
}

const unknownMode: Detail = {
  field: 'X-Trunkline-Mode',
  code: 'not_allowed',
  message: 'The mode must be test or live.',
};
