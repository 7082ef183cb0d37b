import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/database/embedded.ts';
import { findBinariesPackage, prepareBinaries } from '../../src/database/embedded-binaries.ts';
import { type Cluster, connectionUrl, openCluster, prepareSocketFolder } from '../../src/database/embedded-cluster.ts';
import {
  bringUpPostmaster,
  findPostmaster,
  startPostmaster,
  stopPostmaster,
} from '../../src/database/embedded-postmaster.ts';
import { migrate } from '../../src/database/migrate.ts';
import { present } from '../../src/platform/present.ts';
import { atEnd } from '../at-end.ts';

// A PostgreSQL and a standby that streams from it, as a replica of an installation does.

export type Replicated = {
  primaryUrl: string;
  standbyUrl: string;
  startStandby(): Promise<void>;
  stopStandby(): Promise<void>;
};

const quick = { fsync: 'off', full_page_writes: 'off' };

export async function startReplicated(): Promise<Replicated> {
  const [folder, copy] = [openFolder('primary'), openFolder('standby')];
  const primary = await startEmbedded(folder, { log: () => {}, settings: quick });
  atEnd(() => primary.stop());
  await migrate(primary.url);
  const standby = await copyCluster(primary.url, present(openCluster(folder)), copy);
  const binaries = await prepareBinaries(findBinariesPackage(), standby.account, '/var/lib/trunkline');

  const startStandby = async () => {
    const start = () => startPostmaster(standby, binaries, quick, {});
    await bringUpPostmaster(standby, start, () => {}, AbortSignal.timeout(30_000));
  };
  const stopStandby = async () => {
    const running = findPostmaster(standby);
    if (running) await stopPostmaster(standby, running);
  };
  atEnd(stopStandby);
  await startStandby();
  const standbyUrl = connectionUrl(standby, prepareSocketFolder(standby));
  return { primaryUrl: primary.url, standbyUrl, startStandby, stopStandby };
}

function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `trunkline-${name}-`));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The files of a running PostgreSQL, with what makes it a standby of the original. */
async function copyCluster(url: string, original: Cluster, folder: string): Promise<Cluster> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  execFileSync('cp', ['-a', original.home, join(folder, 'postgres')]);
  const { labelfile } = (await client.query('select labelfile from pg_backup_stop(false)')).rows[0];
  await client.end();

  const cluster = present(openCluster(folder));
  const { searchParams } = new URL(url);
  const address = `host=${searchParams.get('host')} user=trunkline password=${cluster.password}`;
  for (const [name, text] of [
    ['backup_label', labelfile],
    ['standby.signal', ''],
    ['postgresql.auto.conf', `primary_conninfo = '${address}'\n`],
  ]) {
    writeFileSync(join(cluster.data, name), text);
    if (cluster.account) chownSync(join(cluster.data, name), cluster.account.uid, cluster.account.gid);
  }
  rmSync(join(cluster.data, 'postmaster.pid'), { force: true });
  return cluster;
}
