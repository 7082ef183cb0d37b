-- A password that an administrator was handed is good for one log-in: when that was.
alter table administrators add column password_used_at timestamptz(3);

-- What the first start shows of the demo tenant, encrypted, for the command that shows it again.
create table demo_secrets (
  tenant_id        bigint not null,
  name             text not null check (name in ('password', 'test_key', 'live_key')),
  administrator_id bigint,
  key_id           bigint,
  sealed           bytea not null,
  primary key (tenant_id, name),
  check (num_nonnulls(administrator_id, key_id) = 1),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade,
  foreign key (tenant_id, key_id) references api_keys on delete cascade
);

-- Each goes with the commit after which it is worth nothing, or is somebody's own. Triggers, so that it does not matter which
-- of the ways to change it was taken.
create function forget_demo_password() returns trigger language plpgsql as $$
begin
  delete from demo_secrets where tenant_id = new.tenant_id and administrator_id = new.administrator_id;
  return null;
end $$;
create trigger forget_demo_password after update of password_hash, password_used_at on administrators
  for each row execute function forget_demo_password();

create function forget_demo_key() returns trigger language plpgsql as $$
begin
  delete from demo_secrets where tenant_id = new.tenant_id and key_id = new.key_id;
  return null;
end $$;
create trigger forget_demo_key after update of revoked_at, replaced_by on api_keys
  for each row execute function forget_demo_key();
