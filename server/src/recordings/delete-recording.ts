import type { LockedCall } from '../calls/state/lock-calls.ts';
import type { Database, Tx } from '../database/connect.ts';
import { type CallRef, callRefOf } from '../platform/call-ref.ts';
import type { Logger } from '../platform/log.ts';
import { problem } from '../platform/problem.ts';
import { markDeleted, type OnDeleted, removeNow } from './expire-recordings.ts';
import { type Stores, whyMissing } from './library.ts';
import type { Recording } from './recording.ts';

export type RecordingDeletion = ReturnType<typeof recordingDeletion>;

/** Deletes a recording on request, in the same two steps as at the end of its retention time. */
export function recordingDeletion(
  db: Database,
  stores: Stores,
  { onDeleted, log }: { onDeleted: OnDeleted; log: Logger },
) {
  return {
    /** From the commit on, the recording cannot be played. The caller of this function has locked the call. */
    async mark(tx: Tx, call: LockedCall): Promise<void> {
      // The recording of an open call is being written, or is on its way into the store.
      if (call.stage !== null) throw problem('call_in_progress');
      const why = whyMissing(call.recording as Recording | null);
      if (why) throw why;
      await markDeleted(tx, [callRefOf(call)], [call], onDeleted);
    },

    /** If it fails, or the node dies before it, `expireRecordings` removes the files. */
    async removeFiles(call: CallRef): Promise<void> {
      try {
        await removeNow(db, stores, call);
      } catch (error) {
        log('recording.file_not_removed', { err: error, call_id: call.callId });
      }
    },
  };
}
