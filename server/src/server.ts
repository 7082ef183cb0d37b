import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { createApp } from './app.ts';
import { startAccess } from './compose/access.ts';
import { startBackups } from './compose/backups.ts';
import { startCallDriving } from './compose/calls.ts';
import { type Capability, doesSharedWork, type Ground } from './compose/capability.ts';
import { startHousekeeping } from './compose/housekeeping.ts';
import { startInsights } from './compose/insights.ts';
import type { Parent } from './compose/parent.ts';
import { startPersons } from './compose/persons.ts';
import { startRecordings } from './compose/recordings.ts';
import { startTelephony } from './compose/telephony.ts';
import { startTraces } from './compose/traces.ts';
import { startWebhooks } from './compose/webhooks.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import { connectServer } from './database/connect-server.ts';
import { keySourceOf, openSecrets } from './database/secrets-key.ts';
import { startChores } from './jobs/chores.ts';
import type { Logger } from './platform/log.ts';
import type { SecretBox } from './platform/secret-box.ts';

export type Server = {
  db: Database;
  secrets: SecretBox;
  /** The actual address it listens on, such as http://127.0.0.1:8080. */
  address: string;
  /** Finishes requests and deliveries in progress, then stops everything in reverse order. */
  stop(): Promise<void>;
};

/** For the chores and the last saves together. */
const lastPatience = 3_000;

type ServerOptions = {
  parent?: Parent;
  /** The folder of the built console; without it no console is served. */
  consoleFolder?: string;
};

/** Serves on a running, migrated database. If a start fails, the parts that had started are stopped. */
export async function startServer(
  config: Config,
  databaseUrl: string,
  log: Logger,
  { consoleFolder, parent }: ServerOptions = {},
): Promise<Server> {
  await using starting = new AsyncDisposableStack();
  const traces = await startTraces(config, log);
  starting.defer(async () => void (await traces?.stop()));
  const db = connectServer(databaseUrl, config.DATABASE_POOL_SIZE, log, {
    replicaUrl: config.DATABASE_REPLICA_URL,
    tracing: traces?.tracing,
    isSharded: config.DATABASE_SHARDED,
  });
  starting.defer(db.close);
  const secrets = await openSecrets(db, keySourceOf(config), log);
  const stopping = new AbortController();
  const ground: Ground = {
    ...{ config, db, databaseUrl, secrets, log, parent },
    registry: new Registry(),
    stopping: stopping.signal,
  };

  parent?.shareMetrics(ground.registry);
  const capabilities: Capability[] = [];
  const started = <C extends Capability>(capability: C): C => {
    starting.defer(async () => void (await capability.stop?.()));
    capabilities.push(capability);
    return capability;
  };
  const access = started(startAccess(ground));
  const telephony = started(await startTelephony(ground));
  const recordings = started(startRecordings(ground));
  const calls = started(await startCallDriving(ground, { files: recordings.files, isDrained: telephony.isDrained }));
  started(startInsights(ground, { node: calls.control.node, library: recordings.library }));
  const webhooks = started(startWebhooks(ground));
  const persons = started(startPersons(ground, recordings.stores));
  started(startBackups(ground, recordings.files));
  const { isDiskFull } = started(startHousekeeping(ground));

  const stopChores = startChores(
    capabilities.flatMap(({ chores }) => chores).filter(({ ofProcess }) => ofProcess || doesSharedWork(ground)),
    log,
  );
  starting.defer(async () => {
    stopping.abort();
    await recordings.breakOff();
    // A silent database would make each of them wait.
    await Promise.all([finish(stopChores, capabilities, log), access.stop(), webhooks.stopListening()]);
  });

  let draining = false;
  const app = await createApp({
    ...{ db, log, registry: ground.registry, isDiskFull, recordings, persons: persons.parts },
    ...{ verifyKey: access.verifyKey, limits: access.limits, noteRequest: access.noteRequest },
    ...{ enterStream: parent?.enterStream, allMetrics: parent?.metrics },
    ...{ calls: calls.control, webhooks: webhooks.sending, events: webhooks.events },
    administration: {
      ...{ box: secrets, verifySession: access.verifySession, systems: telephony.systems },
      ...{ isDrained: telephony.isDrained, registrar: telephony.registrar },
      ...{ publicUrl: config.PUBLIC_URL, liveCalls: calls.liveCalls, recordingDays: config.RECORDING_RETENTION_DAYS },
      callDays: config.CALL_RETENTION_DAYS,
    },
    ...(consoleFolder !== undefined && { consoleFolder }),
    trustedProxies: config.TRUSTED_PROXIES,
    isDraining: () => draining,
  });
  const drainMs = config.DRAIN_SECONDS * 1_000;
  starting.defer(async () => {
    await Promise.all([closeWithin(drainMs, app), webhooks.drain(drainMs)]);
  });
  parent?.beforeListening();
  const listening = await app.listen({ host: config.HOST, port: config.PORT });
  const address = listening.replace('//[::]:', '//[::1]:'); // The unspecified address of IPv6 is not an address to connect to.
  if (!parent) log('server.listening', { address });

  const running = starting.move();
  return {
    db,
    secrets,
    address,
    async stop() {
      draining = true;
      // A load balancer sends requests until its next checks have failed.
      await pause(config.DRAIN_DELAY_SECONDS * 1_000);
      await running.disposeAsync();
    },
  };
}

/**
 * Ends the chores and saves what is only in memory. A chore that does not end prevents no save. A silent database must not delay
 * the stop: no more is lost than by a kill.
 */
async function finish(stopChores: () => Promise<string[]>, capabilities: Capability[], log: Logger): Promise<void> {
  const late = pause(lastPatience, undefined, { ref: false }).then(() => {
    throw new Error(`The last changes were not saved within ${lastPatience} ms.`);
  });
  late.catch(() => {}); // Each save below fails with it.
  const chores = await stopChores();
  const saves = capabilities.map(({ finish }) => Promise.race([finish?.(), late]));
  const outcomes = await Promise.allSettled(saves);
  const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (chores.length === 0 && errors.length === 0) return;
  log('server.stop_incomplete', { chores, ...(errors.length > 0 && { err: errors[0] }) });
}

/** Waits for requests in progress, and closes their connections when the time is over. */
async function closeWithin(milliseconds: number, app: Awaited<ReturnType<typeof createApp>>): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  await app.close();
  clearTimeout(patience);
}
