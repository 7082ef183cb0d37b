-- The audit log also has erasures by the operator, who is no administrator and has no address.
set local lock_timeout = '10s';
alter table audit_log
  alter administrator_id drop not null,
  alter administrator_email drop not null,
  alter ip drop not null;
