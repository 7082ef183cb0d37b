import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '../../database/connect.ts';
import { statement } from '../../database/sql.ts';
import { queueWalk } from './webhook-queues.ts';

/** Metrics of deliveries for operators. As in all metrics, no label names a tenant, a webhook or a host. */
export function deliveryMetrics(db: Database, registry: Registry) {
  const attempts = new Histogram({
    name: 'trunkline_webhook_attempt_duration_seconds',
    help: 'Time of attempts to deliver, by what came of them: delivered, retried later, or failed for good.',
    labelNames: ['outcome'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  new Gauge({
    name: 'trunkline_webhook_oldest_due_seconds',
    help: 'For how long the delivery that has waited longest for an attempt has been due, on all nodes together; NaN while that is unknown.',
    registers: [registry],
    async collect() {
      // The other metrics matter most when the database is unreachable.
      const oldest = await findOldestDue.first(db, {}).catch(() => undefined);
      this.set(oldest?.seconds ?? Number.NaN);
    },
  });
  return {
    showConcurrentAttempts(underWay: () => number): void {
      new Gauge({
        name: 'trunkline_webhook_attempts_under_way',
        help: 'Attempts to deliver that this node is making right now.',
        registers: [registry],
        collect() {
          this.set(underWay());
        },
      });
    },
    onAttempt: (outcome: 'delivered' | 'retried' | 'failed', seconds: number) => attempts.observe({ outcome }, seconds),
  };
}

/** Steps from queue to queue, as a claim does. */
const findOldestDue = statement({
  name: 'find_oldest_due_delivery',
  takes: {},
  gives: { seconds: 'float8' },
  acrossTenants: 'It returns one number about all tenants.',
  sql: `
    with recursive ${queueWalk()}
    select coalesce(max(greatest(extract(epoch from now() - l.due_at), 0)), 0)::float8 as seconds
    from queues l cross join lateral (
      select from webhooks w
      where w.tenant_id = l.tenant_id and w.webhook_id = l.webhook_id and w.is_enabled and w.deleted_at is null limit 1) w`,
});
