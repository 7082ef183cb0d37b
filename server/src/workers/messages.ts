import type { OwnerRequest } from '../calls/driving/drive-calls.ts';
import type { Config } from '../config.ts';
import type { Policy, RateLimitState } from '../http/access/rate-limit.ts';
import type { Meter } from '../platform/caller.ts';
import type { TenantId } from '../platform/ids.ts';
import type { LogFormat } from '../platform/log.ts';

// The messages between the parent and its workers, over Node's channel between processes, as JSON.

/** What a worker needs to begin. It is not an argument: other users of the machine can see those, and it contains passwords. */
export type WorkerTask = {
  config: Config;
  databaseUrl: string;
  logFormat: LogFormat;
  consoleFolder: string;
  /** Its place, from 1 on; a replacement has the same. */
  number: number;
};

/** The requests of one key under one limit. */
export type Counted = { policy: Policy; tenantId: TenantId; meter: Meter };

/** Requests that were reserved; the worker may count them by itself until the end of this second. */
export type Block = { id: number; size: number; second: number };

/**
 * What a worker sends about counts: a request to count, with up to `wanted` more to reserve, or how much of a block was used. It
 * reports each block once: when the block is used up, over, or recalled.
 */
export type CountReport =
  | ({ kind: 'count'; id: number; cost: number; wanted: number } & Counted)
  | { kind: 'used'; block: number; used: number };

export type CountQuestion = Extract<CountReport, { kind: 'count' }>;

/**
 * What the parent sends about counts. Both kinds use one channel, which keeps their order, so a recall always follows the answer
 * that contained the block: a worker without that block has already reported it.
 */
export type CountMessage =
  | { kind: 'counted'; id: number; state: RateLimitState; block: Block | undefined }
  | { kind: 'recall'; counted: Counted; block: number };

/** A metric as `registry.getMetricsAsJSON()` describes it. JSON has no NaN, so null takes its place. */
export type MetricJson = {
  name: string;
  /** Such as 'gauge'; the library's own type for it is wrong. */
  type: unknown;
  values: { value: number | null; labels: object; metricName?: string }[];
};

/** The questions of a worker, and the answers to them. */
export type Questions = {
  enterStream: { asked: Meter; answer: boolean };
  metrics: { asked: null; answer: string };
};

export type Question = {
  [K in keyof Questions]: { kind: K; id: number; asked: Questions[K]['asked'] };
}[keyof Questions];

export type ToParent =
  /** It listens next: the parent makes room. */
  | { kind: 'listens' }
  | { kind: 'ready'; address: string }
  | { kind: 'failed'; message: string; code: string; syscall: string | undefined }
  | { kind: 'pong' }
  | Question
  | { kind: 'counts'; reports: CountReport[] }
  | { kind: 'leaveStream'; meter: Meter }
  | { kind: 'collected'; id: number; metrics: MetricJson[] }
  | { kind: 'passToOwner'; request: OwnerRequest };

export type ToWorker =
  | { kind: 'start'; task: WorkerTask }
  | { kind: 'stop' }
  | { kind: 'ping' }
  | { kind: 'answer'; id: number; answer: Questions[keyof Questions]['answer'] }
  | { kind: 'counts'; messages: CountMessage[] }
  | { kind: 'collect'; id: number }
  | { kind: 'passToOwner'; request: OwnerRequest };
