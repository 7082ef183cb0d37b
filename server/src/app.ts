import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { acceptRoutes } from './administrators/accept-routes.ts';
import { auditRoutes } from './administrators/audit/audit-routes.ts';
import { invitationRoutes } from './administrators/invitation-routes.ts';
import { administratorRoutes } from './administrators/routes.ts';
import { sessionListRoutes } from './administrators/session-list-routes.ts';
import { type SessionRouteParts, sessionRoutes } from './administrators/session-routes.ts';
import { blockedNumberRoutes } from './blocked-numbers/routes.ts';
import { changedCallAnswer } from './call-detail/changed-call.ts';
import { callDetailRoutes } from './call-detail/routes.ts';
import { callSignsRoutes } from './call-detail/signs-routes.ts';
import { voiceAverageRoutes } from './call-detail/voice-average-routes.ts';
import { type CallControl, callControlRoutes } from './calls/control-routes.ts';
import { lastCalls } from './calls/listing/last-calls.ts';
import { callRoutes } from './calls/routes.ts';
import { leaveCustomer } from './calls/state/leave-customer.ts';
import { findCustomerRoutes } from './customers/find-routes.ts';
import { customerRoutes } from './customers/routes.ts';
import type { Database } from './database/connect.ts';
import { directoryRoutes } from './directory/routes.ts';
import type { EventFollower } from './events/follow-events.ts';
import { homeRoutes } from './home/routes.ts';
import type { RateLimits } from './http/access/apply-rate-limits.ts';
import type { VerifyKey } from './http/access/authenticate.ts';
import { authenticateSession } from './http/access/authenticate-session.ts';
import { type SessionCookies, sessionCookies } from './http/access/session-cookie.ts';
import { type EnterStream, streamPlaces } from './http/access/stream-places.ts';
import { admitRequests } from './http/admit-requests.ts';
import { type EventStreams, eventStreams, type StreamLimits } from './http/answers/event-stream.ts';
import { openConsole } from './http/answers/serve-console.ts';
import { docsPage } from './http/docs-page.ts';
import { healthRoutes } from './http/health.ts';
import { mcpRoutes } from './http/mcp.ts';
import { metrics } from './http/metrics.ts';
import { newServer, type Timeouts } from './http/new-server.ts';
import { consoleApi } from './http/openapi/console-api.ts';
import { openApi } from './http/openapi/open-api.ts';
import { collectOperations, serveOpenApi } from './http/openapi.ts';
import { insightRoutes } from './insights/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { numberRoutes } from './numbers/routes.ts';
import type { ErasureParts } from './persons/erase-batch.ts';
import { personRoutes } from './persons/routes.ts';
import type { Logger } from './platform/log.ts';
import { projectsOfTrunk } from './projects/projects-of-trunk.ts';
import { projectRoutes } from './projects/routes.ts';
import { linkRoutes, type RecordingParts, recordingRoutes } from './recordings/routes.ts';
import { removalRoutes } from './removals/routes.ts';
import { type OverviewParts, overviewRoutes } from './reports/overview-routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { noteRequests, requestLogRoutes } from './request-log/routes.ts';
import { type StaffParts, staffRoutes } from './staff/routes.ts';
import { softphoneRoutes } from './staff/softphone-routes.ts';
import { type TenantParts, tenantRoutes } from './tenants/routes.ts';
import { trunkRoutes } from './trunks/routes.ts';
import { deliveryRoutes } from './webhooks/deliveries/delivery-routes.ts';
import { exchangeRoutes } from './webhooks/deliveries/exchange-routes.ts';
import { type WebhookParts, webhookRoutes } from './webhooks/routes.ts';
import { sentEvents } from './webhooks/sent-schema.ts';
import { streamRoutes } from './webhooks/stream-routes.ts';
import { type WebhookSending, webhookTestRoutes } from './webhooks/test-routes.ts';

/** The additional dependencies of the administrators' API. */
type Administration = Omit<SessionRouteParts, 'cookies'> &
  StaffParts &
  TenantParts &
  OverviewParts & { publicUrl: string; isDrained: (server: string) => boolean };

export type AppParts = {
  db: Database;
  log: Logger;
  verifyKey: VerifyKey;
  limits: RateLimits;
  noteRequest?: Parameters<typeof noteRequests>[1];
  trustedProxies: string[];
  isDraining: () => boolean;
  isDiskFull?: () => boolean;
  calls: CallControl;
  recordings: RecordingParts;
  persons: ErasureParts;
  webhooks: WebhookParts & WebhookSending;
  administration: Administration;
  /** The registry that contains the metrics of the other parts. */
  registry: Registry;
  /** The metrics of all workers as text; without it, those of the registry. */
  allMetrics?: (() => Promise<string>) | undefined;
  events: EventFollower;
  enterStream?: EnterStream | undefined;
  streamLimits?: StreamLimits;
  /** The folder of the console that console/build.ts has built; without it, / redirects to /docs. */
  consoleFolder?: string;
  patience?: Timeouts;
};

