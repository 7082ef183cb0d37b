import type { OnRecorded } from '../calls/driving/perform-tasks.ts';
import type { OfOldCalls } from '../calls/listing/call-partitions.ts';
import type { Database } from '../database/connect.ts';
import { forgetOldInsights } from '../insights/jobs/forget-insights.ts';
import { queueAnalysis } from '../insights/jobs/queue-analysis.ts';
import { dropRecordingsBefore } from '../recordings/expire-recordings.ts';
import { noteRecordings } from '../recordings/note-recordings.ts';
import type { RecordingFiles } from '../recordings/recording-files.ts';

// `calls` imports neither `recordings` nor `insights`. These functions connect the three.

/** Runs in the transaction that gives calls their recording. */
export const onRecorded: OnRecorded = async (tx, calls) => {
  await Promise.all([noteRecordings(tx, calls), queueAnalysis(tx, calls)]);
};

/** Deletes the data of calls that are older than the retention period. */
export const ofOldCalls = (db: Database, files: RecordingFiles): OfOldCalls => ({
  dropRecordings: (callId) => dropRecordingsBefore(db, files, callId),
  forget: forgetOldInsights(db),
});
