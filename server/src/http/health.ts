import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database/connect.ts';
import { statement } from '../database/sql.ts';

/** Whoever asks does not ask for long: a database that is silent for this many milliseconds counts as out of reach. */
const patience = 1_000;

/** `live` says that the process answers; `ready` that it should be sent requests. */
export function healthRoutes(db: Database, isDraining: () => boolean) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/health/live', async () => ({ status: 'ok' }));

    app.get('/health/ready', async (request, reply) => {
      const database = await Promise.race([reach(db, request), setTimeout(patience, 'unreachable', { ref: false })]);
      const status = isDraining() ? 'draining' : database === 'ok' ? 'ok' : 'unavailable';
      return reply.code(status === 'ok' ? 200 : 503).send({ status, checks: { database } });
    });
  };
}

async function reach(db: Database, { id, log }: FastifyRequest): Promise<'ok' | 'unreachable'> {
  try {
    await ping.first(db, {});
    return 'ok';
  } catch (error) {
    log.warn({ request_id: id, err: error }, 'not ready: the database is out of reach');
    return 'unreachable';
  }
}

const ping = statement({
  name: 'ping',
  takes: {},
  gives: { one: 'int4' },
  acrossTenants: 'It reads no table.',
  sql: 'select 1 as one',
});