const usualPatience = { headersMs: 15_000, requestMs: 30_000 };

/** Everything that is served, in one list: checks of every request, health, the slices, and their documentation. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, log, trustedProxies, administration, isDraining, isDiskFull = () => false, consoleFolder } = parts;
  const app = newServer({ log, trustedProxies, patience: parts.patience ?? usualPatience, tracing: db.tracing });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
  if (parts.noteRequest) noteRequests(app, parts.noteRequest);
  const cookies = sessionCookies(administration.publicUrl);
  const sessions = authenticateSession({ ...administration, cookies, limits: parts.limits });
  const webConsole = consoleFolder === undefined ? undefined : openConsole(consoleFolder);
  const remains = admitRequests(app, { ...parts, sessions, sendMissingPage: webConsole?.sendMissingPage });
  const streams = eventStreams(remains, log, parts.enterStream ?? streamPlaces(), parts.streamLimits);
  app.addHook('preClose', async () => streams.end());

  const operations = collectOperations(app, openApi);
  serveOpenApi(app, openApi, operations, sentEvents);
  serveOpenApi(app, consoleApi, collectOperations(app, consoleApi));
  await metrics(app, db, parts);
  await app.register(healthRoutes(db, { log, isDraining, isDiskFull }));
  mcpRoutes(app, { operations, publicUrl: administration.publicUrl });
  if (webConsole) webConsole.serve(app);
  else app.get('/', (_request, reply) => reply.redirect('/docs'));
  await registerSlices(app, { ...parts, cookies, streams });
  docsPage(app, { operations, sent: sentEvents, publicUrl: administration.publicUrl });
  return app;
}

type SliceParts = AppParts & { cookies: SessionCookies; streams: EventStreams };

async function registerSlices(app: FastifyInstance, parts: SliceParts): Promise<void> {
  const { db, calls, recordings, webhooks, administration, events, cookies, streams } = parts;
  await app.register(linkRoutes(recordings));
  await app.register(softphoneRoutes(db, administration));
  await app.register(directoryRoutes(db, administration), { prefix: openApi.basePath });
  // The console uses the operations of the API under a separate path, with sessions instead of keys.
  for (const { basePath: prefix } of [openApi, consoleApi]) {
    await app.register(customerRoutes(db, leaveCustomer), { prefix });
    await app.register(blockedNumberRoutes(db), { prefix });
    await app.register(callRoutes(db), { prefix });
    await app.register(callDetailRoutes(db, recordings.links), { prefix });
    await app.register(callControlRoutes(db, calls, changedCallAnswer), { prefix });
    await app.register(insightRoutes(db, changedCallAnswer), { prefix });
    await app.register(recordingRoutes(db, recordings, changedCallAnswer), { prefix });
    await app.register(reportRoutes(db), { prefix });
    await app.register(webhookRoutes(db, webhooks), { prefix });
    await app.register(deliveryRoutes(db), { prefix });
    await app.register(webhookTestRoutes(db, webhooks), { prefix });
    await app.register(streamRoutes(db, { events, streams }), { prefix });
  }
  const { basePath: prefix } = consoleApi;
  await app.register(sessionRoutes(db, { ...administration, cookies }), { prefix });
  await app.register(sessionListRoutes(db, cookies), { prefix });
  await app.register(administratorRoutes(db, administration.box), { prefix });
  await app.register(invitationRoutes(db, administration), { prefix });
  await app.register(acceptRoutes(db, { ...administration, cookies }), { prefix });
  await app.register(tenantRoutes(db, administration), { prefix });
  await app.register(auditRoutes(db), { prefix });
  await app.register(requestLogRoutes(db), { prefix });
  await app.register(overviewRoutes(db, administration), { prefix });
  await app.register(findCustomerRoutes(db, lastCalls), { prefix });
  await app.register(homeRoutes(db, administration), { prefix });
  await app.register(callSignsRoutes(db), { prefix });
  await app.register(voiceAverageRoutes(db), { prefix });
  await app.register(personRoutes(db, parts.persons), { prefix });
  await app.register(exchangeRoutes(db), { prefix });
  await app.register(keyRoutes(db, administration.box), { prefix });
  await app.register(staffRoutes(db, administration), { prefix });
  await app.register(projectRoutes(db), { prefix });
  await app.register(numberRoutes(db), { prefix });
  await app.register(trunkRoutes(db, { ...administration, projectsOfTrunk }), { prefix });
  await app.register(removalRoutes(db), { prefix });
}
