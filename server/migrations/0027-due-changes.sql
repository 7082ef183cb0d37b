-- The number of a change of the call (of the last of its `hold_times`) that the engine has yet to be told of. A migration of its
-- own: one that locks `calls` and then this table could deadlock with a node that reads them in the other order.
alter table open_calls add column change_due int;
