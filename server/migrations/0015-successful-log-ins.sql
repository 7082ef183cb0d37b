-- Log-ins that succeed are counted for the place that they come from, and for nothing else.
alter table log_in_attempts add column has_succeeded boolean not null default false;
