-- The invented event of a test delivery, which goes only to the webhook that is tested, and not to event streams.
alter table events add column is_sample boolean not null default false;
