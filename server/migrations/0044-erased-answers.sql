-- Erasing a person, continued: one table in each migration, because nodes lock several of them in their own order.
set local lock_timeout = '10s';
-- The person was removed from the answer, and the key that the client chose was replaced by a hash of it.
alter table kept_answers add column is_erased boolean not null default false;
