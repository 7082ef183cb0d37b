import type { MemorySample } from '../memory.ts';

export type Failure = {
  case: number;
  index: number;
  operation: string;
  faults: string[];
  request: string;
  answer: string;
  log: string;
};

export type FuzzResult = {
  requests: number;
  seconds: number;
  statuses: Record<string, number>;
  /** Successful answers of each operation. */
  succeeded: Map<string, number>;
  failures: Failure[];
  memory: MemorySample[];
};
