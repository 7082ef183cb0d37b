import { existsSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { backupState } from '../../backup/scheduled-backup.ts';
import { backupSchedule } from '../../compose/backups.ts';
import { type Config, readConfig } from '../../config.ts';
import { acceptedConnections } from '../../database/accepted-connections.ts';
import { pendingMigrations } from '../../database/migrate.ts';
import { checkStore } from '../../recordings/check-store.ts';
import { connectionsOf, workerCount } from '../../workers/worker-count.ts';
import { doctor } from '../definitions/single-commands.ts';
import { openPool } from '../installation/backup-place.ts';
import { checkDataFolder } from '../installation/check-data-folder.ts';
import { checkHost } from '../installation/listening.ts';
import { configuredAddress, findRunningServer } from '../installation/one-server.ts';
import { withDatabaseUrl } from '../installation/open-database.ts';
import { command, type Terminal } from '../terminal/command.ts';
import { program } from '../terminal/program-name.ts';
import { examineInsights } from './doctor/examine-insights.ts';
import { examineTelephony } from './doctor/examine-telephony.ts';
import { type Finding, failure, findOrFail } from './doctor/finding.ts';

const oldestNode = 26;
const mebibyte = 1024 * 1024;
const answerPatienceMs = 5_000;

export const commands = [
  command(doctor, async (_given, { environment }) => {
    const rows = await examine(environment);
    const exitCode = rows.some(({ status }) => status === 'fail') ? 1 : 0;
    return { rows, lastColumn: 'wraps', none: '', exitCode };
  }),
];

async function examine(environment: Terminal['environment']): Promise<Finding[]> {
  const node = checkNode(process.versions.node);
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    return [node, failure('configuration', error)];
  }
  const closed = config.DATABASE_URL === '' ? await findOrFail('data folder', () => checkFolder(config)) : [];
  // The other checks would fail for the same reason, or take a server for stopped.
  if (closed.length > 0) return [node, ...closed];
  const server = await findOrFail('server', async () => [await checkServer(config)]);
  const seen = server.some(({ status }) => status === 'ok') ? 'running' : 'not seen';
  return [
    node,
    ...(await findOrFail('configuration', async () => [await checkSettings(config)])),
    ...(config.DATABASE_URL === '' ? await findOrFail('disk', () => [checkDisk(config.DATA_DIR)]) : []),
    ...(await findOrFail('recordings', async () => [await checkRecordings(config)])),
    ...(await findOrFail('transcription', () => examineInsights(config))),
    ...server,
    ...(await findOrFail('database', () =>
      withDatabaseUrl(environment, async (url) => [
        ...(await examineDatabase(url)),
        ...(await findOrFail('connections', async () => [await checkConnections(config, url)])),
        ...(await findOrFail('telephony', () => examineTelephony(config, url, seen))),
        ...(config.BACKUP_TO === '' ? [] : await findOrFail('backups', async () => [await checkBackups(config, url)])),
      ]),
    )),
  ];
}

async function checkFolder({ DATA_DIR }: Config): Promise<Finding[]> {
  await checkDataFolder(DATA_DIR);
  return [];
}

async function checkSettings(config: Config): Promise<Finding> {
  await checkHost(config);
  return { check: 'configuration', status: 'ok', message: 'All settings are valid.' };
}

function checkNode(version: string): Finding {
  const isGood = Number.parseInt(version, 10) >= oldestNode;
  const message = isGood ? `Node ${version}.` : `Node ${version} is too old; Trunkline needs ${oldestNode} or later.`;
  return { check: 'node', status: isGood ? 'ok' : 'fail', message };
}

function checkDisk(dataDir: string): Finding {
  const folder = resolve(dataDir);
  let nearestFolder = folder;
  while (!existsSync(nearestFolder)) nearestFolder = dirname(nearestFolder);
  const { bavail, bsize } = statfsSync(nearestFolder);
  const free = Math.floor((bavail * bsize) / mebibyte);
  const message = `${folder} has ${free.toLocaleString('en')} MiB free.`;
  if (free < 100)
    return { check: 'disk', status: 'fail', message: `${message} PostgreSQL stops when the disk is full.` };
  return { check: 'disk', status: free < 1024 ? 'warn' : 'ok', message };
}

async function checkRecordings({ DATA_DIR, RECORDING_STORE_URL }: Config): Promise<Finding> {
  const message = await checkStore(join(DATA_DIR, 'recordings'), RECORDING_STORE_URL);
  return { check: 'recordings', status: 'ok', message };
}

async function checkServer(config: Config): Promise<Finding> {
  const check = 'server';
  const isOwn = config.DATABASE_URL === '';
  const running = isOwn ? findRunningServer(config.DATA_DIR) : undefined;
  if (isOwn && !running) return { check, status: 'warn', message: 'No server is running on this data folder.' };
  if (running && !running.address)
    return { check, status: 'warn', message: `A server (pid ${running.pid}) is starting.` };

  const address = running?.address ?? configuredAddress(config);
  try {
    const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(answerPatienceMs) });
    if (answer.ok) return { check, status: 'ok', message: `A server is ready at ${address}.` };
    return { check, status: 'fail', message: `The server at ${address} is not ready: ${await whyNotReady(answer)}` };
  } catch {
    if (!running) return { check, status: 'warn', message: `No server answers at ${address}.` };
    return {
      check,
      status: 'fail',
      message: `A server is running (pid ${running.pid}), but ${address} does not answer.`,
    };
  }
}

