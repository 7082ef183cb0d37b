import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.ts';
import { after, type Soon } from '../../platform/concurrency/soon.ts';
import { problem } from '../../platform/problem.ts';
import type { RateLimitState } from './rate-limit.ts';

/** Counts in this process return at once; those that several workers share return a promise. */
export type RateLimit = { consume(caller: Pick<Caller, 'tenantId' | 'meter'>, cost: number): Soon<RateLimitState> };

/** A limit that is switched off is undefined. */
export type RateLimits = { requests?: RateLimit | undefined; liveCalls?: RateLimit | undefined };

/** Refusing this many bytes of a body costs the server about as much as an ordinary request. */
const bytesOfRequest = 16 * 1024;

/** Counts a request and reports the caller's remaining limit in the headers; cost 0 only reports. */
export function consumeRequest(
  limits: RateLimits,
  caller: Caller,
  reply: FastifyReply,
  cost: 0 | 1,
): Soon<RateLimitState | undefined> {
  return after(limits.requests?.consume(caller, cost), (state) => {
    if (state) setLimitHeaders(reply, state);
    return state;
  });
}

/**
 * Counts a refused body as further requests, by its size, so that a client that keeps sending such bodies soon has to wait. The
 * request itself was counted before its body was read.
 */
export function chargeRefusal(limits: RateLimits, request: FastifyRequest, reply: FastifyReply): Soon<void> {
  const { caller, body, refusedPart } = request;
  if (!limits.requests || !caller || !Buffer.isBuffer(body)) return;
  const isRefused = reply.statusCode >= 400 && reply.statusCode < 500;
  const cost = Math.floor(((isRefused ? 1 : refusedPart) * body.length) / bytesOfRequest);
  if (cost === 0) return;
  const isLiveCall = request.routeOptions.config.demands?.startsCalls && caller.kind === 'live';
  const charged = limits.requests.consume(caller, cost);
  return after(isLiveCall ? limits.liveCalls?.consume(caller, 0) : undefined, (calls) =>
    after(charged, (requests) => setLimitHeaders(reply, requests, ...(calls ? [calls] : []))),
  );
}

export function consumeLiveCall(
  limits: RateLimits,
  caller: Caller,
  reply: FastifyReply,
  requests: RateLimitState | undefined,
): Soon<void> {
  return after(limits.liveCalls?.consume(caller, 1), (calls) => {
    if (!calls) return;
    setLimitHeaders(reply, ...(requests ? [requests] : []), calls);
    refuseTooMany(caller, calls);
  });
}

export function refuseTooMany({ administrator }: Caller, state: RateLimitState | undefined): void {
  if (!state?.retryAfterSeconds) return;
  const { policy, limit, retryAfterSeconds } = state;
  const what = policy === 'requests' ? `${limit} requests` : `${limit} new live calls`;
  const whose = administrator ? 'Your limit' : 'The limit of this API key';
  const message = `${whose} is ${what} per minute. Try again in ${retryAfterSeconds} s.`;
  throw problem('rate_limited', { message, headers: { 'retry-after': `${retryAfterSeconds}` } });
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers. */
function setLimitHeaders(reply: FastifyReply, ...states: RateLimitState[]): void {
  reply.header('ratelimit-policy', states.map(({ policy, limit }) => `"${policy}";q=${limit};w=60`).join(', '));
  reply.header('ratelimit', states.map((at) => `"${at.policy}";r=${at.remaining};t=${at.resetSeconds}`).join(', '));
}
