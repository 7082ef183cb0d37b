-- Calls. Their ids are UUIDv7 and made here, by the one clock that all nodes share: the order of the ids is the order of
-- initiation, and a quarter of an hour, a day or a month is a range of ids.

-- The first id of a moment, or with a random tail an id of its own. Behind the 48 bits of milliseconds and the version
-- stands the fraction of the millisecond, so that two moments a microsecond apart keep their order.
create function call_id_at(moment timestamptz, tail text default '-0000-000000000000') returns uuid
language plpgsql immutable parallel safe strict as $$
declare
  microseconds constant bigint := (extract(epoch from moment) * 1000000)::bigint;
  milliseconds constant text := lpad(to_hex(microseconds / 1000), 12, '0');
  fraction     constant text := lpad(to_hex(microseconds % 1000 * 4096 / 1000), 3, '0');
begin
  return (left(milliseconds, 8) || '-' || right(milliseconds, 4) || '-7' || fraction || tail)::uuid;
end $$;

create table calls (
  tenant_id             bigint not null,
  is_test               boolean not null,
  call_id               uuid not null,
  call_type             text not null check (call_type in ('outbound', 'inbound')),
  status                text not null check (status in ('initiating', 'ringing', 'connected', 'no_answer', 'busy',
                                                        'rejected', 'canceled', 'failed', 'missed_call', 'voicemail')),
  -- As it was sent, and as E.164 where it can be read as that.
  phone_number          text not null,
  e164                  text,
  staff_id              bigint,
  project_id            bigint not null,
  customer_id           bigint,
  external_id           text,
  metadata              json,
  initiated_at          timestamptz(3) not null,
  dialled_at            timestamptz(3),
  ringing_at            timestamptz(3),
  answered_at           timestamptz(3),
  ended_at              timestamptz(3),
  duration_seconds      int,
  end_reason            text,
  hangup_by             text check (hangup_by in ('staff', 'customer', 'system')),
  sip_code              int,
  q850_cause            int,
  staff_leg_status      text,
  customer_leg_status   text,
  -- How many events the call has had.
  sequence              int not null,
  recording             json,
  -- What the voice analysis heard; talk_ratio is their quotient.
  staff_talk_ms         int,
  customer_talk_ms      int,
  -- A test key sees test calls only and a live key live ones, so the mode is part of every look-up.
  primary key (tenant_id, is_test, call_id)
) partition by range (call_id);
create index calls_staff on calls (tenant_id, is_test, staff_id, call_id);
create index calls_customer on calls (tenant_id, is_test, customer_id, call_id) where customer_id is not null;

-- A month of calls. Attaching a finished table, unlike creating a partition, keeps nobody waiting.
create function make_call_partition(month date) returns void language plpgsql as $$
declare
  name constant text := 'calls_' || to_char(month, 'YYYY_MM');
  first constant timestamp := date_trunc('month', month::timestamp);
begin
  if to_regclass(name) is not null then return; end if;
  -- Calls are changed a few times while they last: room on the page keeps their index entries where they are.
  execute format('create table %I (like calls including all) with (fillfactor = 80)', name);
  execute format('alter table calls attach partition %I for values from (%L) to (%L)', name,
    call_id_at(first at time zone 'UTC'), call_id_at((first + interval '1 month') at time zone 'UTC'));
end $$;
select make_call_partition((date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date)
from generate_series(-1, 3) as ahead;

-- A partition cannot see the others, so what is unique over all calls of a tenant stands here.
create table call_external_ids (
  tenant_id   bigint not null,
  external_id text not null,
  is_test     boolean not null,
  call_id     uuid not null,
  primary key (tenant_id, external_id)
);

-- The telephone system's own name for a call that came in, so that news told twice makes one call.
create table call_arrivals (
  tenant_id bigint not null,
  ref       text not null,
  call_id   uuid not null,
  primary key (tenant_id, ref)
);

-- A process that drives calls. Its lease is renewed as long as it lives.
create table nodes (
  node_id     uuid primary key,
  alive_until timestamptz not null
);

-- Calls that somebody has to drive: `accepted` until the engine is about to be told, `dialling` until it says that the
-- call is over, `hanging_up` when the call has ended for us and the engine must still let go of it.
create table open_calls (
  tenant_id bigint not null,
  is_test   boolean not null,
  call_id   uuid not null,
  staff_id  bigint,
  node_id   uuid not null,
  stage     text not null check (stage in ('accepted', 'dialling', 'hanging_up')),
  primary key (tenant_id, is_test, call_id)
);
create index open_calls_node on open_calls (node_id);
-- A staff member has one telephone. Test calls ring nowhere, so any number of them may go on at once.
create unique index open_calls_staff on open_calls (tenant_id, staff_id) where not is_test;

-- How many calls there are of each kind, by the quarter of an hour in which they were initiated (its number since 1970:
-- every time zone's days begin with a quarter). A change of a call leaves -1 where it was and +1 where it is; the number
-- is always the sum of all rows, and folding only makes the rows fewer.
create table call_count_changes (
  tenant_id             bigint not null,
  is_test               boolean not null,
  quarter               int not null,
  staff_id              bigint,
  project_id            bigint not null,
  call_type             text not null,
  -- The status, save that a connected call is `talking` until it has ended and `talked` afterwards.
  state                 text not null,
  n                     int not null,
  duration_seconds      bigint not null default 0,
  staff_talk_ms         bigint not null default 0,
  customer_talk_ms      bigint not null default 0
);
create index call_count_changes_quarter on call_count_changes (tenant_id, is_test, quarter);

-- The folded sums, in six grains: by quarter, by hour, of which the days of most time zones are made, and by day (UTC), each
-- named by its first quarter; and the same by staff member. staff_id is 0 where a grain does not tell staff apart, or where a
-- call has none.
create table call_counts (
  tenant_id             bigint not null,
  is_test               boolean not null,
  grain                 text not null check (grain in ('quarter', 'hour', 'day',
                                                       'staff_quarter', 'staff_hour', 'staff_day')),
  staff_id              bigint not null,
  quarter               int not null,
  project_id            bigint not null,
  call_type             text not null,
  initiating            int not null,
  ringing               int not null,
  talking               int not null,
  talked                int not null,
  no_answer             int not null,
  busy                  int not null,
  rejected              int not null,
  canceled              int not null,
  failed                int not null,
  missed_call           int not null,
  voicemail             int not null,
  duration_seconds      bigint not null,
  staff_talk_ms         bigint not null,
  customer_talk_ms      bigint not null,
  primary key (tenant_id, is_test, grain, staff_id, quarter, project_id, call_type)
) with (fillfactor = 80);

-- The changes in the shape of the sums.
create view unfolded_call_counts as
select tenant_id, is_test, quarter, staff_id, project_id, call_type,
  case state when 'initiating' then n else 0 end as initiating,
  case state when 'ringing' then n else 0 end as ringing,
  case state when 'talking' then n else 0 end as talking,
  case state when 'talked' then n else 0 end as talked,
  case state when 'no_answer' then n else 0 end as no_answer,
  case state when 'busy' then n else 0 end as busy,
  case state when 'rejected' then n else 0 end as rejected,
  case state when 'canceled' then n else 0 end as canceled,
  case state when 'failed' then n else 0 end as failed,
  case state when 'missed_call' then n else 0 end as missed_call,
  case state when 'voicemail' then n else 0 end as voicemail,
  duration_seconds, staff_talk_ms, customer_talk_ms
from call_count_changes;
