import { join } from 'node:path';
import type { Config } from '../config.ts';
import { forgetInsights } from '../insights/jobs/forget-insights.ts';
import { queueAnalysis } from '../insights/jobs/queue-analysis.ts';
import { readS3Account } from '../platform/network/s3-account.ts';
import { recordingDeletion } from '../recordings/delete-recording.ts';
import { mp3Encoder } from '../recordings/encode-mp3.ts';
import { expireRecordings } from '../recordings/expire-recordings.ts';
import { recordingLibrary, type Stores } from '../recordings/library.ts';
import { recordingLinks } from '../recordings/link.ts';
import { moveRecordings } from '../recordings/move-recordings.ts';
import { recordingsIn } from '../recordings/recording-files.ts';
import { s3Store } from '../recordings/s3-store.ts';
import { sweepRecordings } from '../recordings/sweep-recordings.ts';
import type { Ground } from './capability.ts';
import { engineFolders } from './engines.ts';

/** Where recordings are. */
export function recordingStores(config: Pick<Config, 'DATA_DIR' | 'RECORDING_STORE_URL'>): Stores {
  const account = readS3Account(config.RECORDING_STORE_URL);
  return { files: recordingsIn(join(config.DATA_DIR, 'recordings')), s3: account && s3Store(account) };
}

/** Storage, playback and retention of recordings. */
export function startRecordings({ config, db, secrets, log, stopping }: Ground) {
  const stores = recordingStores(config);
  const { files, s3 } = stores;
  const encoder = mp3Encoder();
  const expire = { ...stores, onDeleted: forgetInsights };
  const sweep = {
    ...stores,
    engineFolders: engineFolders(config),
    analyze: queueAnalysis,
    log,
    signal: stopping,
  };

  return {
    stores,
    files,
    deleting: recordingDeletion(db, stores, { onDeleted: forgetInsights, log }),
    library: recordingLibrary(db, { ...stores, encoder }),
    links: recordingLinks(secrets, config.PUBLIC_URL),
    chores: [
      ...(s3 ? [{ name: 'move recordings', everyMs: 2_000, run: () => moveRecordings(db, files, s3) }] : []),
      {
        name: 'expire recordings',
        everyMs: 600_000,
        run: () => expireRecordings(db, expire, config.RECORDING_RETENTION_DAYS),
      },
      { name: 'sweep recordings', everyMs: 3_600_000, run: () => sweepRecordings(db, sweep) },
    ],
    /** Aborts uploads to the store, so that the chore that moves recordings does not delay the stop. */
    async breakOff() {
      await s3?.close();
    },
    async stop() {
      await encoder.stop();
      await s3?.close();
    },
  };
}
