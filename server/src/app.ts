import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Registry } from 'prom-client';
import { auditRoutes } from './administrators/audit-routes.ts';
import { administratorRoutes } from './administrators/routes.ts';
import { type SessionRouteParts, sessionRoutes } from './administrators/session-routes.ts';
import { changedCallAnswer } from './call-detail/changed-call.ts';
import { callDetailRoutes } from './call-detail/routes.ts';
import { type CallControl, callControlRoutes } from './calls/control-routes.ts';
import { callRoutes } from './calls/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import type { Database } from './database/connect.ts';
import type { EventFollower } from './events/follow-events.ts';
import { authenticate, confirmKey, remainsAdmitted, type VerifyKey } from './http/access/authenticate.ts';
import { authenticateSession, isConsole } from './http/access/authenticate-session.ts';
import { sessionCookies } from './http/access/session-cookie.ts';
import { chargeRefusal, type Limits } from './http/access/spend-limits.ts';
import { clientErrors } from './http/answers/client-error.ts';
import { sendError, sendProblem } from './http/answers/error-response.ts';
import { eventStreams, type StreamLimits } from './http/answers/event-stream.ts';
import { knownPaths } from './http/answers/not-found.ts';
import { requestId } from './http/answers/request-id.ts';
import { securityHeaders } from './http/answers/security-headers.ts';
import { serveConsole } from './http/answers/serve-console.ts';
import { docsPage } from './http/docs-page.ts';
import { healthRoutes } from './http/health.ts';
import { dropBody } from './http/input/drop-body.ts';
import { parseQuery } from './http/input/query-string.ts';
import { metrics } from './http/metrics.ts';
import { consoleApi } from './http/openapi/console-api.ts';
import { openApi } from './http/openapi/open-api.ts';
import { collectOperations, serveOpenApi } from './http/openapi.ts';
import { requestLog } from './http/request-log.ts';
import { insightRoutes } from './insights/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { numberRoutes } from './numbers/routes.ts';
import { allowlist, parseRange } from './platform/ip-range.ts';
import type { Logger } from './platform/log.ts';
import { problem } from './platform/problem.ts';
import { projectsOfTrunk } from './projects/projects-of-trunk.ts';
import { projectRoutes } from './projects/routes.ts';
import { linkRoutes, type RecordingParts, recordingRoutes } from './recordings/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { type StaffParts, staffRoutes } from './staff/routes.ts';
import { trunkRoutes } from './trunks/routes.ts';
import { deliveryRoutes } from './webhooks/delivery-routes.ts';
import { exchangeRoutes } from './webhooks/exchange-routes.ts';
import { type WebhookParts, webhookRoutes } from './webhooks/routes.ts';
import { sentEvents } from './webhooks/sent-schema.ts';
import { streamRoutes } from './webhooks/stream-routes.ts';
import { type WebhookSending, webhookTestRoutes } from './webhooks/test-routes.ts';

/** What the administrators' API needs beyond what the rest does. */
type Administration = Omit<SessionRouteParts, 'cookies'> & StaffParts & { publicUrl: string };

export type AppParts = {
  db: Database;
  log: Logger;
  verifyKey: VerifyKey;
  limits: Limits;
  trustedProxies: string[];
  isDraining: () => boolean;
  isDiskFull?: () => boolean;
  calls: CallControl;
  recordings: RecordingParts;
  webhooks: WebhookParts & WebhookSending;
  administration: Administration;
  /** Where the other parts have put their metrics. */
  registry: Registry;
  events: EventFollower;
  streamLimits?: StreamLimits;
  /** Where console/build.ts has put the console; without one, or before it was built, / leads to /docs. */
  consoleFolder?: string;
  /** How long a client may take to send its headers, and its whole request. */
  patience?: { headersMs: number; requestMs: number };
};

const bodyLimit = 1024 * 1024;
/** The longest name that stands in a path, that of a trunk: 255 characters, each of which may be two of JavaScript's. */
const maxParamLength = 510;