async function whyNotReady(answer: Response): Promise<string> {
  const text = await answer.text();
  if (text.includes('"draining"')) return 'it is being stopped.';
  if (text.includes('"unavailable"'))
    return 'it cannot reach its database. Check that PostgreSQL is running, and read the log of the server.';
  return `it answers ${answer.status}, so it is not a Trunkline server. Check which program uses this port.`;
}

async function examineDatabase(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerPatienceMs });
  client.on('error', () => {}); // The running statement fails with the same error.
  await client.connect();
  try {
    const asked = Date.now();
    const { rows } = await client.query(`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        current_setting('server_encoding') as encoding, clock_timestamp() as now,
        current_setting('transaction_read_only')::bool as is_read_only, pg_is_in_recovery() as is_standby`);
    const [{ version, number, encoding, now, is_read_only, is_standby }] = rows;
    // PostgreSQL read its clock somewhere between the question and the answer.
    const ahead = (now.getTime() - (asked + Date.now()) / 2) / 1_000;
    return [
      checkVersion(version, number),
      checkEncoding(encoding),
      checkWriting(is_read_only, is_standby),
      checkClock(ahead),
      ...(await findOrFail('migrations', async () => [checkMigrations(await pendingMigrations(url))])),
    ];
  } finally {
    await client.end();
  }
}

/** Each node of the installation needs as many; `doctor` knows only this one. */
async function checkConnections(config: Config, url: string): Promise<Finding> {
  const check = 'connections';
  const accepted = await acceptedConnections(url);
  const workers = workerCount(config, config.DATABASE_URL === '' ? undefined : accepted);
  const needed = connectionsOf(config.DATABASE_POOL_SIZE, workers);
  const processes = workers === 1 ? 'one process' : `${workers} workers`;
  const message = `A node of ${processes} uses up to ${needed} of the ${accepted} connections that PostgreSQL accepts.`;
  if (needed <= accepted) return { check, status: 'ok', message };
  return {
    check,
    status: 'warn',
    message: `${message} Lower WORKERS or DATABASE_POOL_SIZE, or raise max_connections.`,
  };
}

function checkVersion(version: string, number: number): Finding {
  const isGood = number >= 150_000;
  const message = isGood ? `PostgreSQL ${version}.` : `PostgreSQL ${version} is too old; Trunkline needs 15 or later.`;
  return { check: 'database', status: isGood ? 'ok' : 'fail', message };
}

function checkEncoding(encoding: string): Finding {
  const isGood = encoding === 'UTF8';
  const message = isGood
    ? 'The encoding is UTF8.'
    : `The encoding is ${encoding}. Create the database again with UTF8.`;
  return { check: 'encoding', status: isGood ? 'ok' : 'fail', message };
}

function checkWriting(isReadOnly: boolean, isStandby: boolean): Finding {
  const check = 'writing';
  if (isStandby)
    return { check, status: 'fail', message: 'The database is a read-only standby. Connect to its primary.' };
  if (!isReadOnly) return { check, status: 'ok', message: 'The database accepts writes.' };
  return {
    check,
    status: 'fail',
    message: 'The database is read-only. Check why default_transaction_read_only is on.',
  };
}

function checkClock(secondsAhead: number): Finding {
  const apart = Math.abs(secondsAhead);
  const message = `The clocks of this machine and the database are ${apart.toFixed(1)} s apart.`;
  if (apart < 2) return { check: 'clock', status: 'ok', message };
  return { check: 'clock', status: apart < 60 ? 'warn' : 'fail', message: `${message} Synchronize both with NTP.` };
}

function checkMigrations(pending: string[]): Finding {
  if (pending.length === 0) return { check: 'migrations', status: 'ok', message: 'The database is up to date.' };
  const message = `Not run yet: ${pending.join(', ')}. The next start runs them, and so does: ${program} migrate`;
  return { check: 'migrations', status: 'warn', message };
}

const tolerableSeconds = 4 * 3_600;

/** Backups that the server makes by itself. */
async function checkBackups(config: Config, url: string): Promise<Finding> {
  const check = 'backups';
  await using db = openPool(url);
  const { age, overdue } = await backupState(db, backupSchedule(config));
  const hours = (seconds: number) => `${(seconds / 3_600).toFixed(1)} hours`;
  const last = age === null ? 'No scheduled backup is complete.' : `The last backup was completed ${hours(age)} ago.`;
  if (overdue < tolerableSeconds) return { check, status: age === null ? 'warn' : 'ok', message: last };
  const message = `${last} The next one has been due for ${hours(overdue)}: search the log for backup.failed.`;
  return { check, status: 'fail', message };
}
