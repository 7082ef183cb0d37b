import { isInProjects } from '../database/in-projects.ts';
import { as, statement } from '../database/sql.ts';
import type { Recording } from './recording.ts';

const key = { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' } as const;
const isCall = 'tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id';

export const insertRecordings = statement({
  name: 'insert_recordings',
  takes: { tenant_ids: 'int8[]', tests: 'bool[]', call_ids: 'uuid[]', sizes: 'int8[]' },
  sql: `
    insert into recordings (tenant_id, is_test, call_id, wav_bytes)
    select * from unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[], :sizes::int8[])
    on conflict do nothing`,
});

/** A call and the file of its recording, if there is one. */
export const findRecording = statement({
  name: 'find_recording',
  takes: { ...key, project_ids: 'int8[]?' },
  gives: {
    ...key,
    ended_at: 'timestamptz?',
    recording: as<Recording>('json?'),
    place: 'text?',
    wav_bytes: 'int8?',
    mp3_bytes: 'int8?',
  },
  sql: `
    select c.tenant_id, c.is_test, c.call_id, c.ended_at, c.recording, r.place, r.wav_bytes, r.mp3_bytes
    from calls c
    left join recordings r on r.tenant_id = c.tenant_id and r.is_test = c.is_test and r.call_id = c.call_id
      and r.deleted_at is null
    where c.tenant_id = :tenant_id and c.is_test = :is_test and c.call_id = :call_id
      and ${isInProjects('c.project_id')}`,
});

/** Changes nothing if the recording has been moved or deleted meanwhile. */
export const setMp3Bytes = statement({
  name: 'set_mp3_bytes',
  takes: { ...key, place: 'text', mp3_bytes: 'int8' },
  sql: `
    update recordings set mp3_bytes = :mp3_bytes
    where ${isCall} and place = :place and deleted_at is null`,
});

// Moving to the store.

/** The name of a file in the folder shows neither whether its call is a test nor whether it has been moved. */
export const claimMove = statement({
  name: 'claim_move_of_recording',
  takes: { tenant_id: 'int8', call_id: 'uuid' },
  gives: { is_test: 'bool' },
  sql: `
    update recordings set moving_until = now() + interval '10 minutes'
    where tenant_id = :tenant_id and is_test in (true, false) and call_id = :call_id and place = 'folder'
      and deleted_at is null and (moving_until is null or moving_until < now())
    returning is_test`,
});

export const releaseMove = statement({
  name: 'release_move_of_recording',
  takes: key,
  sql: `update recordings set moving_until = null where ${isCall}`,
});

/** The MP3 is not moved: the next request for it makes it again. */
export const finishMove = statement({
  name: 'finish_move_of_recording',
  takes: key,
  sql: `
    update recordings set place = 's3', mp3_bytes = null, moving_until = null
    where ${isCall} and place = 'folder' and deleted_at is null`,
});

// Deleting.

/** The oldest recordings of each tenant that match the condition, by the primary key. */
const ofEach = (condition: string) => `
    cross join (values (true), (false)) as mode (is_test)
    cross join lateral (
      select ctid, r.* from recordings r
      where r.tenant_id = t.tenant_id and r.is_test = mode.is_test and r.deleted_at is null and ${condition}
      order by r.call_id limit :most) r`;

/** The earlier of the operator's wish (0 is forever) and the tenant's; null is forever. */
const daysKept = 'least(nullif(coalesce(t.recording_days, :days), 0), t.chosen_recording_days)';

/** Recordings whose retention time, set by their tenant or by default, is over; the oldest first. */
export const listExpired = statement({
  name: 'list_expired_recordings',
  takes: { days: 'int4', most: 'int8', now: 'timestamptz?' },
  gives: key,
  acrossTenants: 'Recordings of all tenants expire.',
  sql: `
    select r.tenant_id, r.is_test, r.call_id
    from tenants t
    ${ofEach(`r.call_id < uuid_at(greatest(to_timestamp(0),
      coalesce(:now, now()) - make_interval(days => ${daysKept})))`)}
    where ${daysKept} is not null
    limit :most`,
});

export const markRecordingDeleted = statement({
  name: 'mark_recording_deleted',
  takes: key,
  sql: `update recordings set deleted_at = now() where ${isCall} and deleted_at is null`,
});

const calls = { tenant_ids: 'int8[]', tests: 'bool[]', call_ids: 'uuid[]' } as const;
const ofCalls = `unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[]) as w (tenant_id, is_test, call_id)
    where r.tenant_id = w.tenant_id and r.is_test = w.is_test and r.call_id = w.call_id`;

export const markDeletedOf = statement({
  name: 'mark_recordings_of_calls_deleted',
  takes: calls,
  sql: `update recordings r set deleted_at = now() from ${ofCalls} and r.deleted_at is null`,
});

/** Recordings of these calls that are deleted, and whose files no node has removed yet. */
export const listDeletedOf = statement({
  name: 'list_deleted_recordings_of_calls',
  takes: calls,
  gives: { ...key, place: 'text' },
  sql: `
    select r.tenant_id, r.is_test, r.call_id, r.place
    from recordings r, ${ofCalls} and r.deleted_at is not null and r.removed_at is null`,
});

export const markDeletedBefore = statement({
  name: 'mark_recordings_deleted_before',
  takes: { call_id: 'uuid', most: 'int8' },
  acrossTenants: 'The calls of all tenants are kept for the same time.',
  sql: `
    update recordings set deleted_at = now() where ctid = any(array(
      select r.ctid from tenants t ${ofEach('r.call_id < :call_id')} limit :most))`,
});

const after = { after_tenant_id: 'int8', after_is_test: 'bool', after_call_id: 'uuid' } as const;

/** Recordings whose files must be removed, for the first or the second time. */
export const listRemovable = statement({
  name: 'list_removable_recordings',
  takes: { places: 'text[]', most: 'int8', now: 'timestamptz?', ...after },
  gives: { ...key, removed_at: 'timestamptz?' },
  acrossTenants: 'Files of all tenants are removed.',
  sql: `
    select tenant_id, is_test, call_id, removed_at from recordings
    where deleted_at is not null and place = any(:places) and (removed_at is null or removed_at < coalesce(:now, now()) - interval '1 hour')
      and (tenant_id, is_test, call_id) > (:after_tenant_id, :after_is_test, :after_call_id)
    order by tenant_id, is_test, call_id limit :most`,
});

export const markRemoved = statement({
  name: 'mark_recording_removed',
  takes: { ...key, places: 'text[]' },
  sql: `
    update recordings set removed_at = now()
    where ${isCall} and deleted_at is not null and place = any(:places)`,
});

export const forgetRecording = statement({
  name: 'forget_recording',
  takes: key,
  sql: `delete from recordings where ${isCall} and deleted_at is not null`,
});

// Sweeping.

const wanted = { tenant_ids: 'int8[]', call_ids: 'uuid[]' } as const;
const wantedRows = `unnest(:tenant_ids::int8[], :call_ids::uuid[]) as w (tenant_id, call_id)
    cross join (values (true), (false)) as mode (is_test)`;

/** The calls that no node drives any more, in one snapshot: at its end a call leaves `open_calls` and gets its row here. */
export const findSettled = statement({
  name: 'find_settled_recordings',
  takes: wanted,
  gives: {
    ...key,
    status: 'text',
    answered_at: 'timestamptz?',
    ended_at: 'timestamptz?',
    recording: as<Recording>('json?'),
    erased_at: 'timestamptz?',
    place: 'text?',
  },
  sql: `
    select c.tenant_id, c.is_test, c.call_id, c.status, c.answered_at, c.ended_at, c.recording, c.erased_at, r.place
    from ${wantedRows}
    cross join lateral (
      select * from calls c
      where c.tenant_id = w.tenant_id and c.is_test = mode.is_test and c.call_id = w.call_id limit 1) c
    left join lateral (
      select * from recordings r
      where r.tenant_id = w.tenant_id and r.is_test = mode.is_test and r.call_id = w.call_id and r.deleted_at is null
      limit 1) r on true
    where not exists (
      select from open_calls o
      where o.tenant_id = w.tenant_id and o.is_test = mode.is_test and o.call_id = w.call_id)`,
});
