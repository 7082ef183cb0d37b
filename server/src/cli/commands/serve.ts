import { flushCompileCache } from 'node:module';
import type { DestinationStream } from 'pino';
import { type Config, readConfig } from '../../config.ts';
import { acceptedConnections } from '../../database/accepted-connections.ts';
import { startEmbedded } from '../../database/embedded.ts';
import { migrate } from '../../database/migrate.ts';
import { createLog, type LogFormat, type Logger, standardOutput } from '../../platform/log.ts';
import { logCrashes } from '../../platform/log-crashes.ts';
import type { Server } from '../../server.ts';
import { workerCount } from '../../workers/worker-count.ts';
import { serve as definition } from '../definitions/single-commands.ts';
import { banner, demoHint, firstBanner } from '../installation/banner.ts';
import { buildBeside, consoleFolder } from '../installation/build-beside.ts';
import { checkDataFolder } from '../installation/check-data-folder.ts';
import { closeDataFolder } from '../installation/close-data-folder.ts';
import { findDemo } from '../installation/demo-secrets.ts';
import { createDemoTenant } from '../installation/demo-tenant.ts';
import { explainListening } from '../installation/listening.ts';
import { becomeOnlyServer, type OnlyServer } from '../installation/one-server.ts';
import type { Command } from '../terminal/command.ts';
import { watchInterruption } from '../terminal/interruption.ts';
import { readOptions } from '../terminal/options.ts';

export const commands: Command[] = [
  {
    definition,
    async run(args, terminal) {
      const { given } = readOptions(definition.options, args);
      await serve(readConfig(terminal.environment), given['build-console'] === true);
      return 0;
    },
  },
];

/** Starts everything, waits for a signal to stop, and stops everything in reverse order, also after a failed start. */
async function serve(config: Config, buildsConsole: boolean): Promise<void> {
  using interruption = watchInterruption();
  await using started = new AsyncDisposableStack();
  const output = standardOutput();
  try {
    const log = await start(config, output, started, interruption.signal);
    if (log && buildsConsole) started.defer(tryToBuild(log));
  } catch (error) {
    // Ctrl-C also reaches the programs that prepare a database, so a failure after it is expected.
    if (!interruption.signal.aborted) throw error;
  }
  await aborted(interruption.signal);
  output.write(
    `Stopping: requests in progress have ${config.DRAIN_SECONDS} s to finish. Ctrl-C again stops at once.\n`,
  );
}

/** Telephones ring also without a console. */
function tryToBuild(log: Logger): () => Promise<void> {
  try {
    return buildBeside(log);
  } catch (error) {
    log('console.build_failed', { messages: String(error) });
    return async () => {};
  }
}

/** Returns its log when it serves, and undefined if it was interrupted before. */
async function start(
  config: Config,
  output: DestinationStream,
  started: AsyncDisposableStack,
  interruption: AbortSignal,
): Promise<Logger | undefined> {
  const logFormat = formatOf(config);
  const log = createLog(config.LOG_LEVEL, output, logFormat);
  started.defer(logCrashes(log));
  // As with the log: a closed terminal must not prevent an orderly stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  await checkDataFolder(config.DATA_DIR);
  const closeRest = await closeDataFolder(config.DATA_DIR);
  closeRest().catch((error) => log('data_folder.close_failed', { err: error }));
  const isOwn = config.DATABASE_URL === '';
  const accepted = async () => (isOwn ? undefined : acceptedConnections(config.DATABASE_URL));
  const program = onceOnly(async () => loadProgram(config, await accepted()));
  const own = isOwn ? await startOwnDatabase(config, log, started, program) : undefined;
  const url = own?.url ?? config.DATABASE_URL;
  const migrations = await migrate(url);
  if (migrations.length > 0) log('database.migrated', { migrations: migrations.length, last: migrations.at(-1) });
  if (interruption.aborted) return undefined;

  const serveOn = await program();
  const server = await listening(config, () => serveOn(url, { log, logFormat, output }));
  started.defer(() => server.stop());
  own?.onlyServer.announce(server.address);
  // Through the log's stream, so that it comes after every line of the start.
  output.write(own ? await welcome(server, config) : banner(server.address));
  flushCompileCache(); // Otherwise Node writes it at exit, and never if the server is killed.
  return log;
}

type Logs = { log: Logger; logFormat: LogFormat; output: DestinationStream };

/** The parent of workers needs little memory, and the server much. */
async function loadProgram(
  config: Config,
  connections: number | undefined,
): Promise<(databaseUrl: string, logs: Logs) => Promise<Server>> {
  const count = workerCount(config, connections);
  if (count === 1) {
    const { startServer } = await import('../../server.ts');
    return (databaseUrl, { log }) => startServer(config, databaseUrl, log, { consoleFolder });
  }
  const { superviseWorkers } = await import('../../workers/supervise-workers.ts');
  return (databaseUrl, logs) => superviseWorkers(config, { ...logs, count, databaseUrl, consoleFolder });
}

function onceOnly<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    result.catch(() => {}); // Reported to the caller that waits for it.
    return result;
  };
}

function formatOf({ LOG_FORMAT }: Config): LogFormat {
  if (LOG_FORMAT !== 'auto') return LOG_FORMAT;
  return process.stdout.isTTY ? 'text' : 'json';
}

/** Loading the program takes as long as PostgreSQL needs to start, and another processor. */
async function startOwnDatabase(
  { DATA_DIR }: Config,
  log: Logger,
  started: AsyncDisposableStack,
  loadProgram: () => Promise<unknown>,
) {
  const postgres = await startEmbedded(DATA_DIR, { log, onLaunch: () => void loadProgram() });
  started.defer(() => postgres.stop());
  const onlyServer: OnlyServer = await becomeOnlyServer(DATA_DIR);
  started.defer(() => onlyServer.release());
  return { url: postgres.url, onlyServer };
}

/** Makes the demo tenant only after the server listens and can show its keys: a failed start leaves no unknown keys behind. */
async function welcome({ db, secrets, address }: Server, config: Config): Promise<string> {
  const created = await createDemoTenant(db, secrets);
  if (created) return firstBanner(address, config, created);
  const demo = await findDemo(db, secrets);
  return demo?.secrets.password ? banner(address) + demoHint(config.DATA_DIR) : banner(address);
}

async function listening(config: Config, start: () => Promise<Server>): Promise<Server> {
  try {
    return await start();
  } catch (error) {
    throw explainListening(error, config) ?? error;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
