import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '../database/connect.ts';

type Parts = { registry: Registry; allMetrics?: (() => Promise<string>) | undefined };

/**
 * Prometheus metrics. No label names a tenant, a key or a number, because access to the metrics does not imply access to those.
 */
export async function metrics(app: FastifyInstance, db: Database, { registry, allMetrics }: Parts): Promise<void> {
  collectProcessMetrics(registry);
  const durations = new Histogram({
    name: 'trunkline_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'trunkline_database_connections',
    help: 'Connections of the pool by state, requests waiting for one, and connections shared by quick statements.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle, waiting, shared } = db.stats();
      this.set({ state: 'busy' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'shared' }, shared);
    },
  });

  if (db.stats().replicaReads)
    new Counter({
      name: 'trunkline_replica_reads_total',
      help: 'Statements meant for the replica, by the server that ran them.',
      labelNames: ['server'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const [server, count] of Object.entries(db.stats().replicaReads ?? {})) this.inc({ server }, count);
      },
    });

  // Finding the child of three labels takes the library several times as long as counting.
  const children = new Map<string, ReturnType<typeof durations.labels>>();
  const childOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`;
    const child = children.get(key) ?? durations.labels({ method, route, status });
    children.set(key, child);
    return child;
  };
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    childOf(method, routeOptions.url ?? 'unknown', statusCode).observe(elapsedTime / 1_000);
    done();
  });
  const read = allMetrics ?? (() => registry.metrics());
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await read()));
}

/** Of several workers, the library shows the average of their event loops: one that is blocked among many would not be seen. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of ['', '_mean', '_p50', '_p90', '_p99'])
    Object.assign(registry.getSingleMetric(`nodejs_eventloop_lag${name}_seconds`) ?? {}, { aggregator: 'max' });
}
