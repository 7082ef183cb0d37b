import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { forgetAudit } from './administrators/forget-audit.ts';
import { forgetSessions } from './administrators/forget-sessions.ts';
import { sessionVerifier } from './administrators/verify-session.ts';
import { createApp } from './app.ts';
import { driveCalls } from './calls/driving/drive-calls.ts';
import { becomeNode, forgetNodes } from './calls/driving/node.ts';
import { callTender } from './calls/driving/tend-calls.ts';
import { dropOldCalls, makeCallPartitions } from './calls/listing/call-partitions.ts';
import { foldCallCounts } from './calls/listing/fold-call-counts.ts';
import { asteriskMetrics } from './compose/asterisk-metrics.ts';
import { phoneSystems } from './compose/asterisk-servers.ts';
import { startEngines } from './compose/engines.ts';
import { ofOldCalls, onRecorded } from './compose/recorded-calls.ts';
import type { Config } from './config.ts';
import { foldCustomerCounts } from './customers/fold-customer-counts.ts';
import { connect, type Database } from './database/connect.ts';
import { diskRoom } from './database/disk-room.ts';
import { listen } from './database/listen.ts';
import { keySourceOf, openSecrets } from './database/secrets-key.ts';
import { eventFollower, lookEvery } from './events/follow-events.ts';
import { exchangeEvery, forgetOldUsage, rateLimiter } from './http/access/rate-limit.ts';
import { forgetOldAnswers } from './http/input/idempotency.ts';
import { callAnalyser } from './insights/jobs/analyse-calls.ts';
import { forgetInsights } from './insights/jobs/forget-insights.ts';
import { insightMetrics } from './insights/jobs/insight-metrics.ts';
import { queueAnalysis } from './insights/jobs/queue-analysis.ts';
import { taskRunner } from './insights/jobs/run-task.ts';
import { startChores } from './jobs/chores.ts';
import { keyVerifier } from './keys/verify-key.ts';
import { descriptorWatch } from './platform/file-descriptors.ts';
import type { Logger } from './platform/log.ts';
import { readModelService } from './platform/model-service.ts';
import { readS3Account } from './platform/s3-account.ts';
import type { SecretBox } from './platform/secret-box.ts';
import { mp3Encoder } from './recordings/encode-mp3.ts';
import { expireRecordings } from './recordings/expire-recordings.ts';
import { recordingLibrary } from './recordings/library.ts';
import { recordingLinks } from './recordings/link.ts';
import { moveRecordings } from './recordings/move-recordings.ts';
import { recordingsIn } from './recordings/recording-files.ts';
import { s3Store } from './recordings/s3-store.ts';
import { sweepRecordings } from './recordings/sweep-recordings.ts';
import { drainedServers, lookForDrainedEvery } from './telephony/drained-servers.ts';
import { provision } from './telephony/provision.ts';
import { deliverWebhooks } from './webhooks/deliver.ts';
import { deliveryMetrics } from './webhooks/queue/delivery-metrics.ts';
import { foldDeliveryCounts } from './webhooks/queue/fold-delivery-counts.ts';
import { forgetDeliveries } from './webhooks/queue/forget-deliveries.ts';
import { cancelStopped } from './webhooks/queue/stop-deliveries.ts';
import { guardedAgent } from './webhooks/sending/guarded-agent.ts';
import { urlJudge } from './webhooks/sending/judge-url.ts';

export type Server = {
  db: Database;
  secrets: SecretBox;
  /** Where it really listens, such as http://127.0.0.1:8080. */
  address: string;
  /** Finishes what is under way, then stops everything in reverse order. */
  stop(): Promise<void>;
};

const lastPatience = 3_000;

type ServerOptions = {
  /** Where the built console is; without one it is not served. */
  consoleFolder?: string;
};

