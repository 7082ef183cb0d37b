import { rm, stat } from 'node:fs/promises';
import type { OnRecorded } from '../calls/driving/perform-tasks.ts';
import { changeCalls } from '../calls/state/change-calls.ts';
import { lockCalls } from '../calls/state/lock-calls.ts';
import { recordedPauses } from '../calls/state/pauses.ts';
import type { Database } from '../database/connect.ts';
import type { Row } from '../database/sql.ts';
import type { CallRef } from '../platform/call-ref.ts';
import { codeOf } from '../platform/error-code.ts';
import type { Logger } from '../platform/log.ts';
import type { Stores } from './library.ts';
import { noteRecordings } from './note-recordings.ts';
import { findSettled } from './queries.ts';
import { type FiledCall, type FoundFile, ifMissing } from './recording-files.ts';

// Cleans up after failures, an hour later, on any node that finds leftovers: conversations and messages whose recording never
// reached their call get it, and unneeded files are removed. Files of calls that this database does not know are left alone,
// because the folder may belong to another database. Several nodes may sweep at once: every step can be repeated.

/** The folder in which an engine leaves recordings; see `engine/orphaned-recordings.ts`. */
export type EngineFolder = {
  list(): Promise<{ call: CallRef; writtenAt: number }[]>;
  finishTalk(call: CallRef, milliseconds: number): Promise<OrphanedRecording | undefined>;
  finishMessage(call: CallRef): Promise<OrphanedRecording | undefined>;
  remove(call: CallRef): Promise<void>;
};

type OrphanedRecording = { file: string; seconds: number };
type Sweep = Stores & {
  engineFolders: EngineFolder[];
  /** Queues the analysis of calls that just received their recording. */
  analyze: OnRecorded;
  log: Logger;
  /** Aborts the sweep early. */
  signal: AbortSignal;
};
type Settled = Row<typeof findSettled.gives>;

const settledAfterMs = 3_600_000;
const batch = 200;

export async function sweepRecordings(db: Database, sweep: Sweep, now = new Date()): Promise<void> {
  for (const folder of sweep.engineFolders) await sweepEngine(db, sweep, folder, now);
  await sweepFiles(db, sweep, now);
}

async function sweepEngine(
  db: Database,
  { files, analyze, log, signal }: Sweep,
  folder: EngineFolder,
  now: Date,
): Promise<void> {
  const orphaned = (await folder.list()).filter(({ call, writtenAt }) => isSettled(call, writtenAt, now));
  for (let i = 0; i < orphaned.length; i += batch) {
    const calls = orphaned.slice(i, i + batch).map(({ call }) => call);
    const settled = await settledOf(db, calls);
    for (const call of calls) {
      const found = settled(call);
      if (signal.aborted) return;
      if (found?.is_test !== call.isTest) continue;
      try {
        if (found.ended_at && !found.recording && !found.erased_at) await recover(call, found);
        await folder.remove(call);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') continue; // Another node was faster.
        log('recording.recovery_failed', { err: error, call_id: call.callId });
      }
    }
  }

  /** The only change of a call that has long ended. Its recording is analyzed as if it had arrived in time. */
  async function recover(call: CallRef, settled: Settled): Promise<void> {
    const finished = await finish(call, settled);
    if (!finished) return;
    const pauses = await recordedPauses(db, call, finished.seconds);
    const recording = await files.keep(call, finished.file, finished.seconds, pauses);
    await db.transaction(async (tx) => {
      const unrecorded = (await lockCalls(tx, [call])).filter((one) => !one.recording && !one.erased_at);
      const changed = changeCalls(
        tx,
        unrecorded.map((one) => ({ call: one, signals: [], recording })),
      );
      await noteRecordings(tx, changed);
      await analyze(tx, changed);
    });
    log('recording.recovered', { call_id: call.callId });
  }

  /** Only a conversation or a message is kept. */
  async function finish(
    call: CallRef,
    { status, answered_at, ended_at }: Settled,
  ): Promise<OrphanedRecording | undefined> {
    if (status === 'voicemail') return folder.finishMessage(call);
    return answered_at && ended_at ? folder.finishTalk(call, ended_at.getTime() - answered_at.getTime()) : undefined;
  }
}

/** Removes files without a row in `recordings`, and moved files whose node died before it removed them. */
async function sweepFiles(db: Database, { files, s3, signal }: Sweep, now: Date): Promise<void> {
  let batched: FoundFile[] = [];
  const sweepBatch = async () => {
    const settled = await settledOf(db, batched);
    for (const found of batched) {
      const call = settled(found);
      // A node of an older version has not written a row.
      if (call && !call.place && found.format === 'wav' && isReady(call)) {
        await noteRecordings(db, [call]);
        continue;
      }
      const isUnneeded = call && (found.format === undefined || call.place !== 'folder');
      if (isUnneeded && !call.place) await s3?.drop(found); // It may have been on its way to the store.
      if (isUnneeded) await rm(found.file, { force: true });
    }
    batched = [];
  };
  for await (const found of files.foundFiles()) {
    if (signal.aborted) return;
    // Linking or renaming changes a file's ctime and not its mtime.
    const changed = await stat(found.file).catch(ifMissing);
    if (changed && isSettled(found, changed.ctimeMs, now)) batched.push(found);
    if (batched.length === batch) await sweepBatch();
  }
  await sweepBatch();
}

const isReady = ({ recording }: Settled) => recording?.status === 'ready';

/** Looks up the calls among these that no node drives any more. */
async function settledOf(db: Database, calls: FiledCall[]) {
  const wanted = { tenant_ids: calls.map(({ tenantId }) => tenantId), call_ids: calls.map(({ callId }) => callId) };
  const rows = calls.length > 0 ? await findSettled.all(db, wanted) : [];
  const byCall = new Map(rows.map((row) => [`${row.tenant_id}/${row.call_id}`, row]));
  return ({ tenantId, callId }: FiledCall) => byCall.get(`${tenantId}/${callId}`);
}

/** A call may be older than its file, and the file of a simulated call older than its call. */
function isSettled({ callId }: FiledCall, changedAt: number, now: Date): boolean {
  const initiatedAt = Number.parseInt(callId.replaceAll('-', '').slice(0, 12), 16);
  return Math.max(initiatedAt, changedAt) < now.getTime() - settledAfterMs;
}
