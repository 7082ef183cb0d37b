import type { Registry } from 'prom-client';
import type { OwnerRequest } from '../calls/driving/drive-calls.ts';
import type { Parent } from '../compose/parent.ts';
import type { RateLimit } from '../http/access/apply-rate-limits.ts';
import type { Policy } from '../http/access/rate-limit.ts';
import { batchPerTurn } from './batch-per-turn.ts';
import { countsOfWorker } from './counts-of-worker.ts';
import type { Questions, ToParent, ToWorker, WorkerTask } from './messages.ts';

// A worker's side of the channel to its parent. If the parent is gone, the worker ends: see `worker.ts`. So a question is
// always answered or no longer matters.

export function linkToParent({ config, number }: WorkerTask) {
  const waiting = new Map<number, (answer: never) => void>();
  let lastId = 0;
  let registry: Registry | undefined;
  let carryOut = (_request: OwnerRequest): void => {};

  type Asked<K extends keyof Questions> = Questions[K]['asked'];
  type Answer<K extends keyof Questions> = Questions[K]['answer'];

  const ask = <K extends keyof Questions>(kind: K, asked: Asked<K>) =>
    new Promise<Answer<K>>((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      send({ kind, id, asked } as ToParent);
    });

  const counts = countsOfWorker(batchPerTurn((reports) => send({ kind: 'counts', reports })));
  const limit = (policy: Policy, most: number): RateLimit | undefined =>
    most > 0 ? { consume: ({ tenantId, meter }, cost) => counts.count({ policy, tenantId, meter }, cost) } : undefined;

  const parent: Parent = {
    isFirstWorker: number === 1,
    beforeListening: () => send({ kind: 'listens' }),
    limits: {
      requests: limit('requests', config.RATE_LIMIT),
      liveCalls: limit('live_calls', config.LIVE_CALL_RATE_LIMIT),
    },
    async enterStream(meter) {
      const hasPlace = await ask('enterStream', meter);
      return hasPlace ? () => send({ kind: 'leaveStream', meter }) : undefined;
    },
    shareMetrics(ofThisProcess) {
      registry = ofThisProcess;
    },
    metrics: () => ask('metrics', null),
    passToOwner: (request) => send({ kind: 'passToOwner', request }),
    onPassed(handler) {
      carryOut = handler;
    },
  };

  return {
    parent,
    receive(message: ToWorker): void {
      if (message.kind === 'answer') {
        waiting.get(message.id)?.(message.answer as never);
        waiting.delete(message.id);
      } else if (message.kind === 'counts') for (const one of message.messages) counts.receive(one);
      else if (message.kind === 'passToOwner') carryOut(message.request);
      else if (message.kind === 'collect') void collect(message.id);
    },
  };

  async function collect(id: number): Promise<void> {
    const metrics = (await registry?.getMetricsAsJSON()) ?? [];
    send({ kind: 'collected', id, metrics });
  }
}

export function send(message: ToParent): void {
  process.send?.(message);
}
