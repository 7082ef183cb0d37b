import type { Database, TransactionLimits } from '../database/connect.ts';
import { wakeable } from '../platform/concurrency/wakeable.ts';
import { within } from '../platform/concurrency/within.ts';
import { encodeId, type TenantId, type WebhookId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { isUnavailable } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { inSpan, type Span } from '../platform/tracing/tracing.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  failLost,
  findDueQueues,
  firstQueue,
  type ReservedQueue,
  releaseClaims,
  renewClaim,
} from './queue/claim-deliveries.ts';
import { claimGroups } from './queue/claim-groups.ts';
import { concurrencyLimits } from './queue/concurrency-limits.ts';
import type { FinishedAttempt } from './queue/finish-attempts.ts';
import { finishInBatches } from './queue/finish-in-batches.ts';
import { startPatienceMs } from './queue/lease.ts';
import { findDueRetries, queueRetries } from './queue/queue-retries.ts';
import { nextAttemptAt, readRetryAfter } from './queue/retry-schedule.ts';
import { attemptOf } from './sending/attempt.ts';
import type { Sender } from './sending/guarded-agent.ts';
import { requestOf } from './sending/request-of.ts';
import { exchangeLimitMs, type Outcome, sendRequest } from './sending/send-request.ts';
import { signingSecrets } from './sending/webhook-secret.ts';

// Delivers what is due, on this node: claims, sends, and writes down the result. Any number of nodes do so in parallel. It is
// woken when an event is queued, and also polls, for retries that have become due and for lost notifications.

const lookEvery = 1_000;
const soonest = 20;
/** An outage is over after so long without a failure: a claim that fails is tried again within seconds. */
const outageOverMs = 60_000;

export type DeliveryParts = {
  agent: Sender;
  box: SecretBox;
  log: Logger;
  onAttempt?: (outcome: 'delivered' | 'retried' | 'failed', seconds: number) => void;
  random?: () => number;
  /** Null means the clock of the database. */
  now?: () => Date | null;
  exchangeMs?: number;
};

