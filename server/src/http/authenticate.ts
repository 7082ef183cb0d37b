import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, License, Scope } from '../platform/caller.ts';
import { insufficientScope, licenseRequired, problem } from '../platform/problem.ts';
import type { RateLimiter, Standing } from './rate-limit.ts';

/** What a route demands of the key that calls it. */
export type Demands = { scope: Scope; license?: License };

/** A key that is remembered is verified at once; only one that must be looked up is waited for. */
export type VerifyKey = (key: string) => Caller | undefined | Promise<Caller | undefined>;

/** The checks that need only the headers, in the contract's order: 401, address, 429, scope, licence. */
export function authenticate(verifyKey: VerifyKey, rateLimiter: RateLimiter | undefined) {
  return (request: FastifyRequest, reply: FastifyReply, demands: Demands): undefined | Promise<void> => {
    const admit = (verified: Caller | undefined) => {
      const caller = known(verified);
      request.caller = caller; // The log names it also where it is refused below.
      const isAddressAllowed = caller.allows?.(request.ip) ?? true;
      const standing = rateLimiter?.spend(caller, isAddressAllowed ? 1 : 0);
      if (standing) showStanding(reply, standing);
      if (!isAddressAllowed) throw problem('ip_not_allowed');
      if (standing?.retryAfterSeconds) throw tooMany(standing.limit, standing.retryAfterSeconds);
      if (!caller.scopes.has(demands.scope)) throw insufficientScope(demands.scope);
      if (demands.license && !caller.licenses.has(demands.license)) throw licenseRequired(demands.license);
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
function showStanding(reply: FastifyReply, { limit, remaining, resetSeconds }: Standing): void {
  reply.header('ratelimit-policy', `"requests";q=${limit};w=60`);
  reply.header('ratelimit', `"requests";r=${remaining};t=${resetSeconds}`);
}

function tooMany(limit: number, seconds: number) {
  const message = `This key may make ${limit} requests a minute. Try again in ${seconds} s.`;
  return problem('rate_limited', { message, headers: { 'retry-after': `${seconds}` } });
}
