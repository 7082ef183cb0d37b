import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { foldCustomerCounts } from './customers/fold-customer-counts.ts';
import { connect, type Database } from './database/connect.ts';
import { listen } from './database/listen.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import { exchangeEvery, forgetOldUsage, rateLimiter } from './http/rate-limit.ts';
import { startChores } from './jobs/chores.ts';
import { keyVerifier } from './keys/verify-key.ts';
import type { Logger } from './platform/log.ts';

export type Server = {
  db: Database;
  /** Where it really listens, such as http://127.0.0.1:8080. */
  address: string;
  /** Finishes what is under way, then stops everything in reverse order. */
  stop(): Promise<void>;
};

/** Serves on a database that is there and migrated. When a start fails, what had been started is stopped. */
export async function startServer(config: Config, databaseUrl: string, log: Logger): Promise<Server> {
  await using starting = new AsyncDisposableStack();
  const db = connect(databaseUrl, {
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'trunkline',
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  });
  starting.defer(db.close);

  const keys = keyVerifier(db, () => announcements.heardUpTo());
  const announcements = listen(databaseUrl, 'keys', {
    onNotification: keys.forgetAll,
    onConnect: keys.forgetAll,
    onDisconnect: (error) =>
      log.warn({ err: error }, 'key changes cannot be heard; every key is looked up until they can'),
  });
  starting.defer(announcements.stop);
  starting.defer(() =>
    keys.writeLastUsed().catch((error) => log.warn({ err: error }, 'the last uses of keys are lost')),
  );

  const limiter = config.RATE_LIMIT > 0 ? rateLimiter(config.RATE_LIMIT) : undefined;
  const chores = [
    { name: 'exchange rate usage', everyMs: exchangeEvery, run: async () => limiter?.exchange(db) },
    { name: 'forget old rate usage', everyMs: 60_000, run: () => forgetOldUsage(db) },
    { name: 'forget old answers', everyMs: 600_000, run: () => forgetOldAnswers(db) },
    { name: 'fold customer counts', everyMs: 1_000, run: () => foldCustomerCounts(db) },
    { name: 'write when keys were used', everyMs: 5_000, run: keys.writeLastUsed },
  ];
  starting.defer(startChores(chores, log));

  let draining = false;
  const app = await createApp({
    db,
    log,
    verifyKey: keys.verify,
    rateLimiter: limiter,
    trustedProxies: config.TRUSTED_PROXIES,
    isDraining: () => draining,
  });
  starting.defer(() => closeWithin(config.DRAIN_SECONDS * 1_000, app));
  const listening = await app.listen({ host: config.HOST, port: config.PORT });
  const address = listening.replace('//[::]:', '//[::1]:'); // Every interface of IPv6 is no address to connect to.

  const started = starting.move();
  return {
    db,
    address,
    async stop() {
      draining = true;
      await started.disposeAsync();
    },
  };
}

/** Waits for requests under way, and at the end of its patience cuts them off. */
async function closeWithin(milliseconds: number, app: Awaited<ReturnType<typeof createApp>>): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  await app.close();
  clearTimeout(patience);
}
