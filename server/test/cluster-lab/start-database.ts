import { chownSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identity } from '../../src/database/embedded-account.ts';
import { type LabProcess, startProgram } from '../phone-lab/lab-process.ts';
import { until } from '../until.ts';
import type { Place } from './places.ts';
import type { Programs } from './programs.ts';
import { type Service, serviceOf } from './service.ts';
import { fillIn, variablesOf } from './shipped-file.ts';
import { signalProcess } from './signal-process.ts';

// One machine of the database: etcd, and Patroni with its PostgreSQL.

export type DatabaseMachine = {
  name: string;
  /** The address and port of PostgreSQL. */
  address: string;
  start(): void;
  /** The URL of a superuser on this PostgreSQL itself. */
  superuser: string;
  /** `primary`, `sync_standby` and so on, as Patroni says; undefined if it does not answer. */
  role(): Promise<string | undefined>;
  /** Kills Patroni and PostgreSQL, as when the machine dies. etcd stays. */
  kill(): Promise<void>;
  /** Kills Patroni alone: PostgreSQL goes on, without anything that says whether it is still the primary. */
  killPatroni(): Promise<void>;
  stop(): Promise<void>;
};

export type Passwords = { superuser: string; replication: string; rewind: string; trunkline: string };

export type Etcd = Service & {
  /** Whether the others follow this one. False if it does not answer. */
  isLeader(): Promise<boolean>;
};

export async function prepareEtcd(place: Place, programs: Programs): Promise<Etcd> {
  const folder = join(place.folder, 'etcd');
  await mkdir(folder);
  const text = await fillIn('etcd.env', [
    ['THIS-NAME', place.name],
    ['/var/lib/etcd/trunkline', join(folder, 'data')],
    ...place.network([2379, 2380]),
  ]);
  const env = variablesOf(text);
  const status = `http://${place.address}:${place.port(2379)}/v3/maintenance/status`;
  return {
    ...serviceOf(() => startProgram(programs.etcd, ['--log-level', 'warn'], folder, { env })),
    async isLeader() {
      const request = { method: 'POST', body: '{}', signal: AbortSignal.timeout(2_000) };
      const { header, leader } = (await answerOf<EtcdState>(status, request))?.body ?? {};
      return header !== undefined && header.member_id === leader;
    },
  };
}

export async function prepareDatabase(
  place: Place,
  programs: Programs,
  passwords: Passwords,
  isSynchronous: boolean,
): Promise<DatabaseMachine> {
  const folder = join(place.folder, 'patroni');
  const data = join(folder, 'data');
  const configuration = join(folder, 'config.yml');
  await mkdir(folder);
  const text = await fillIn('patroni.yml', [
    ['THIS-NAME', place.name],
    ['CHANGE-ME-SUPERUSER', passwords.superuser],
    ['CHANGE-ME-REPLICATION', passwords.replication],
    ['CHANGE-ME-REWIND', passwords.rewind],
    ['/var/lib/postgresql/15/trunkline', data],
    ['/usr/lib/postgresql/15/bin', programs.postgresBin],
    ['/var/lib/postgresql/.patroni.pgpass', join(folder, 'pgpass')],
    ['/var/run/postgresql', folder],
    ['/dev/watchdog', join(folder, 'no-watchdog')],
    // Connections to any address of 127.0.0.0/8 come from 127.0.0.1.
    ['10.20.0.0/24', '127.0.0.0/8'],
    ...(isSynchronous ? [] : [['synchronous_mode: true', 'synchronous_mode: false'] as [string, string]]),
    ...place.network([2379, 8008, 5432]),
  ]);
  await writeFile(configuration, text, { mode: 0o600 });
  const { account } = programs;
  for (const path of account ? [folder, configuration] : []) chownSync(path, account?.uid ?? 0, account?.gid ?? 0);
  await chmod(folder, 0o755);

  let patroni: LabProcess | undefined;
  const killPostgres = async () => {
    const pid = postmasterPid(data);
    if (pid === undefined) return;
    signalProcess(pid, 'SIGKILL');
    await until(() => !signalProcess(pid, 0));
  };
  // Unlike SIGKILL, SIGQUIT lets PostgreSQL remove its shared memory.
  process.prependListener('exit', () => {
    const pid = patroni && postmasterPid(data);
    if (pid !== undefined) signalProcess(pid, 'SIGQUIT');
  });
  const ask = async (path: string) => {
    const url = `http://${place.address}:${place.port(8008)}${path}`;
    return answerOf<PatroniState>(url, { signal: AbortSignal.timeout(2_000) });
  };

  return {
    name: place.name,
    address: `${place.address}:${place.port(5432)}`,
    superuser: `postgres://postgres:${passwords.superuser}@${place.address}:${place.port(5432)}/postgres`,
    start() {
      patroni = startProgram(programs.patroni, [configuration], folder, {
        env: { ...programs.pythonEnvironment, HOME: folder },
        ...identity(account),
      });
    },
    async role() {
      const state = await ask('/patroni');
      if (state?.body.state !== 'running') return undefined;
      // One that Patroni no longer watches over, or does not yet, is not the primary for anybody else.
      if (['master', 'primary'].includes(state.body.role))
        return (await ask('/primary'))?.status === 200 ? 'primary' : undefined;
      return state.body.sync_standby ? 'sync_standby' : state.body.role;
    },
    async kill() {
      await patroni?.end('SIGKILL');
      await killPostgres();
    },
    async killPatroni() {
      await patroni?.end('SIGKILL');
    },
    async stop() {
      if (patroni?.isRunning()) await patroni.end('SIGTERM');
      await killPostgres(); // Of a Patroni that was killed.
    },
  };
}

/** Undefined if no whole answer came in time. */
const answerOf = <Body>(url: string, request: RequestInit) =>
  fetch(url, request)
    .then(async (answer) => ({ status: answer.status, body: (await answer.json()) as Body }))
    .catch(() => undefined);

/** An error has none of these. */
type EtcdState = { header?: { member_id: string }; leader?: string };
type PatroniState = { state: string; role: string; sync_standby?: boolean };

function postmasterPid(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}
