import { Gauge, type Registry } from 'prom-client';
import type { PoolMember } from '../engine/asterisk/asterisk-pool.ts';

/** Metrics of the Asterisk servers for operators, as this node sees them. */
export function asteriskMetrics(members: PoolMember[], isDrained: (name: string) => boolean, registry: Registry): void {
  const gauge = (name: string, help: string, measure: (member: PoolMember) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['server'] as const,
      registers: [registry],
      collect() {
        for (const member of members) this.set({ server: member.name }, measure(member));
      },
    });
  gauge('trunkline_asterisk_up', 'Whether this node is connected to the Asterisk server.', ({ engine }) =>
    Number(engine.isReady()),
  );
  gauge('trunkline_asterisk_drained', 'Whether the operator has drained the Asterisk server.', ({ name }) =>
    Number(isDrained(name)),
  );
  gauge('trunkline_asterisk_calls', 'Calls that this node drives on the Asterisk server.', ({ engine }) =>
    engine.load(),
  );
}
