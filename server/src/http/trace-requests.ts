import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namesInLog } from '../platform/caller.ts';
import { maskText } from '../platform/mask.ts';
import type { Span, Tracing } from '../platform/tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request; undefined unless traces are exported. */
    span: Span | undefined;
  }
}

/** Checks by load balancers and scrapes would be most of the traces. */
const untraced = /^\/(health|metrics)/;

/** A span for each request, which continues the trace of the client. It names the template of the route, not the path. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route } = request.routeOptions;
    if (route !== undefined && untraced.test(route)) return done();
    request.span = tracing.start(route === undefined ? request.method : `${request.method} ${route}`, {
      kind: 'server',
      parent: parentOf(request),
      attributes: { 'http.request.method': request.method, ...(route !== undefined && { 'http.route': route }) },
    });
    tracing.within(request.span, done);
  });
  // A body arrives outside of the span.
  app.addHook('preValidation', ({ span }, _reply, done) => (span ? tracing.within(span, done) : done()));
  app.addHook('onResponse', ({ id, span, caller }, { statusCode }, done) => {
    span?.set({ 'http.response.status_code': statusCode, 'trunkline.request_id': maskText(id) }); // A client may have named it.
    if (caller) span?.set({ 'trunkline.tenant_id': namesInLog(caller).tenant_id });
    if (statusCode >= 500) span?.fail();
    span?.end();
    done();
  });
}

/** A request that this server makes to itself is a part of the one that causes it. */
function parentOf({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}
