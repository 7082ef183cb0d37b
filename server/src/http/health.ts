import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database/connect.ts';
import { statement } from '../database/sql.ts';
import type { Logger } from '../platform/log.ts';

/** A load balancer does not wait long, so a database that is silent for this many milliseconds counts as unreachable. */
const patience = 1_000;

type Conditions = {
  log: Logger;
  isDraining: () => boolean;
  /** Whether the database had run out of disk space at the last check. */
  isDiskFull: () => boolean;
};

/** `live` means that the process answers; `ready` that it should receive requests. */
export function healthRoutes(db: Database, conditions: Conditions) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/health/live', async () => ({ status: 'ok' }));

    app.get('/health/ready', async (request, reply) => {
      const database = await Promise.race([
        reach(db, conditions, request),
        setTimeout(patience, 'unreachable' as const, { ref: false }),
      ]);
      const status = conditions.isDraining() ? 'draining' : database === 'unreachable' ? 'unavailable' : database;
      const isReady = status === 'ok' || status === 'read_only';
      return reply.code(isReady ? 200 : 503).send({ status, checks: { database } });
    });
  };
}

/** If the database is read-only, this node can still serve reads, and no other node could do more. */
async function reach(
  db: Database,
  { isDiskFull, log }: Conditions,
  { id }: FastifyRequest,
): Promise<'ok' | 'read_only' | 'unreachable'> {
  try {
    if (!(await ping.first(db, {}))?.is_read_only && !isDiskFull()) return 'ok';
    log('health.read_only', { request_id: id });
    return 'read_only';
  } catch (error) {
    log('health.database_unreachable', { request_id: id, err: error });
    return 'unreachable';
  }
}

const ping = statement({
  name: 'ping',
  takes: {},
  gives: { is_read_only: 'bool' },
  acrossTenants: 'It reads no table.',
  sql: `select current_setting('transaction_read_only')::bool as is_read_only`,
});
