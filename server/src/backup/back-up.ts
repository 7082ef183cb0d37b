import { firstKeptCall } from '../calls/listing/call-partitions.ts';
import type { Database } from '../database/connect.ts';
import type { RecordingFiles } from '../recordings/recording-files.ts';
import { type BackedUp, backUpRecordings } from './copy-recordings.ts';
import { type Contents, contentsOf, type Progress } from './manifest.ts';
import type { Place } from './place.ts';
import { writeBackup } from './write-backup.ts';

export type Installation = {
  url: string;
  db: Database;
  /** Without it recordings are not copied. */
  files: RecordingFiles | undefined;
  /** Days after which calls are deleted; 0 keeps them. */
  retentionDays: number;
};

type Watch = {
  signal: AbortSignal;
  onTables: (progress: Progress) => void;
  onRecordings: (counts: BackedUp) => void;
};

/**
 * The database first and the recordings afterwards: a recording without a call does no harm, but a call without its recording
 * cannot be played. Only then does the file get its name.
 */
export function backUp(
  { url, db, files, retentionDays }: Installation,
  place: Place,
  { onTables, onRecordings, signal }: Watch,
): Promise<Contents & Partial<BackedUp>> {
  return place.write(async (output) => {
    const { manifest, end } = await writeBackup(url, output, onTables, signal);
    const firstKept = await firstKeptCall(db, retentionDays);
    const copied = files && (await backUpRecordings(db, files, place, onRecordings, signal, firstKept));
    return { ...contentsOf(manifest, end), ...copied };
  });
}
