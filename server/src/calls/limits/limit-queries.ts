import { lock, locks } from '../../database/locks.ts';
import { statement } from '../../database/sql.ts';
import { countedStates } from '../state/call-state.ts';

/**
 * The limits of a tenant. If the number of calls is limited, this takes a lock on the tenant's live calls until the
 * commit, so that the next statement sees every call accepted before.
 */
export const lockLimits = statement({
  name: 'lock_live_call_limits',
  takes: { tenant_id: 'int8' },
  gives: {
    allowed_countries: 'text[]?',
    most_live_calls: 'int4?',
    most_daily_live_calls: 'int4?',
    timezone: 'text',
    now: 'timestamptz',
  },
  sql: `
    with alone as materialized (
      select t.*, case when most_live_calls is not null or most_daily_live_calls is not null
        then ${lock(locks.liveCalls(':tenant_id'))} end
      from tenants t where tenant_id = :tenant_id
    )
    select allowed_countries, most_live_calls, most_daily_live_calls, timezone, clock_timestamp() as now from alone`,
});

export const findAllowedCountries = statement({
  name: 'find_allowed_countries',
  takes: { tenant_id: 'int8' },
  gives: { allowed_countries: 'text[]?' },
  sql: 'select allowed_countries from tenants where tenant_id = :tenant_id',
});

/**
 * The number of live calls of a tenant that are going on, and that were started since the given quarter of an hour (see
 * `call_counts`). Inbound calls do not count: they cost the tenant nothing, and strangers could exhaust the limit with them.
 */
export const countLiveCalls = statement({
  name: 'count_live_calls',
  takes: { tenant_id: 'int8', first_quarter: 'int4' },
  gives: { going_on: 'int8', started: 'int8' },
  sql: `
    select (
        select count(*) from open_calls o
        cross join lateral (
          select call_type from calls c
          where (c.tenant_id, c.is_test, c.call_id) = (o.tenant_id, o.is_test, o.call_id) limit 1) c
        where o.tenant_id = :tenant_id and not o.is_test and c.call_type = 'outbound') as going_on,
      coalesce(sum(n), 0)::int8 as started
    from (
      select ${countedStates.join(' + ')} as n from call_counts
      where tenant_id = :tenant_id and not is_test and grain = 'quarter' and staff_id = 0 and quarter >= :first_quarter
        and call_type = 'outbound'
      union all
      select n from call_count_changes
      where tenant_id = :tenant_id and not is_test and quarter >= :first_quarter and call_type = 'outbound') counts`,
});
