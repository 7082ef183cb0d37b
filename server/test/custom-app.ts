import type { RouteOptions } from 'fastify';
import { Registry } from 'prom-client';
import { type AppParts, createApp } from '../src/app.ts';
import type { CallControl } from '../src/calls/control-routes.ts';
import { connect, type Database } from '../src/database/connect.ts';
import { type EventFollower, eventFollower } from '../src/events/follow-events.ts';
import { keyVerifier } from '../src/keys/verify-key.ts';
import { createLog } from '../src/platform/log.ts';
import type { RecordingParts } from '../src/recordings/routes.ts';
import type { WebhookParts } from '../src/webhooks/routes.ts';
import type { WebhookSending } from '../src/webhooks/test-routes.ts';
import { atEnd } from './at-end.ts';
import { createTestDatabase } from './test-database.ts';

export type CustomApp = { address: string; databaseUrl: string; db: Database; events: EventFollower };

/** The app with other parts than the server gives it, or with a test's own routes. */
export async function startCustomApp(
  parts: Partial<AppParts>,
  routes: (db: Database) => RouteOptions[] = () => [],
): Promise<CustomApp> {
  const databaseUrl = await createTestDatabase();
  const db = connect(databaseUrl, { poolSize: 4, applicationName: 'trunkline test', onIdleError: () => {} });
  const events = eventFollower(db);
  const app = await createApp({
    db,
    log: createLog('silent'),
    verifyKey: keyVerifier(db, () => Number.NEGATIVE_INFINITY).verify,
    limits: {},
    trustedProxies: [],
    isDraining: () => false,
    calls: {} as CallControl, // No calls here.
    recordings: {} as RecordingParts, // So no recordings.
    persons: {} as AppParts['persons'],
    webhooks: {} as WebhookParts & WebhookSending, // No webhooks either.
    administration: {} as AppParts['administration'], // And no log-ins.
    registry: new Registry(),
    events,
    ...parts,
  });
  for (const route of routes(db)) app.route(route);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  atEnd(async () => {
    await app.close();
    await db.close();
  });
  return { address, databaseUrl, db, events };
}
