import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from '../platform/log.ts';
import { allowlist, parseRange } from '../platform/network/ip-range.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import { clientErrors } from './answers/client-error.ts';
import { sendError } from './answers/error-response.ts';
import { requestId } from './answers/request-id.ts';
import { securityHeaders } from './answers/security-headers.ts';
import { parseQuery } from './input/query-string.ts';
import { requestLog } from './request-log.ts';
import { traceRequests } from './trace-requests.ts';

/** How long a client may take to send its headers, and its whole request. */
export type Timeouts = { headersMs: number; requestMs: number };

type Options = { log: Logger; trustedProxies: string[]; patience: Timeouts; tracing?: Tracing | undefined };

const bodyLimit = 1024 * 1024;
/** No path is longer than all headers: operations themselves report a name that is too long. */
const maxParamLength = 16 * 1024;

/** Fastify with our settings: limits on client input, bodies as bytes, errors in our own form, and the request log. */
export function newServer({ log, trustedProxies, patience, tracing }: Options): FastifyInstance {
  const clients = clientErrors();
  const app = fastify({
    loggerInstance: log.ofLibrary('fastify') as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request would cost as much as the line it writes. Our own lines do not use Fastify's logger.
    childLoggerFactory: (logger) => logger,
    genReqId: requestId,
    bodyLimit,
    trustProxy: trustedProxies.length > 0 ? allowlist(trustedProxies.flatMap((text) => parseRange(text) ?? [])) : false,
    requestTimeout: patience.requestMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false, // answers/client-error.ts requires it instead.
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: clients.answer,
    // A path that cannot be decoded, or contains a far too long id, reaches no hook.
    frameworkErrors: (error, request, reply) => sendError(log, error, request, withOwnHeaders(request, reply)),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength, querystringParser: parseQuery },
  });

  // Bodies stay bytes until the operation reads them; see operation.ts.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  // Hooks have not run for a request that Fastify routes nowhere, so the headers are set here too.
  app.setErrorHandler((error, request, reply) => sendError(log, error, request, withOwnHeaders(request, reply)));
  app.decorateRequest('caller', undefined);
  app.decorateRequest('refusedPart', 0);
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    withOwnHeaders(request, reply);
    done();
  });
  clients.watch(app);
  if (tracing) traceRequests(app, tracing);
  requestLog(app, log);
  return app;
}

/** The headers of every answer. */
function withOwnHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers(securityHeaders).header('x-request-id', request.id);
}