/** Serves on a database that is there and migrated. When a start fails, what had been started is stopped. */
export async function startServer(
  config: Config,
  databaseUrl: string,
  log: Logger,
  { consoleFolder }: ServerOptions = {},
): Promise<Server> {
  await using starting = new AsyncDisposableStack();
  const db = connect(databaseUrl, {
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'trunkline',
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
    onSilence: () =>
      log.error({ event: 'database.silent' }, 'the database does not answer; what waited for it was given up'),
  });
  starting.defer(db.close);

  const secrets = await openSecrets(db, keySourceOf(config), log);

  const keys = keyVerifier(db, () => announcements.heardUpTo());
  const announcements = listen(databaseUrl, 'keys', {
    onNotification: keys.forgetAll,
    onConnect: keys.forgetAll,
    onDisconnect: (error) =>
      log.warn({ err: error }, 'key changes cannot be heard; every key is looked up until they can'),
  });
  starting.defer(announcements.stop);

  const sessions = sessionVerifier(db);
  const limits = {
    requests: config.RATE_LIMIT > 0 ? rateLimiter(config.RATE_LIMIT) : undefined,
    liveCalls:
      config.LIVE_CALL_RATE_LIMIT > 0 ? rateLimiter(config.LIVE_CALL_RATE_LIMIT, Date.now, 'live_calls') : undefined,
  };
  const exchange = () => Promise.all([limits.requests?.exchange(db), limits.liveCalls?.exchange(db)]);
  const node = await becomeNode(db, log);
  const drained = drainedServers(db, log);
  await drained.look();
  const engines = startEngines(config, {
    ...{ tell: (event) => driver.hear(event), log, nodeId: node.id(), isDrained: drained.has },
  });
  const files = recordingsIn(join(config.DATA_DIR, 'recordings'));
  const driver = driveCalls(db, { node, engines, recordings: files, onRecorded, log });
  starting.defer(engines.stop);

  const storeAccount = readS3Account(config.RECORDING_STORE_URL);
  const s3 = storeAccount && s3Store(storeAccount);
  if (s3) starting.defer(s3.close);
  const stopping = new AbortController();
  const stores = { files, s3 };
  const encoder = mp3Encoder();
  starting.defer(encoder.stop);
  const recordings = {
    library: recordingLibrary(db, { ...stores, encoder }),
    links: recordingLinks(secrets, config.PUBLIC_URL),
  };

  const systems = phoneSystems(config);
  const provisioning = provision(db, { systems, box: secrets, log });
  starting.defer(provisioning.stop);
  if (systems.length > 0) {
    const telephony = listen(databaseUrl, 'telephony', {
      onNotification: provisioning.wake,
      onConnect: provisioning.wake,
      onDisconnect: (error) =>
        log.warn({ err: error }, 'new trunks and phones cannot be heard of; they are looked for every five seconds'),
    });
    starting.defer(telephony.stop);
  }

  const registry = new Registry();
  asteriskMetrics(engines.members, drained.has, registry);
  const agent = guardedAgent(config.WEBHOOK_ALLOW_PRIVATE ? 'anywhere' : 'public');
  starting.defer(() => agent.destroy());
  const { onAttempt } = deliveryMetrics(db, registry, () => deliverer.underWay());
  const deliverer = deliverWebhooks(db, { agent, box: secrets, log, onAttempt });
  starting.defer(() => deliverer.stop(0));
  const queued = listen(databaseUrl, 'deliveries', {
    onNotification: deliverer.wake,
    onConnect: deliverer.wake,
    onDisconnect: (error) =>
      log.warn({ err: error }, 'new deliveries cannot be heard; they are looked for every second'),
  });
  starting.defer(queued.stop);

  const { onStep } = insightMetrics(db, registry);
  const speechService = readModelService(config.TRANSCRIPTION_URL);
  const hearing = {
    library: recordings.library,
    speech: speechService
      ? ({ kind: 'endpoint', endpoint: speechService } as const)
      : ({ kind: 'embedded', folder: join(config.DATA_DIR, 'models') } as const),
    chat: readModelService(config.SUMMARY_URL),
  };
  const analysers = Array.from({ length: config.ANALYSIS_WORKERS }, (_, worker) => {
    const runner = taskRunner();
    starting.defer(runner.stop);
    return callAnalyser(db, { node, worker, engines: { ...hearing, runner }, log, signal: stopping.signal, onStep });
  });

  const events = eventFollower(db);
  const disk = diskRoom(db);
  const chores = [
    { name: 'exchange rate usage', everyMs: exchangeEvery, run: exchange },
    { name: 'forget old rate usage', everyMs: 60_000, run: () => forgetOldUsage(db) },
    { name: 'forget old answers', everyMs: 600_000, run: () => forgetOldAnswers(db) },
    { name: 'fold customer counts', everyMs: 1_000, run: () => foldCustomerCounts(db) },
    { name: 'renew lease', everyMs: 1_000, run: node.renew },
    { name: 'tend calls', everyMs: 1_000, run: callTender(db, node, driver) },
    { name: 'look for drained Asterisk servers', everyMs: lookForDrainedEvery, run: drained.look },
    { name: 'fold call counts', everyMs: 1_000, run: () => foldCallCounts(db) },
    { name: 'make call partitions', everyMs: 3_600_000, run: () => makeCallPartitions(db) },
    {
      name: 'drop old calls',
      everyMs: 3_600_000,
      run: () => dropOldCalls(db, ofOldCalls(db, files), config.CALL_RETENTION_DAYS),
    },
    ...(s3 ? [{ name: 'move recordings', everyMs: 2_000, run: () => moveRecordings(db, files, s3) }] : []),
    {
      name: 'expire recordings',
      everyMs: 600_000,
      run: () => expireRecordings(db, { ...stores, onDeleted: forgetInsights }, config.RECORDING_RETENTION_DAYS),
    },
    {
      name: 'sweep recordings',
      everyMs: 3_600_000,
      run: () =>
        sweepRecordings(db, {
          ...stores,
          engineFolders: engines.folders,
          analyze: queueAnalysis,
          log,
          signal: stopping.signal,
        }),
    },
    ...analysers.map((run) => ({ name: 'analyse calls', everyMs: 1_000, run })),
    { name: 'look for room on the disk', everyMs: 2_000, run: disk.look },
    { name: 'look for free file descriptors', everyMs: 1_000, run: descriptorWatch(log) },
    { name: 'look for new events', everyMs: lookEvery, run: events.look },
    { name: 'forget dead nodes', everyMs: 600_000, run: () => forgetNodes(db) },
    { name: 'fold delivery counts', everyMs: 1_000, run: () => foldDeliveryCounts(db) },
    { name: 'cancel deliveries of stopped webhooks', everyMs: 1_000, run: () => cancelStopped(db) },
    { name: 'forget old deliveries', everyMs: 3_600_000, run: () => forgetDeliveries(db) },
    { name: 'agree on the key for secrets', everyMs: 1_000, run: secrets.agree },
    { name: 'write when keys were used', everyMs: 5_000, run: keys.writeLastUsed },
    { name: 'write when sessions were used', everyMs: 5_000, run: sessions.writeLastUsed },
    { name: 'forget old audit rows', everyMs: 3_600_000, run: () => forgetAudit(db) },
    { name: 'forget old sessions', everyMs: 600_000, run: () => forgetSessions(db) },
  ];
  // A month that has no table yet takes no calls; where nothing can be written now, the chore makes it later.
  await makeCallPartitions(db).catch((error) => log.warn({ err: error }, 'the tables of calls were not looked after'));
  const stopChores = startChores(chores, log);
  starting.defer(async () => {
    // What takes long is left to the next start, or to other nodes.
    stopping.abort();
    await s3?.close();
    const finished = finishWithin(lastPatience, log, async () => {
      await stopChores();
      await engines.stop();
      // What was told and counted since their last turn is only in memory yet; others may then have the calls.
      const used = [keys.writeLastUsed(), sessions.writeLastUsed()];
      await Promise.all([driver.stop().then(node.leave), deliverer.flush(), ...used, exchange()]);
    });
    // A database that is silent keeps each of them waiting.
    await Promise.all([finished, announcements.stop(), queued.stop()]);
  });

  let draining = false;
  const app = await createApp({
    db,
    log,
    verifyKey: keys.verify,
    limits,
    calls: { node, driver },
    recordings,
    administration: {
      ...{ box: secrets, verifySession: sessions.verify, systems, publicUrl: config.PUBLIC_URL },
      liveCalls: engines.liveCalls,
    },
    webhooks: { agent, box: secrets, judgeUrl: urlJudge({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }) },
    registry,
    events,
    ...(consoleFolder !== undefined && { consoleFolder }),
    trustedProxies: config.TRUSTED_PROXIES,
    isDraining: () => draining,
    isDiskFull: disk.isFull,
  });
  const drainMs = config.DRAIN_SECONDS * 1_000;
  starting.defer(async () => {
    await Promise.all([closeWithin(drainMs, app), deliverer.stop(drainMs)]);
  });
  const listening = await app.listen({ host: config.HOST, port: config.PORT });
  const address = listening.replace('//[::]:', '//[::1]:'); // Every interface of IPv6 is no address to connect to.

  const started = starting.move();
  return {
    db,
    secrets,
    address,
    async stop() {
      draining = true;
      await started.disposeAsync();
    },
  };
}

/** A database that is silent must not hold up the stop: what is lost then is no more than a kill would lose. */
async function finishWithin(milliseconds: number, log: Logger, work: () => Promise<void>): Promise<void> {
  const late = pause(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error(`The database took longer than ${milliseconds} ms.`);
  });
  await Promise.race([work(), late]).catch((error) =>
    log.warn({ err: error }, 'what was told and counted last may be lost'),
  );
}

/** Waits for requests under way, and at the end of its patience cuts them off. */
async function closeWithin(milliseconds: number, app: Awaited<ReturnType<typeof createApp>>): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  await app.close();
  clearTimeout(patience);
}
