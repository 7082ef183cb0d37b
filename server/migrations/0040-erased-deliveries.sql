-- Erasing a person, continued: one table in each migration, because nodes lock several of them in their own order.
set local lock_timeout = '10s';
-- The event is about a person who was erased: answers of the endpoint, which may name the person, are not stored.
alter table deliveries add column is_erased boolean not null default false;
