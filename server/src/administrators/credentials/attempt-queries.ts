import { statement } from '../../database/sql.ts';

const acrossTenants = 'The tenant is not known before the log-in.';

/** Older attempts no longer count. */
const window = `interval '15 minutes'`;
const isRecent = `at > clock_timestamp() - ${window}`;

/** The subject is an email address at a network, or, without a network, an administrator who is signed in. */
export const insertAttempt = statement({
  name: 'insert_log_in_attempt',
  takes: { subject_hash: 'bytea', network: 'text?' },
  gives: { attempt_id: 'int8' },
  acrossTenants,
  sql: 'insert into log_in_attempts (subject_hash, network) values (:subject_hash, :network) returning attempt_id',
});

const countRecent = `
  select count(*) as attempts,
    ceil(extract(epoch from min(at) + ${window} - clock_timestamp()))::int4 as seconds_to_wait
  from log_in_attempts where ${isRecent}`;
const gives = { attempts: 'int8', seconds_to_wait: 'int4?' } as const;

export const countAttemptsAtPlace = statement({
  name: 'count_log_in_attempts_at_place',
  takes: { subject_hash: 'bytea', network: 'text' },
  gives,
  acrossTenants,
  sql: `${countRecent} and subject_hash = :subject_hash and network = :network and not has_succeeded`,
});

export const countAttemptsAnywhere = statement({
  name: 'count_log_in_attempts_anywhere',
  takes: { subject_hash: 'bytea' },
  gives,
  acrossTenants,
  sql: `${countRecent} and subject_hash = :subject_hash and network is not null and not has_succeeded`,
});

export const countAttemptsOfPlace = statement({
  name: 'count_log_in_attempts_of_place',
  takes: { network: 'text' },
  gives,
  acrossTenants,
  sql: `${countRecent} and network = :network and not has_succeeded`,
});

/** Includes attempts that succeeded. */
export const countLogInsOfPlace = statement({
  name: 'count_log_ins_of_place',
  takes: { network: 'text' },
  gives,
  acrossTenants,
  sql: `${countRecent} and network = :network`,
});

export const noteSuccess = statement({
  name: 'note_log_in_success',
  takes: { attempt_id: 'int8' },
  acrossTenants,
  sql: 'update log_in_attempts set has_succeeded = true where attempt_id = :attempt_id',
});

export const countProofs = statement({
  name: 'count_proofs',
  takes: { subject_hash: 'bytea' },
  gives,
  acrossTenants,
  sql: `${countRecent} and subject_hash = :subject_hash and network is null`,
});

/** Changes nothing, and takes as long as a write. */
export const touchAttempt = statement({
  name: 'touch_log_in_attempt',
  takes: { attempt_id: 'int8' },
  acrossTenants,
  sql: 'update log_in_attempts set at = at where attempt_id = :attempt_id',
});

export const deleteAttempt = statement({
  name: 'delete_log_in_attempt',
  takes: { attempt_id: 'int8' },
  acrossTenants,
  sql: 'delete from log_in_attempts where attempt_id = :attempt_id',
});

export const deleteAttemptsAtPlace = statement({
  name: 'delete_log_in_attempts_at_place',
  takes: { subject_hash: 'bytea', network: 'text' },
  acrossTenants,
  sql: 'delete from log_in_attempts where subject_hash = :subject_hash and network = :network and not has_succeeded',
});

export const deleteAttemptsAnywhere = statement({
  name: 'delete_log_in_attempts_anywhere',
  takes: { subject_hash: 'bytea' },
  acrossTenants,
  sql: 'delete from log_in_attempts where subject_hash = :subject_hash and network is not null',
});

export const deleteProofs = statement({
  name: 'delete_proofs',
  takes: { subject_hash: 'bytea' },
  acrossTenants,
  sql: 'delete from log_in_attempts where subject_hash = :subject_hash and network is null',
});

export const deleteOldAttempts = statement({
  name: 'delete_old_log_in_attempts',
  takes: {},
  acrossTenants,
  sql: `delete from log_in_attempts where at < clock_timestamp() - ${window}`,
});
