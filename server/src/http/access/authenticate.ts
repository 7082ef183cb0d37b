import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, License, Scope } from '../../platform/caller.ts';
import { after, type Soon } from '../../platform/concurrency/soon.ts';
import { insufficientScope, licenseRequired, problem } from '../../platform/problem.ts';
import { consumeLiveCall, consumeRequest, type RateLimits, refuseTooMany } from './apply-rate-limits.ts';
import { isWithinCountedMessage } from './counted-message.ts';

/** The requirements of a route on its caller. */
export type Demands = {
  /**
   * The scope that an API key needs; `any` admits every valid key. An operation without one is for administrators only: no key
   * is ever admitted.
   */
  scope?: Scope | 'any';
  license?: License;
  /** Live calls ring real telephones, so live keys have a separate limit for them. */
  startsCalls?: boolean;
  /** The least role of an administrator, if the scope does not imply it; `anybody` means that no session is needed. */
  role?: 'administrator' | 'viewer' | 'anybody';
  /**
   * Supervisors may use it too. Every statement behind such an operation is restricted to the projects of the caller; without
   * this mark, an operation is closed to supervisors.
   */
  isForSupervisors?: true;
  /** A page requests it by itself, repeatedly, even unattended, so it does not count as use of the session. */
  staysOpen?: boolean;
  /**
   * It changes telephony, which the operator may reserve. With `perhaps` it depends on the body, and the operation itself
   * refuses.
   */
  changesTelephony?: 'always' | 'perhaps';
  /** It is allowed while the password still has to be changed. */
  allowsOldPassword?: boolean;
};

/** A remembered key is verified synchronously; only a key that must be looked up returns a promise. */
export type VerifyKey = (key: string) => Soon<Caller | undefined>;

/** The checks that need only the headers, in the contract's order: 401, address, 429, scope, license. */
export function authenticate(verifyKey: VerifyKey, limits: RateLimits) {
  return (request: FastifyRequest, reply: FastifyReply, demands: Demands): Soon<void> => {
    const admit = (verified: Caller | undefined): Soon<void> => {
      const caller = known(verified);
      request.caller = caller; // Set before the checks below, so that the log names the caller of a refused request too.
      const isAddressAllowed = caller.allows?.(request.ip) ?? true;
      const cost = isAddressAllowed && !isWithinCountedMessage() ? 1 : 0;
      return after(consumeRequest(limits, caller, reply, cost), (limitState) => {
        if (!isAddressAllowed) throw problem('ip_not_allowed');
        refuseTooMany(caller, limitState);
        if (!hasScope(caller, demands)) throw insufficientScope(demands.scope ?? 'none');
        if (demands.license && !caller.licenses.has(demands.license)) throw licenseRequired(demands.license);
        // A call refused for lack of a scope does not count against this limit.
        if (demands.startsCalls && caller.kind === 'live') return consumeLiveCall(limits, caller, reply, limitState);
      });
    };
    return after(verifyKey(readKey(request)), admit);
  };
}

/**
 * A client may send its body slowly, and the key may be revoked meanwhile: a write needs a key that is valid once the body has
 * arrived.
 */
export function confirmKey(verifyKey: VerifyKey) {
  return (request: FastifyRequest): Soon<Caller> => after(verifyKey(readKey(request)), known);
}

export type RemainsAdmitted = (request: FastifyRequest) => Promise<boolean>;

/** Whether a request that is still being answered would be admitted again: its key, address, scope and license. */
export function remainsAdmitted(verifyKey: VerifyKey): RemainsAdmitted {
  return async (request) => {
    const { demands } = request.routeOptions.config;
    const caller = await verifyKey(readKey(request));
    if (!caller || !demands) return false;
    const isAddressAllowed = caller.allows?.(request.ip) ?? true;
    return isAddressAllowed && mayUse(caller, demands);
  };
}

/** Whether the key has the scope and the license of a route. */
export const mayUse = (caller: Caller, demands: Demands) =>
  hasScope(caller, demands) && (demands.license === undefined || caller.licenses.has(demands.license));

const hasScope = ({ scopes }: Caller, { scope }: Demands) =>
  scope !== undefined && (scope === 'any' || scopes.has(scope));

function readKey({ headers }: FastifyRequest): string {
  const key = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!key) throw problem('missing_api_key');
  return key;
}

function known(caller: Caller | undefined): Caller {
  if (!caller) throw problem('invalid_api_key');
  return caller;
}