export async function createApp({
  db,
  log,
  verifyKey,
  limits,
  trustedProxies,
  isDraining,
  isDiskFull = () => false,
  calls,
  recordings,
  webhooks,
  administration,
  registry,
  events,
  streamLimits,
  consoleFolder,
  patience = { headersMs: 15_000, requestMs: 30_000 },
}: AppParts): Promise<FastifyInstance> {
  const clients = clientErrors();
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost as much as the line it writes; the few places that write name the request.
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
      requireHostHeader: false, // It is required all the same: see http/answers/client-error.ts.
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: clients.answer,
    // A path that cannot be decoded, or has far too long an id in it, meets no hook.
    frameworkErrors: (error, request, reply) => sendError(error, request, withOwnHeaders(request, reply)),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength, querystringParser: parseQuery },
  });

  // Bodies stay bytes until the operation reads them; see http/operation.ts.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const refusalOf = knownPaths(app);
  app.setNotFoundHandler((request, reply) => sendProblem(refusalOf(request) ?? problem('not_found'), request, reply));
  app.setErrorHandler(sendError);

  const admitKey = authenticate(verifyKey, limits);
  const cookies = sessionCookies(administration.publicUrl);
  const sessions = authenticateSession({ ...administration, cookies, limits });
  app.decorateRequest('caller', undefined);
  app.decorateRequest('refusedPart', 0);
  app.addHook('onRequest', (request, reply, done) => {
    withOwnHeaders(request, reply);
    done();
  });
  clients.watch(app);
  requestLog(app);
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request);
    if (refusal?.status === 404 && sendMissingPage?.(request, reply)) return;
    if (refusal) throw refusal;
    const { demands } = request.routeOptions.config;
    const admit = isConsole(request) ? sessions.admit : admitKey;
    proceed(demands && admit(request, reply, demands), done);
  });
  const confirmed = confirmKey(verifyKey);
  app.addHook('preHandler', (request, _reply, done) => {
    const hasBody = request.caller && request.body !== undefined;
    const confirm = isConsole(request) ? sessions.confirm : confirmed;
    proceed(hasBody ? confirm(request) : undefined, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    chargeRefusal(limits, request, reply);
    if (reply.statusCode >= 400) dropBody(request.raw);
    done(null, payload);
  });

  const keyRemains = remainsAdmitted(verifyKey);
  const remains = (request: FastifyRequest) => (isConsole(request) ? sessions.remains(request) : keyRemains(request));
  const streams = eventStreams(remains, streamLimits);
  app.addHook('preClose', async () => streams.end());

  const operations = collectOperations(app, openApi);
  serveOpenApi(app, openApi, operations, sentEvents);
  serveOpenApi(app, consoleApi, collectOperations(app, consoleApi));
  await metrics(app, db, registry);
  await app.register(healthRoutes(db, { isDraining, isDiskFull }));
  docsPage(app, operations);
  const sendMissingPage = consoleFolder === undefined ? undefined : serveConsole(app, consoleFolder);
  if (!sendMissingPage) app.get('/', (_request, reply) => reply.redirect('/docs'));
  await app.register(linkRoutes(recordings));
  // The console does what programs do, by the same functions; who may do it is told by the path.
  for (const { basePath: prefix } of [openApi, consoleApi]) {
    await app.register(customerRoutes(db), { prefix });
    await app.register(callRoutes(db), { prefix });
    await app.register(callDetailRoutes(db, recordings.links), { prefix });
    await app.register(callControlRoutes(db, calls, changedCallAnswer), { prefix });
    await app.register(insightRoutes(db, changedCallAnswer), { prefix });
    await app.register(recordingRoutes(db, recordings), { prefix });
    await app.register(reportRoutes(db), { prefix });
    await app.register(webhookRoutes(db, webhooks), { prefix });
    await app.register(deliveryRoutes(db), { prefix });
    await app.register(webhookTestRoutes(db, webhooks), { prefix });
    await app.register(streamRoutes(db, { events, streams }), { prefix });
  }
  const { basePath: prefix } = consoleApi;
  await app.register(sessionRoutes(db, { ...administration, cookies }), { prefix });
  await app.register(administratorRoutes(db, administration.box), { prefix });
  await app.register(auditRoutes(db), { prefix });
  await app.register(exchangeRoutes(db), { prefix });
  await app.register(keyRoutes(db, administration.box), { prefix });
  await app.register(staffRoutes(db, administration), { prefix });
  await app.register(projectRoutes(db), { prefix });
  await app.register(numberRoutes(db), { prefix });
  await app.register(trunkRoutes(db, { ...administration, projectsOfTrunk }), { prefix });
  return app;
}

/** Goes on at once where nothing has to be waited for: in a hook that is always async every request pays for a promise. */
function proceed(check: undefined | Promise<void>, done: (error?: Error) => void): void {
  if (check) check.then(() => done(), done);
  else done();
}

/** What every answer carries, whatever it is. */
function withOwnHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers(securityHeaders).header('x-request-id', request.id);
}
