-- Calls that come in over a trunk.

-- Whose phones ring for a call that came in, in this order; null for calls of ours.
alter table open_calls add column rung bigint[];

-- Makes an open call a staff member's and says whether it is. It is not where he has another one by now: two calls may become
-- his in the same moment, and neither may fail because of the other.
create function claim_staff(tenant bigint, test boolean, call uuid, staff bigint) returns boolean language plpgsql as $$
begin
  update open_calls set staff_id = staff where tenant_id = tenant and is_test = test and call_id = call;
  return found;
exception when unique_violation then
  return false;
end $$;
