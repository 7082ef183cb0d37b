import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, License, Role, Scope } from '../../platform/caller.ts';
import { insufficientScope, licenseRequired, problem } from '../../platform/problem.ts';
import { type Limits, refuseTooMany, spendLiveCall, spendRequest } from './spend-limits.ts';

/** What a route demands of who calls it. */
export type Demands = {
  /** What an API key must have. An operation without it is the administrators' alone, and no key ever gets there. */
  scope?: Scope;
  license?: License;
  /** Where a live key makes telephones ring, it has a limit of its own. */
  startsCalls?: boolean;
  /** What an administrator must be at least, where that does not follow from the scope; `anybody` is not signed in yet. */
  role?: Role | 'anybody';
  /** Whether a page asks for it by itself, again and again, with nobody before it: a session is not used by that. */
  isLeftOpen?: boolean;
  /** Whether it sets up what an operator may keep to himself. Where that depends on what is sent, the operation itself refuses. */
  changesTelephony?: 'always' | 'perhaps';
  /** Whether it may be done with a password that has to be changed first. */
  allowsOldPassword?: boolean;
};

/** A key that is remembered is verified at once; only one that must be looked up is waited for. */
export type VerifyKey = (key: string) => Caller | undefined | Promise<Caller | undefined>;

/** The checks that need only the headers, in the contract's order: 401, address, 429, scope, licence. */
export function authenticate(verifyKey: VerifyKey, limits: Limits) {
  return (request: FastifyRequest, reply: FastifyReply, demands: Demands): undefined | Promise<void> => {
    const admit = (verified: Caller | undefined) => {
      const caller = known(verified);
      request.caller = caller; // The log names it also where it is refused below.
      const isAddressAllowed = caller.allows?.(request.ip) ?? true;
      const standing = spendRequest(limits, caller, reply, isAddressAllowed ? 1 : 0);
      if (!isAddressAllowed) throw problem('ip_not_allowed');
      refuseTooMany(caller, standing);
      if (!hasScope(caller, demands)) throw insufficientScope(demands.scope ?? 'none');
      if (demands.license && !caller.licenses.has(demands.license)) throw licenseRequired(demands.license);
      // A call that could not be started for want of a scope takes nothing of this limit.
      if (demands.startsCalls && caller.kind === 'live') spendLiveCall(limits, caller, reply, standing);
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
    return isAddressAllowed && hasScope(caller, demands) && isLicensed;
  };
}

const hasScope = ({ scopes }: Caller, { scope }: Demands) => scope !== undefined && scopes.has(scope);

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
