import type { FastifyInstance } from 'fastify';
import { namesInLog } from '../platform/caller.ts';

/** Logs one line per request, when it has finished. The query string is left out: it may contain a number or a name. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, method, routeOptions, ip } = request;
    request.log.info(
      {
        request_id: request.id,
        method,
        route: routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip,
        ...(caller && namesInLog(caller)),
      },
      'request',
    );
    done();
  });
}
