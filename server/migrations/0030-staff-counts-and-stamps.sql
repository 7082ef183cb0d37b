-- The report of staff adds up hours and days of all projects together. `call_counts` has a row for each project, so that the
-- report read up to five times as many rows as it shows sums. Both grains, named by their first quarter.
create table staff_call_counts (
  tenant_id             bigint not null,
  is_test               boolean not null,
  grain                 text not null check (grain in ('hour', 'day')),
  staff_id              bigint not null,
  quarter               int not null,
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
  primary key (tenant_id, is_test, grain, staff_id, quarter, call_type)
) with (fillfactor = 80);

-- A change that is folded leaves `call_count_changes`, and is added here in the same transaction.
create function add_to_staff_call_counts() returns trigger language plpgsql as $$
begin
  insert into staff_call_counts as kept
  select c.tenant_id, c.is_test, g.grain, coalesce(c.staff_id, 0), c.quarter - c.quarter % g.unit, c.call_type,
    coalesce(sum(c.n) filter (where c.state = 'initiating'), 0), coalesce(sum(c.n) filter (where c.state = 'ringing'), 0),
    coalesce(sum(c.n) filter (where c.state = 'talking'), 0), coalesce(sum(c.n) filter (where c.state = 'talked'), 0),
    coalesce(sum(c.n) filter (where c.state = 'no_answer'), 0), coalesce(sum(c.n) filter (where c.state = 'busy'), 0),
    coalesce(sum(c.n) filter (where c.state = 'rejected'), 0), coalesce(sum(c.n) filter (where c.state = 'canceled'), 0),
    coalesce(sum(c.n) filter (where c.state = 'failed'), 0), coalesce(sum(c.n) filter (where c.state = 'missed_call'), 0),
    coalesce(sum(c.n) filter (where c.state = 'voicemail'), 0),
    sum(c.duration_seconds), sum(c.staff_talk_ms), sum(c.customer_talk_ms)
  from folded c, (values ('hour', 4), ('day', 96)) g (grain, unit)
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (tenant_id, is_test, grain, staff_id, quarter, call_type) do update set
    initiating = kept.initiating + excluded.initiating, ringing = kept.ringing + excluded.ringing,
    talking = kept.talking + excluded.talking, talked = kept.talked + excluded.talked,
    no_answer = kept.no_answer + excluded.no_answer, busy = kept.busy + excluded.busy,
    rejected = kept.rejected + excluded.rejected, canceled = kept.canceled + excluded.canceled,
    failed = kept.failed + excluded.failed, missed_call = kept.missed_call + excluded.missed_call,
    voicemail = kept.voicemail + excluded.voicemail, duration_seconds = kept.duration_seconds + excluded.duration_seconds,
    staff_talk_ms = kept.staff_talk_ms + excluded.staff_talk_ms,
    customer_talk_ms = kept.customer_talk_ms + excluded.customer_talk_ms;
  return null;
end $$;

-- Under the lock of nodes that fold (`locks.callCounts`) no count changes from here to the commit. Calls are written meanwhile.
select pg_advisory_xact_lock(hashint8extended(0, 3));

insert into staff_call_counts
select tenant_id, is_test, substr(grain, 7), staff_id, quarter, call_type,
  sum(initiating), sum(ringing), sum(talking), sum(talked), sum(no_answer), sum(busy), sum(rejected), sum(canceled),
  sum(failed), sum(missed_call), sum(voicemail), sum(duration_seconds), sum(staff_talk_ms), sum(customer_talk_ms)
from call_counts where grain in ('staff_hour', 'staff_day')
group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6;
analyze staff_call_counts;

-- From here on locks keep writers out until the commit, so nothing below takes long.
set local lock_timeout = '5s';

create trigger add_to_staff_call_counts after delete on call_count_changes referencing old table as folded
  for each statement execute function add_to_staff_call_counts();

-- How often a search text occurs in a block of customers is remembered for as long as the block has the same stamp, which is
-- the sum of its rows in `customer_counts` and `customer_count_changes`. Every change of the block adds a positive number. It is
-- random, so that blocks whose last changes were lost, as in a failover to a standby that is behind, do not get an earlier stamp
-- again.
alter table customer_counts add column stamp bigint not null default 0;
alter table customer_counts alter column stamp drop default;
alter table customer_count_changes add column stamp bigint not null default 0;
alter table customer_count_changes alter column stamp set default 1 + floor(random() * 1048576)::bigint;

-- An insertion adds its own row to the counts. A deletion subtracts one; a change of the text that is searched adds a stamp.
create function stamp_customers() returns trigger language plpgsql as $$
begin
  insert into customer_count_changes (tenant_id, project_id, block, n)
  values (old.tenant_id, old.project_id, old.customer_id >> 9, case tg_op when 'DELETE' then -1 else 0 end);
  return null;
end $$;
create trigger stamp after update on customers for each row
  when (old.search_text is distinct from new.search_text) execute function stamp_customers();
create trigger stamp_deleted after delete on customers for each row execute function stamp_customers();
