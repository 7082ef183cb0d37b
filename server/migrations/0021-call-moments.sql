-- The moment of a call that is initiated now: the clock's, or right after the tenant's last call where the clock has been put
-- back, as by a failover to a host whose clock is behind. So ids never go back, and a client that walks upwards misses none.
-- The caller holds the tenant's lock of calls; the look-up below sees what was committed before the lock was had, because a
-- volatile function takes a new snapshot. A call further ahead than `reach` is a mistake of the clock that was put right.
create function next_call_moment(tenant_id bigint, is_test boolean, reach interval) returns timestamptz
language plpgsql volatile strict as $$
declare
  clock constant timestamptz := clock_timestamp();
  first constant uuid := call_id_at(clock);
  beyond constant uuid := call_id_at(clock + reach);
  last uuid;
begin
  select c.call_id into last from calls c
  where c.tenant_id = next_call_moment.tenant_id and c.is_test = next_call_moment.is_test
    and c.call_id >= first and c.call_id < beyond
  order by c.call_id desc limit 1;
  if last is null then return clock; end if;
  return to_timestamp((('x' || left(replace(last::text, '-', ''), 12))::bit(48)::bigint + 1) / 1000.0);
end $$;
