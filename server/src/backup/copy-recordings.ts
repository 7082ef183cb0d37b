import { createWriteStream } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../database/connect.ts';
import { namingFullDisk } from '../platform/full-disk.ts';
import { type CallId, idOf } from '../platform/ids.ts';
import { type FiledCall, ifMissing, type RecordingFiles } from '../recordings/recording-files.ts';
import type { Place } from './place.ts';
import { findDeletedRecordings, findKeptRecordings } from './queries.ts';

type Watch<C> = (counts: C) => void;

export type BackedUp = {
  recordings: number;
  recording_bytes: number;
  recordings_unchanged: number;
  recordings_removed: number;
};

/**
 * A recording never changes once it has its name, so one that is there in its full length is not copied again. Copies of
 * recordings that were deleted here, by a person or after their time, are deleted there too; with those of calls before `firstKept`,
 * of which nothing is left here.
 */
export async function backUpRecordings(
  db: Database,
  files: RecordingFiles,
  place: Place,
  onProgress: Watch<BackedUp>,
  signal: AbortSignal,
  firstKept: CallId | undefined,
): Promise<BackedUp> {
  await place.removeRecordingDrafts();
  const there = await place.recordings();
  const counts = { recordings: 0, recording_bytes: 0, recordings_unchanged: 0, recordings_removed: 0 };
  for await (const { tenantId, callId, format, file } of files.foundFiles()) {
    signal.throwIfAborted();
    if (format !== 'wav') continue;
    const name = nameOf({ tenantId, callId });
    // Files may be deleted, or moved to the store, at any moment.
    const size = await stat(file).then(({ size }) => size, ifMissing);
    const before = there.get(name);
    there.delete(name);
    if (size === undefined) continue;
    if (size === before) {
      counts.recordings_unchanged++;
    } else if (await place.putRecording(name, file).then(() => true, ifMissing)) {
      counts.recordings++;
      counts.recording_bytes += size;
    }
    onProgress(counts);
  }
  for (const names of batchesOf([...there.keys()])) {
    for (const name of await deletedOf(db, names, firstKept)) {
      signal.throwIfAborted();
      await place.removeRecording(name);
      counts.recordings_removed++;
    }
    onProgress(counts);
  }
  return counts;
}

const batch = 1_000;

function* batchesOf(names: string[]): Generator<string[]> {
  for (let i = 0; i < names.length; i += batch) yield names.slice(i, i + batch);
}

async function deletedOf(db: Database, names: string[], firstKept: CallId | undefined): Promise<string[]> {
  const calls = names.map(callOf).filter((call) => call !== undefined);
  const old = calls.filter(({ callId }) => firstKept !== undefined && callId < firstKept);
  const deleted = await findDeletedRecordings.all(db, {
    tenant_ids: calls.map(({ tenantId }) => tenantId),
    call_ids: calls.map(({ callId }) => callId),
  });
  const gone = deleted.map(({ tenant_id, call_id }) => ({ tenantId: tenant_id, callId: call_id }));
  return [...new Set([...gone, ...old].map(nameOf))];
}

export type PutBack = {
  recordings: number;
  recording_bytes: number;
  recordings_unchanged: number;
  recordings_missing: number;
};

/** Copies what the restored database expects in the folder, and is not there. */
export async function restoreRecordings(
  db: Database,
  files: RecordingFiles,
  place: Place,
  onProgress: Watch<PutBack>,
  signal: AbortSignal,
): Promise<PutBack> {
  const there = await place.recordings();
  const counts = { recordings: 0, recording_bytes: 0, recordings_unchanged: 0, recordings_missing: 0 };
  for await (const call of expected(db)) {
    signal.throwIfAborted();
    const size = there.get(nameOf(call));
    if (await files.has(call, 'wav')) {
      counts.recordings_unchanged++;
    } else if (size === undefined) {
      counts.recordings_missing++;
    } else {
      await putBack(files, place, call, signal);
      counts.recordings++;
      counts.recording_bytes += size;
    }
    onProgress(counts);
  }
  return counts;
}

async function putBack(files: RecordingFiles, place: Place, call: FiledCall, signal: AbortSignal): Promise<void> {
  const draft = await files.draftFor(call);
  await pipeline(await place.openRecording(nameOf(call)), createWriteStream(draft), { signal }).catch((error) => {
    signal.throwIfAborted(); // With its own reason.
    throw namingFullDisk(error, draft);
  });
  await chmod(draft, 0o600);
  await files.settle(call, 'wav', draft);
}

const firstCallId = '00000000-0000-0000-0000-000000000000';

async function* expected(db: Database): AsyncGenerator<FiledCall> {
  let last = { tenant_id: idOf('tenant', 0), is_test: false, call_id: idOf('call', firstCallId) };
  for (;;) {
    const rows = await findKeptRecordings.all(db, { ...last, limit: batch });
    for (const row of rows) yield { tenantId: row.tenant_id, callId: row.call_id };
    const end = rows.at(-1);
    if (!end) return;
    last = end;
  }
}

const nameOf = ({ tenantId, callId }: FiledCall) => `${tenantId}/${callId}.wav`;

function callOf(name: string): FiledCall | undefined {
  const [, tenant, call] = /^(\d+)\/([\da-f-]{36})\.wav$/.exec(name) ?? [];
  return tenant && call ? { tenantId: idOf('tenant', Number(tenant)), callId: idOf('call', call) } : undefined;
}
