-- Whether callers who withhold their number are put through.
set local lock_timeout = '10s';
alter table projects add column accepts_anonymous boolean not null default true;
