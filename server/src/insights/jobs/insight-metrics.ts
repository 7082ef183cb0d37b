import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '../../database/connect.ts';
import type { InsightName } from '../insight.ts';
import { findOldestDue } from './queries.ts';

/** Metrics of the analysis of calls. As everywhere in the metrics, no label names a tenant. */
export function insightMetrics(db: Database, registry: Registry) {
  const steps = new Histogram({
    name: 'trunkline_insight_step_duration_seconds',
    help: 'Time that steps of the analysis of calls took, by step and by what came of them.',
    labelNames: ['step', 'status'] as const,
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
    registers: [registry],
  });
  new Gauge({
    name: 'trunkline_insight_oldest_due_seconds',
    help: 'For how long the call that has waited longest for its analysis has been due, on all nodes together; NaN while that is unknown.',
    registers: [registry],
    async collect() {
      const oldest = await findOldestDue.first(db, {}).catch(() => undefined);
      this.set(oldest?.seconds ?? Number.NaN);
    },
  });
  return {
    onStep: (step: InsightName, status: string, seconds: number) => steps.observe({ step, status }, seconds),
  };
}
