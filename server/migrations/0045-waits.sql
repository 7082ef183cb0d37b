-- How long callers wait, for reports. Each inbound call leaves a row when its wait is over, and folding adds the rows up: see
-- call_count_changes and call_counts. A wait begins when the call arrives and never changes once it is over.
set local lock_timeout = '10s';

create table call_wait_changes (
  tenant_id             bigint not null,
  is_test               boolean not null,
  quarter               int not null,
  project_id            bigint not null,
  -- abandoned: the caller hung up; unanswered: nobody took the call in time. How long a caller with a message waited for an
  -- answer is not known, and counts as 0.
  ended                 text not null check (ended in ('answered', 'abandoned', 'unanswered', 'voicemail')),
  wait_ms               int not null
);
create index call_wait_changes_quarter on call_wait_changes (tenant_id, is_test, quarter);

create table call_wait_counts (
  tenant_id             bigint not null,
  is_test               boolean not null,
  grain                 text not null check (grain in ('quarter', 'hour')),
  quarter               int not null,
  project_id            bigint not null,
  answered              int not null,
  abandoned             int not null,
  unanswered            int not null,
  voicemail             int not null,
  -- Answered within that many seconds.
  within_10            int not null,
  within_15            int not null,
  within_20            int not null,
  within_30            int not null,
  within_45            int not null,
  within_60            int not null,
  within_90            int not null,
  within_120           int not null,
  answered_ms           bigint not null,
  abandoned_ms          bigint not null,
  longest_ms            int not null,
  primary key (tenant_id, is_test, grain, quarter, project_id)
) with (fillfactor = 80);

-- The changes in the shape of the sums.
create view unfolded_call_waits as
select tenant_id, is_test, quarter, project_id,
  case ended when 'answered' then 1 else 0 end as answered,
  case ended when 'abandoned' then 1 else 0 end as abandoned,
  case ended when 'unanswered' then 1 else 0 end as unanswered,
  case ended when 'voicemail' then 1 else 0 end as voicemail,
  case when ended = 'answered' and wait_ms <= 10000 then 1 else 0 end as within_10,
  case when ended = 'answered' and wait_ms <= 15000 then 1 else 0 end as within_15,
  case when ended = 'answered' and wait_ms <= 20000 then 1 else 0 end as within_20,
  case when ended = 'answered' and wait_ms <= 30000 then 1 else 0 end as within_30,
  case when ended = 'answered' and wait_ms <= 45000 then 1 else 0 end as within_45,
  case when ended = 'answered' and wait_ms <= 60000 then 1 else 0 end as within_60,
  case when ended = 'answered' and wait_ms <= 90000 then 1 else 0 end as within_90,
  case when ended = 'answered' and wait_ms <= 120000 then 1 else 0 end as within_120,
  case ended when 'answered' then wait_ms else 0 end as answered_ms,
  case ended when 'abandoned' then wait_ms else 0 end as abandoned_ms,
  wait_ms as longest_ms
from call_wait_changes;

-- How the wait of an inbound call ended, and its length; nothing while it goes on.
create function wait_of(status text, end_reason text, initiated_at timestamptz, answered_at timestamptz, ended_at timestamptz)
returns table (ended text, wait_ms int) language sql immutable parallel safe as $$
  select ended, case ended when 'voicemail' then 0 else
      -- At most what an int4 holds, 24 days: a call may have been open while the machine was off.
      least(2147483647, greatest(0, round(extract(epoch from coalesce(answered_at, ended_at) - initiated_at) * 1000)))::int end
  from (select case when answered_at is not null then 'answered' when status = 'voicemail' then 'voicemail'
    when end_reason = 'caller_gave_up' then 'abandoned' else 'unanswered' end as ended) how
  where answered_at is not null or ended_at is not null
$$;

-- Whichever statement changes the call, and whichever release the node has that sends it.
create function note_wait() returns trigger language plpgsql as $$
begin
  insert into call_wait_changes (tenant_id, is_test, quarter, project_id, ended, wait_ms)
  select new.tenant_id, new.is_test, floor(extract(epoch from new.initiated_at) / 900)::int, new.project_id, ended, wait_ms
  from wait_of(new.status, new.end_reason, new.initiated_at, new.answered_at, new.ended_at);
  return null;
end $$;
create trigger note_wait after update on calls for each row
  when (new.call_type = 'inbound' and old.answered_at is null and old.ended_at is null
    and (new.answered_at is not null or new.ended_at is not null))
  execute function note_wait();
