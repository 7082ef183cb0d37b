-- The waits of the calls before the trigger that notes them. What it has noted since then is counted here too, and so deleted:
-- one statement sees either a call and its row or neither. No node folds these rows before the migration is done.
with noted as (
  delete from call_wait_changes
), waits as (
  select tenant_id, is_test, floor(extract(epoch from initiated_at) / 900)::int as quarter, project_id, ended, wait_ms
  from calls, wait_of(status, end_reason, initiated_at, answered_at, ended_at)
  where call_type = 'inbound'
), quarters as (
  select tenant_id, is_test, quarter, project_id,
    count(*) filter (where ended = 'answered') as answered, count(*) filter (where ended = 'abandoned') as abandoned,
    count(*) filter (where ended = 'unanswered') as unanswered, count(*) filter (where ended = 'voicemail') as voicemail,
    count(*) filter (where ended = 'answered' and wait_ms <= 10000) as within_10,
    count(*) filter (where ended = 'answered' and wait_ms <= 15000) as within_15,
    count(*) filter (where ended = 'answered' and wait_ms <= 20000) as within_20,
    count(*) filter (where ended = 'answered' and wait_ms <= 30000) as within_30,
    count(*) filter (where ended = 'answered' and wait_ms <= 45000) as within_45,
    count(*) filter (where ended = 'answered' and wait_ms <= 60000) as within_60,
    count(*) filter (where ended = 'answered' and wait_ms <= 90000) as within_90,
    count(*) filter (where ended = 'answered' and wait_ms <= 120000) as within_120,
    coalesce(sum(wait_ms) filter (where ended = 'answered'), 0) as answered_ms,
    coalesce(sum(wait_ms) filter (where ended = 'abandoned'), 0) as abandoned_ms, max(wait_ms) as longest_ms
  from waits group by 1, 2, 3, 4
)
insert into call_wait_counts (tenant_id, is_test, grain, quarter, project_id, answered, abandoned, unanswered, voicemail,
  within_10, within_15, within_20, within_30, within_45, within_60, within_90, within_120, answered_ms, abandoned_ms, longest_ms)
select tenant_id, is_test, grain, quarter - quarter % unit, project_id,
  sum(answered), sum(abandoned), sum(unanswered), sum(voicemail), sum(within_10), sum(within_15), sum(within_20), sum(within_30), sum(within_45), sum(within_60), sum(within_90), sum(within_120), sum(answered_ms), sum(abandoned_ms), max(longest_ms)
from quarters, (values ('quarter', 1), ('hour', 4)) grains (grain, unit)
group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;
analyze call_wait_counts;
