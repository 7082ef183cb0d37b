import type { Database } from '../database/connect.ts';
import { locks } from '../database/locks.ts';
import type { Logger } from '../platform/log.ts';
import { backUp, type Installation } from './back-up.ts';
import { withClient } from './client.ts';
import type { Place } from './place.ts';
import {
  forgetBackupsAhead,
  noteBackupBegun,
  noteBackupCompleted,
  noteBackupFailed,
  readBackupSchedule,
} from './schedule-queries.ts';

type Schedule = { times: string[]; timezone: string };

type Backups = {
  /** A place for a file of this name. The signal breaks off its work. */
  placeOf: (name: string, signal: AbortSignal) => Place;
  schedule: Schedule;
  /** Number of complete backups that stay. */
  keep: number;
  log: Logger;
  signal: AbortSignal;
};

/** Makes the backup that is due, on one node of the installation. */
export async function makeScheduledBackup(installation: Installation, backups: Backups): Promise<void> {
  const { db, url } = installation;
  const { schedule, signal } = backups;
  const look = () => readBackupSchedule.one(db, schedule);
  const { may_begin, is_running } = await look();
  if (signal.aborted || !may_begin || is_running) return;
  // The connection holds the lock for as long as the node lives. Another node may have finished since the first look.
  await withClient(url, 'trunkline backup schedule', async (client) => {
    const lost = new AbortController();
    client.once('end', () => lost.abort(new Error('The connection that held the lock has broken.')));
    const { rows } = await client.query(`select pg_try_advisory_lock(${locks.backup}) as is_ours`);
    if (!rows[0].is_ours || !(await look()).may_begin) return;
    lost.signal.throwIfAborted();
    // Proxies close a silent connection, and then another node would begin as well.
    const alive = setInterval(() => client.query('select 1').catch(() => {}), 60_000);
    await makeBackup(installation, backups, lost.signal).finally(() => clearInterval(alive));
  });
}

async function makeBackup(
  installation: Installation,
  { placeOf, keep, log, signal }: Backups,
  lost: AbortSignal,
): Promise<void> {
  const { db } = installation;
  await forgetBackupsAhead.run(db, {});
  const { began_at } = await noteBackupBegun.one(db, {});
  const name = nameFor(began_at);
  const ending = AbortSignal.any([signal, lost]);
  const place = placeOf(name, ending);
  try {
    await removeDrafts(place, log, ending);
    const facts = await backUp(installation, place, { signal: ending, onTables: () => {}, onRecordings: () => {} });
    await noteBackupCompleted.run(db, { began_at });
    const seconds = Math.round((Date.now() - facts.taken_at.getTime()) / 1_000);
    log('backup.completed', { backup: place.name, seconds, ...facts });
    await removeOld(place, name, { keep, log, signal });
  } catch (error) {
    if (signal.aborted) return; // Another node, or the next start, makes it.
    log('backup.failed', { backup: place.name, err: error });
    await noteBackupFailed.run(db, {});
  } finally {
    await place.close();
  }
}

/** A retry after each crash must not fill the disk. A failure here, such as a missing permission, prevents no backup. */
async function removeDrafts(place: Place, log: Logger, signal: AbortSignal): Promise<void> {
  try {
    await place.removeDrafts(ours, (name) => completeName.test(name));
  } catch (error) {
    signal.throwIfAborted();
    log('backup.drafts_not_removed', { backup: place.name, err: error });
  }
}

/**
 * Only now that a newer one is complete. A failure here leaves the new backup as it is. Names after the new one are of a clock
 * that ran ahead: they must not push out newer backups.
 */
async function removeOld(
  place: Place,
  made: string,
  { keep, log, signal }: Pick<Backups, 'keep' | 'log' | 'signal'>,
): Promise<void> {
  try {
    const complete = (await place.namesOf(ours)).filter((name) => completeName.test(name) && name <= made).sort();
    for (const name of complete.slice(0, -keep)) await place.remove(name);
  } catch (error) {
    if (signal.aborted) return; // The next backup removes them.
    log('backup.old_not_removed', { backup: place.name, err: error });
  }
}

const ours = 'trunkline-';
const completeName = /^trunkline-\d{8}T\d{6}Z\.tar\.gz$/;

/** In the order of time, such as trunkline-20270401T031500Z.tar.gz. */
const nameFor = (moment: Date) => `${ours}${moment.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;

/** For metrics and checks. */
export async function backupState(db: Database, schedule: Schedule): Promise<{ age: number | null; overdue: number }> {
  const { age_seconds, overdue_seconds } = await readBackupSchedule.one(db, schedule);
  return { age: age_seconds, overdue: overdue_seconds };
}
