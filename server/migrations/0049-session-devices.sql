-- Where a session was started, for its owner's list of sessions. Null for older sessions.
set local lock_timeout = '10s';
alter table sessions
  add column ip         text,
  add column user_agent text;
