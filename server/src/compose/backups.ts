import { join, resolve } from 'node:path';
import { Gauge } from 'prom-client';
import { bucketOf, bucketPlace } from '../backup/bucket-place.ts';
import { folderPlace } from '../backup/folder-place.ts';
import type { Place } from '../backup/place.ts';
import { backupState, makeScheduledBackup } from '../backup/scheduled-backup.ts';
import type { Config } from '../config.ts';
import { readS3Account } from '../platform/network/s3-account.ts';
import type { RecordingFiles } from '../recordings/recording-files.ts';
import { type Capability, doesSharedWork, type Ground } from './capability.ts';

export const backupSchedule = ({ BACKUP_AT, BACKUP_TIMEZONE }: Config) => ({
  times: BACKUP_AT,
  timezone: BACKUP_TIMEZONE,
});

/** Backups at the times of `BACKUP_AT`, by whichever node sees first that one is due. */
export function startBackups(ground: Ground, files: RecordingFiles): Capability {
  const { config, db, databaseUrl, log, registry, stopping } = ground;
  if (config.BACKUP_TO === '') return { chores: [] };
  const schedule = backupSchedule(config);
  if (doesSharedWork(ground)) showState(() => backupState(db, schedule), registry);
  const installation = { url: databaseUrl, db, files, retentionDays: config.CALL_RETENTION_DAYS };
  const backups = { placeOf: placesIn(config.BACKUP_TO), schedule, keep: config.BACKUP_KEEP, log, signal: stopping };
  return {
    chores: [{ name: 'make backups', everyMs: 1_000, run: () => makeScheduledBackup(installation, backups) }],
  };
}

function placesIn(where: string): (name: string, signal: AbortSignal) => Place {
  const account = readS3Account(where);
  return (name, signal) =>
    account ? bucketPlace(bucketOf(account, name), signal) : folderPlace(join(resolve(where), name), signal);
}

function showState(read: () => ReturnType<typeof backupState>, registry: Ground['registry']): void {
  const gauge = (name: string, help: string, measure: (state: Awaited<ReturnType<typeof read>>) => number | null) =>
    new Gauge({
      name,
      help: `${help}; NaN while that is unknown.`,
      registers: [registry],
      async collect() {
        const state = await read().catch(() => undefined);
        this.set((state && measure(state)) ?? Number.NaN);
      },
    });
  gauge(
    'trunkline_backup_age_seconds',
    'Time since the last scheduled backup was completed, by any node',
    ({ age }) => age,
  );
  gauge('trunkline_backup_overdue_seconds', 'For how long a scheduled backup has been due', ({ overdue }) => overdue);
}