export function deliverWebhooks(db: Database, parts: DeliveryParts) {
  const { agent, box, log, onAttempt, random = Math.random, now = () => null, exchangeMs = exchangeLimitMs } = parts;
  const finisher = finishInBatches(db, log, now);
  const limits = concurrencyLimits();
  const groups = claimGroups(db, noteFailure);
  const attempts = new Set<Promise<void>>();
  /** Webhooks with more due deliveries than the last claims had capacity for: each attempt that ends frees some. */
  const waiting = new Set<WebhookId>();
  let after = firstQueue;
  /**
   * About the current or last pass through all webhook queues: whether a queue had too little capacity, and whether an attempt
   * began.
   */
  let isCrowded = false;
  let hasBegun = false;
  let outOfReachAt = Number.NEGATIVE_INFINITY;
  let retriesAt = 0;
  let state: 'delivering' | 'stopping' | 'cut off' = 'delivering';

  async function claim(): Promise<void> {
    if (state !== 'delivering') return;
    await Promise.all([moveRetries().catch(noteFailure), claimQueued().catch(noteFailure)]);
  }

  function noteFailure(error: unknown, [tenantId, ...others]: TenantId[] = []): void {
    const isPassing = isUnavailable(error);
    // Logged once, not at every attempt. On a full disk, claims that find nothing succeed between those that fail.
    const isLogged = isPassing && performance.now() < outOfReachAt + outageOverMs;
    if (isPassing) outOfReachAt = performance.now();
    if (!isLogged) log('webhook.claim_failed', { err: error, tenant_id: others.length === 0 ? tenantId : undefined });
  }

  /** Moves what is due again into the queues, where the next claim finds it. */
  async function moveRetries(): Promise<void> {
    if (performance.now() < retriesAt) return;
    retriesAt = performance.now() + lookEvery;
    const { due, nextDueIn = lookEvery } = await findDueRetries(db, groups.resting(), now());
    retriesAt = performance.now() + Math.min(nextDueIn, lookEvery);
    const moved = await groups.all(due, (group, limits) =>
      db.transaction((tx) => queueRetries(tx, group, now()), limits),
    );
    if (moved.every((count) => count === 0)) return;
    // There may be more of them than one read finds.
    retriesAt = 0;
    claims.wake();
  }

  async function claimQueued(): Promise<void> {
    const capacity = limits.capacity();
    const isNewPass = after === firstQueue;
    const { queues, ...found } = await findDueQueues(db, capacity, { after, without: groups.resting(), now: now() });
    isCrowded = capacity.isCrowded() || (isCrowded && !isNewPass);
    for (const { webhook_id } of queues) waiting.delete(webhook_id);
    for (const webhookId of found.waiting) waiting.add(webhookId);
    const claimed = await groups.all(queues, claimGroup);
    hasBegun = claimed.some(({ count }) => count > 0) || (hasBegun && !isNewPass);
    // A pass always continues to its end. If it took several claims, the first queues may have more by now, but a pass in
    // which nothing could begin is not repeated: there is no capacity until an attempt ends.
    const isPassOver = found.next === firstQueue;
    if (claimed.some(({ late }) => late > 0) || !isPassOver || (!isNewPass && hasBegun)) claims.wake();
    after = found.next;
  }

  /** The attempts of a group begin without waiting for the claims of other groups. */
  async function claimGroup(
    queues: ReservedQueue[],
    limits: TransactionLimits,
  ): Promise<{ count: number; late: number }> {
    const askedAt = performance.now();
    const { deliveries, lost } = await claimDeliveries(db, queues, now(), limits);
    const late = deliveries.filter((delivery) => !begin(delivery, askedAt));
    groups.restAfterLate(late);
    if (late.length > 0) await releaseClaims(db, late, now());
    await failLost(db, lost).catch(noteFailure);
    return { count: deliveries.length, late: late.length };
  }

  /** Returns false if it is too late to begin. */
  function begin(delivery: ClaimedDelivery, askedAt: number): boolean {
    if (performance.now() >= askedAt + startPatienceMs) return false;
    const end = limits.begin(delivery);
    const attempt = deliver(delivery, askedAt)
      .catch((error) => {
        log('webhook.attempt_broken', { err: error, ...naming(delivery) });
        return 'not delivered' as const;
      })
      .then((outcome) => {
        end(outcome);
        attempts.delete(attempt);
        if (isCrowded || waiting.has(delivery.webhook_id)) claims.wake();
      });
    attempts.add(attempt);
    return true;
  }

  /** In the trace of the work that caused the event. */
  function deliver(delivery: ClaimedDelivery, askedAt: number): Promise<'delivered' | 'not delivered'> {
    const attributes = {
      'trunkline.tenant_id': delivery.tenant_id,
      'trunkline.webhook_id': delivery.webhook_id,
      'trunkline.delivery_id': encodeId('dlv', delivery.delivery_id),
      'trunkline.event_type': delivery.type,
      'trunkline.attempt': delivery.failures + 1,
    };
    const options = { kind: 'client', parent: delivery.traceparent, attributes } as const;
    return inSpan(db.tracing, 'deliver webhook', options, (span) => attempt(delivery, askedAt, span));
  }

  async function attempt(
    delivery: ClaimedDelivery,
    askedAt: number,
    span: Span | undefined,
  ): Promise<'delivered' | 'not delivered'> {
    /** The current time by the database's clock. */
    const clock = () => new Date(delivery.claimed_at.getTime() + performance.now() - askedAt);
    const limit = performance.now() + exchangeMs;
    const send = (startBefore: number) => {
      const moment = { at: clock(), traceparent: span?.traceparent };
      const request = requestOf(delivery.url, delivery, signingSecrets(box, delivery), moment);
      return sendRequest(agent, request, { exchangeMs: Math.max(1, limit - performance.now()), startBefore });
    };

    let at = clock();
    let begun = performance.now();
    let outcome = await send(askedAt + startPatienceMs);
    if (outcome.kind === 'late') {
      // A connection to a distant endpoint may take long. It exists now, so the claim is renewed before it is used.
      const askedAgainAt = performance.now();
      if (!(await renewClaim(db, delivery, now()))) return 'not delivered';
      [at, begun] = [clock(), performance.now()];
      outcome = await send(askedAgainAt + startPatienceMs);
    }
    if (outcome.kind === 'late') {
      await releaseClaims(db, [delivery], now());
      return 'not delivered';
    }
    if (state === 'cut off') return 'not delivered';
    const milliseconds = performance.now() - begun;
    const finished: FinishedAttempt = {
      delivery,
      attempt: attemptOf(outcome, at, milliseconds),
      result: resultOf(delivery, outcome, clock()),
    };
    if (outcome.status !== null) span?.set({ 'http.response.status_code': outcome.status });
    if (outcome.kind !== 'delivered') span?.fail();
    logAttempt(finished, milliseconds, span);
    const written = finisher.add(finished);
    // Until the failure is written, the next claim would assume that the endpoint still has capacity.
    if (finished.result.kind === 'failed') await written;
    return finished.result.kind === 'delivered' ? 'delivered' : 'not delivered';
  }

  function resultOf(
    { failures }: ClaimedDelivery,
    outcome: Exclude<Outcome, { kind: 'late' }>,
    now: Date,
  ): FinishedAttempt['result'] {
    if (outcome.kind === 'delivered') return { kind: 'delivered' };
    const retryAfter = outcome.kind === 'refused' ? readRetryAfter(outcome.retryAfter, now) : undefined;
    const next = nextAttemptAt(failures + 1, now, random, retryAfter);
    return { kind: 'failed', nextAttemptAt: next, isGone: outcome.status === 410 };
  }

  function logAttempt(
    { delivery, attempt, result }: FinishedAttempt,
    milliseconds: number,
    span: Span | undefined,
  ): void {
    const outcome = result.kind === 'delivered' ? 'delivered' : result.nextAttemptAt ? 'retried' : 'failed';
    onAttempt?.(outcome, milliseconds / 1_000);
    // The URL may contain a secret of the receiver, so the log names only the id.
    if (result.kind === 'failed')
      log('webhook.delivery_failed', { ...naming(delivery), ...traceOf(span), reason: attempt.error, next: outcome });
  }

  const claims = wakeable({
    work: claim,
    lookIn: () => Math.max(soonest, retriesAt - performance.now()),
  });
  return {
    wake: claims.wake,
    limits: limits.total,

    /**
     * Claims nothing more and waits this long for attempts in progress. The others become due again when their leases expire.
     */
    async stop(patienceMs: number): Promise<void> {
      if (state === 'cut off') return;
      state = 'stopping';
      // No attempt begins from a claim that takes longer, so there is no need to wait for it.
      await within(startPatienceMs, Promise.all([claims.stop(), groups.stop()]));
      await within(patienceMs, Promise.all(attempts));
      state = 'cut off';
    },

    /** Writes down the results of the attempts. */
    flush: finisher.stop,
  };
}

const traceOf = (span: Span | undefined) => (span?.tracedAs === undefined ? {} : { trace_id: span.tracedAs });

function naming({ tenant_id, webhook_id, delivery_id }: ClaimedDelivery) {
  return { tenant_id, webhook_id, delivery_id: encodeId('dlv', delivery_id) };
}
