-- Whether the engine records the call, as its project had it at the beginning. Null for calls of an older version.
set local lock_timeout = '10s';
alter table open_calls add column is_recorded boolean;

-- When the recording of a call was paused, resumed, paused again and so on: paused after an odd number of times. A table of its
-- own, because few calls have pauses. `due` is the number of times that the engine has yet to be told of.
create table recording_pauses (
  tenant_id bigint not null,
  is_test boolean not null,
  call_id uuid not null,
  times timestamptz(3)[] not null,
  due int,
  primary key (tenant_id, is_test, call_id)
);
