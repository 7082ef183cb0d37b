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
  isFirst: boolean;
};

/** The requests of one key under one limit. */
export type Counted = { policy: Policy; tenantId: TenantId; meter: Meter };

/** Asks to count a request, and to reserve up to `wanted` more, which the worker may then count by itself. */
export type CountQuestion = Counted & { cost: number; wanted: number; finished: UsedBlock | undefined };

/** A reserved block that is used up or over: how much of it was used. */
export type UsedBlock = { used: number };

export type CountAnswer = { state: RateLimitState; block: Block | undefined };

/** Requests that were reserved; they may be used until the end of this second. */
export type Block = { size: number; second: number };

/** A metric as `registry.getMetricsAsJSON()` describes it. JSON has no NaN, so null takes its place. */
export type MetricJson = {
  name: string;
  /** Such as 'gauge'; the library's own type for it is wrong. */
  type: unknown;
  values: { value: number | null; labels: object; metricName?: string }[];
};

/** The questions of a worker, and the answers to them. */
export type Questions = {
  count: { asked: CountQuestion[]; answer: CountAnswer[] };
  enterStream: { asked: Meter; answer: boolean };
  metrics: { asked: null; answer: string };
};

export type Question = {
  [K in keyof Questions]: { kind: K; id: number; asked: Questions[K]['asked'] };
}[keyof Questions];

export type ToParent =
  | { kind: 'ready'; address: string }
  | { kind: 'failed'; message: string }
  | Question
  | { kind: 'returned'; counted: Counted; finished: UsedBlock | undefined }
  | { kind: 'leaveStream'; meter: Meter }
  | { kind: 'collected'; id: number; metrics: MetricJson[] }
  | { kind: 'passToOwner'; request: OwnerRequest };

export type ToWorker =
  | { kind: 'start'; task: WorkerTask }
  | { kind: 'stop' }
  | { kind: 'answer'; id: number; answer: Questions[keyof Questions]['answer'] }
  | { kind: 'recall'; counted: Counted }
  | { kind: 'collect'; id: number }
  | { kind: 'passToOwner'; request: OwnerRequest };
