-- With fastupdate, GIN gathers new entries in one list that all tenants share. The insertion that finds the list full moves
-- the whole list into the index, in the foreground, while others refill it: beside another tenant's import, a single
-- creation ran into its time limit. Without it each insertion pays for its own entries only.
alter index customers_search set (fastupdate = off);
select gin_clean_pending_list('customers_search');
