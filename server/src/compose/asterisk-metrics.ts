import { Gauge, type Registry } from 'prom-client';
import type { PoolMember } from '../engine/asterisk/asterisk-pool.ts';

/** Metrics of the Asterisk servers for operators, as this node sees them. */
export function asteriskMetrics(members: PoolMember[], isDrained: (name: string) => boolean, registry: Registry): void {
  type Over = 'min' | 'max' | 'sum';
  const gauge = (name: string, help: string, overWorkers: Over, measure: (member: PoolMember) => number) =>
    new Gauge({
      name,
      help,
      aggregator: overWorkers,
      labelNames: ['server'] as const,
      registers: [registry],
      collect() {
        for (const member of members) this.set({ server: member.name }, measure(member));
      },
    });
  gauge('trunkline_asterisk_up', 'Whether this node is connected to the Asterisk server.', 'min', ({ engine }) =>
    Number(engine.isReady()),
  );
  gauge('trunkline_asterisk_drained', 'Whether the operator has drained the Asterisk server.', 'max', ({ name }) =>
    Number(isDrained(name)),
  );
  gauge('trunkline_asterisk_calls', 'Calls that this node drives on the Asterisk server.', 'sum', ({ engine }) =>
    engine.load(),
  );
}
