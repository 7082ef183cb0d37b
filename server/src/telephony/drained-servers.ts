import type { Database } from '../database/connect.ts';
import type { Logger } from '../platform/log.ts';
import { listDrained } from './drain-queries.ts';

/** How often (ms) nodes check whether a server was drained or put back into service. */
export const lookForDrainedEvery = 1_000;
/** After this many seconds every node that can accept calls has seen the change: no call is on its way to a drained server. */
export const drainSeenAfterSeconds = 5;

/** The Asterisk servers that the operator has drained, as of the last check. */
export function drainedServers(db: Database, log: Logger) {
  let drained = new Set<string>();
  return {
    has: (name: string) => drained.has(name),
    async look(): Promise<void> {
      const now = new Set((await listDrained.all(db, {})).map(({ name }) => name));
      for (const asterisk of now.difference(drained)) log('asterisk.drained', { asterisk });
      for (const asterisk of drained.difference(now)) log('asterisk.undrained', { asterisk });
      drained = now;
    },
  };
}
