import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, License, Scope } from '../platform/caller.ts';
import { insufficientScope, licenseRequired, problem } from '../platform/problem.ts';
import type { RateLimiter, Standing } from './rate-limit.ts';

/** What a route demands of the key that calls it. */
export type Demands = {
  scope: Scope;
  license?: License;
  /** Where a live key makes telephones ring, it has a limit of its own. */
  startsCalls?: boolean;
};

/** A limit that is switched off is not there. */
export type Limits = { requests?: RateLimiter | undefined; liveCalls?: RateLimiter | undefined };

/** A key that is remembered is verified at once; only one that must be looked up is waited for. */
export type VerifyKey = (key: string) => Caller | undefined | Promise<Caller | undefined>;

/** The checks that need only the headers, in the contract's order: 401, address, 429, scope, licence. */
export function authenticate(verifyKey: VerifyKey, limits: Limits) {
  return (request: FastifyRequest, reply: FastifyReply, demands: Demands): undefined | Promise<void> => {
    const admit = (verified: Caller | undefined) => {
      const caller = known(verified);
      request.caller = caller; // The log names it also where it is refused below.
      const isAddressAllowed = caller.allows?.(request.ip) ?? true;
      const standing = limits.requests?.spend(caller, isAddressAllowed ? 1 : 0);
      if (standing) showStanding(reply, standing);
      if (!isAddressAllowed) throw problem('ip_not_allowed');
      if (standing?.retryAfterSeconds) throw tooMany(standing);
      if (!caller.scopes.has(demands.scope)) throw insufficientScope(demands.scope);
      if (demands.license && !caller.licenses.has(demands.license)) throw licenseRequired(demands.license);
      if (demands.startsCalls && caller.kind === 'live') spendCall(caller, reply, standing);
    };

    // A call that could not be started for want of a scope takes nothing of this limit.
    const spendCall = (caller: Caller, reply: FastifyReply, requests: Standing | undefined) => {
      const calls = limits.liveCalls?.spend(caller, 1);
      if (!calls) return;
      showStanding(reply, ...(requests ? [requests] : []), calls);
      if (calls.retryAfterSeconds) throw tooMany(calls);
    };
    return whenVerified(verifyKey(readKey(request)), admit);
  };
}

/**
 * A body may take its time, and a key may be revoked in the meantime: what is written is written with a key that is good
 * when the body is there.
 */
export function confirmKey(verifyKey: VerifyKey) {
  return (request: FastifyRequest): undefined | Promise<void> => whenVerified(verifyKey(readKey(request)), known);
}

export type RemainsAdmitted = (request: FastifyRequest) => Promise<boolean>;

/** Whether a request that is still being answered would be admitted again: its key, address, scope and licence. */
export function remainsAdmitted(verifyKey: VerifyKey): RemainsAdmitted {
  return async (request) => {
    const { demands } = request.routeOptions.config;
    const caller = await verifyKey(readKey(request));
    if (!caller || !demands) return false;
    const isAddressAllowed = caller.allows?.(request.ip) ?? true;
    const isLicensed = demands.license === undefined || caller.licenses.has(demands.license);
    return isAddressAllowed && caller.scopes.has(demands.scope) && isLicensed;
  };
}

function whenVerified(
  verified: ReturnType<VerifyKey>,
  step: (caller: Caller | undefined) => void,
): undefined | Promise<void> {
  if (verified instanceof Promise) return verified.then(step);
  step(verified);
}

function readKey({ headers }: FastifyRequest): string {
  const key = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!key) throw problem('missing_api_key');
  return key;
}

function known(caller: Caller | undefined): Caller {
  if (!caller) throw problem('invalid_api_key');
  return caller;
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers. */
function showStanding(reply: FastifyReply, ...standings: Standing[]): void {
  reply.header('ratelimit-policy', standings.map(({ policy, limit }) => `"${policy}";q=${limit};w=60`).join(', '));
  reply.header('ratelimit', standings.map((at) => `"${at.policy}";r=${at.remaining};t=${at.resetSeconds}`).join(', '));
}

function tooMany({ policy, limit, retryAfterSeconds }: Standing) {
  const what = policy === 'requests' ? `make ${limit} requests` : `start ${limit} live calls`;
  const message = `This key may ${what} a minute. Try again in ${retryAfterSeconds} s.`;
  return problem('rate_limited', { message, headers: { 'retry-after': `${retryAfterSeconds}` } });
}
