import type { OnRecorded } from '../calls/driving/perform-tasks.ts';
import type { OfOldCalls } from '../calls/listing/call-partitions.ts';
import type { Database } from '../database/connect.ts';
import { forgetOldInsights } from '../insights/jobs/forget-insights.ts';
import { queueAnalysis } from '../insights/jobs/queue-analysis.ts';
import { dropRecordingsBefore } from '../recordings/expire-recordings.ts';
import { noteRecordings } from '../recordings/note-recordings.ts';
import type { RecordingFiles } from '../recordings/recording-files.ts';

// Calls know neither recordings nor insights. What these two do when a call changes is handed to it.

/** Commits with calls that get their recording. */
export const onRecorded: OnRecorded = async (tx, calls) => {
  await Promise.all([noteRecordings(tx, calls), queueAnalysis(tx, calls)]);
};

/** What goes with calls that are too old to be kept. */
export const ofOldCalls = (db: Database, files: RecordingFiles): OfOldCalls => ({
  dropRecordings: (callId) => dropRecordingsBefore(db, files, callId),
  forget: forgetOldInsights(db),
});
