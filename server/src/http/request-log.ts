import type { FastifyInstance } from 'fastify';
import { namesInLog } from '../platform/caller.ts';
import type { Logger } from '../platform/log.ts';
import { idsOf } from './answers/request-id.ts';

/** Logs one line per request, when it has finished. The query string is left out: it may contain a number or a name. */
export function requestLog(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, method, routeOptions, ip } = request;
    log('request.completed', {
      ...idsOf(request),
      method,
      route: routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip,
      ...(caller && namesInLog(caller)),
    });
    done();
  });
}
