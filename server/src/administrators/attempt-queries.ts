import { statement } from '../database/sql.ts';

const acrossTenants = 'Who tries to log in is not known to belong to any tenant.';

/** What is older no longer counts. */
const window = `interval '15 minutes'`;

export const insertAttempt = statement({
  name: 'insert_log_in_attempt',
  takes: { email_hash: 'bytea', network: 'text' },
  gives: { attempt_id: 'int8' },
  acrossTenants,
  sql: 'insert into log_in_attempts (email_hash, network) values (:email_hash, :network) returning attempt_id',
});

const standing = `
  select count(*) as attempts,
    ceil(extract(epoch from min(at) + ${window} - clock_timestamp()))::int4 as seconds_to_wait
  from log_in_attempts`;
const gives = { attempts: 'int8', seconds_to_wait: 'int4?' } as const;

export const countAttemptsOfEmail = statement({
  name: 'count_log_in_attempts_of_email',
  takes: { email_hash: 'bytea' },
  gives,
  acrossTenants,
  sql: `${standing} where email_hash = :email_hash and at > clock_timestamp() - ${window}`,
});

export const countAttemptsOfNetwork = statement({
  name: 'count_log_in_attempts_of_network',
  takes: { network: 'text' },
  gives,
  acrossTenants,
  sql: `${standing} where network = :network and at > clock_timestamp() - ${window}`,
});

export const deleteAttempt = statement({
  name: 'delete_log_in_attempt',
  takes: { attempt_id: 'int8' },
  acrossTenants,
  sql: 'delete from log_in_attempts where attempt_id = :attempt_id',
});

export const deleteAttemptsOfEmail = statement({
  name: 'delete_log_in_attempts_of_email',
  takes: { email_hash: 'bytea' },
  acrossTenants,
  sql: 'delete from log_in_attempts where email_hash = :email_hash',
});

export const deleteOldAttempts = statement({
  name: 'delete_old_log_in_attempts',
  takes: {},
  acrossTenants,
  sql: `delete from log_in_attempts where at < clock_timestamp() - ${window}`,
});
