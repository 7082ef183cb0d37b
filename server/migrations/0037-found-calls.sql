-- Finding calls by their number, tags and outcome.
set local lock_timeout = '10s';

create index calls_e164 on calls (tenant_id, is_test, e164, call_id) where e164 is not null;

-- Each tag and each outcome of a call, to find the calls of a label in the order of their ids.
create table call_labels (
  tenant_id bigint not null,
  is_test   boolean not null,
  kind      text not null check (kind in ('tag', 'outcome')),
  value     text not null,
  call_id   uuid not null,
  primary key (tenant_id, is_test, kind, value, call_id)
);

-- How many calls have a label, counted like all calls: see call_count_changes and call_counts. A call with two tags is counted
-- under both.
create table call_label_changes (
  tenant_id             bigint not null,
  is_test               boolean not null,
  kind                  text not null,
  value                 text not null,
  quarter               int not null,
  project_id            bigint not null,
  call_type             text not null,
  state                 text not null,
  n                     int not null,
  duration_seconds      bigint not null
);
create index call_label_changes_quarter on call_label_changes (tenant_id, is_test, quarter);

create table call_label_counts (
  tenant_id             bigint not null,
  is_test               boolean not null,
  grain                 text not null check (grain in ('quarter', 'day')),
  kind                  text not null,
  value                 text not null,
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
  primary key (tenant_id, is_test, grain, kind, value, quarter, project_id, call_type)
) with (fillfactor = 80);
-- For the report, which shows all labels of a period.
create index call_label_counts_quarter on call_label_counts (tenant_id, is_test, grain, quarter);

-- The changes in the shape of the sums.
create view unfolded_call_label_counts as
select tenant_id, is_test, kind, value, quarter, project_id, call_type,
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
  duration_seconds
from call_label_changes;

create function labels_of(tags text[], outcome text) returns table (kind text, value text)
language sql immutable parallel safe as $$
  select 'tag', tag from unnest(tags) as t (tag) union all select 'outcome', outcome where outcome is not null
$$;

-- Labels and their counts follow the call, whichever statement changes it: a PUT, a signal, or the erasure of a person.
create function label_call() returns trigger language plpgsql as $$
declare
  was constant text := case when old.status <> 'connected' then old.status when old.ended_at is null then 'talking' else 'talked' end;
  is_now constant text := case when new.status <> 'connected' then new.status when new.ended_at is null then 'talking' else 'talked' end;
begin
  insert into call_label_changes (tenant_id, is_test, kind, value, quarter, project_id, call_type, state, n, duration_seconds)
  select new.tenant_id, new.is_test, kind, value, floor(extract(epoch from new.initiated_at) / 900)::int, new.project_id,
    new.call_type, state, sum(n), sum(n * duration)
  from (
    select kind, value, was as state, -1 as n, coalesce(old.duration_seconds, 0) as duration
    from labels_of(old.tags, old.outcome)
    union all
    select kind, value, is_now, 1, coalesce(new.duration_seconds, 0) from labels_of(new.tags, new.outcome)) changes
  group by kind, value, state having sum(n) <> 0 or sum(n * duration) <> 0;

  if (old.tags, old.outcome) is distinct from (new.tags, new.outcome) then
    delete from call_labels l using (
      select * from labels_of(old.tags, old.outcome) except select * from labels_of(new.tags, new.outcome)) removed
    where l.tenant_id = new.tenant_id and l.is_test = new.is_test and l.kind = removed.kind and l.value = removed.value
      and l.call_id = new.call_id;
    insert into call_labels (tenant_id, is_test, kind, value, call_id)
    select new.tenant_id, new.is_test, kind, value, new.call_id from (
      select * from labels_of(new.tags, new.outcome) except select * from labels_of(old.tags, old.outcome)) added;
  end if;
  return null;
end $$;
create trigger label after update on calls for each row
  when ((old.tags is not null or old.outcome is not null or new.tags is not null or new.outcome is not null)
    and (old.tags, old.outcome, old.status, old.ended_at, old.duration_seconds)
      is distinct from (new.tags, new.outcome, new.status, new.ended_at, new.duration_seconds))
  execute function label_call();
