import type { Registry } from 'prom-client';
import type { OwnerRequest } from '../calls/driving/drive-calls.ts';
import type { RateLimits } from '../http/access/apply-rate-limits.ts';
import type { EnterStream } from '../http/access/stream-places.ts';

/** The process that started this one as one of several workers (`WORKERS`). Whatever the workers of a machine share is there. */
export type Parent = {
  /** One of the workers does the work that a machine does once: deliveries, analysis, provisioning, housekeeping. */
  isFirstWorker: boolean;
  /** The parent has reserved the port. */
  beforeListening(): void;
  limits: RateLimits;
  enterStream: EnterStream;
  /** Gives the metrics of this process to every scrape. */
  shareMetrics(registry: Registry): void;
  /** The metrics of all workers, as text. */
  metrics(): Promise<string>;
  /** Passes a request to the other workers, one of which may drive the call. */
  passToOwner(request: OwnerRequest): void;
  onPassed(carryOut: (request: OwnerRequest) => void): void;
};
