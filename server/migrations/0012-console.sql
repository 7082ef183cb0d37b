-- People who sign in to the console, and what they have done there.

alter table administrators
  add column role                 text not null default 'administrator' check (role in ('administrator', 'viewer')),
  -- Until now every password was made by a command and has been read by somebody else too.
  add column must_change_password boolean not null default true,
  -- The key of RFC 6238, encrypted; null where no code is asked for.
  add column totp_secret          bytea,
  -- One that was handed out and has not proved itself by a code yet.
  add column totp_candidate       bytea,
  -- The step of the last code that was taken: neither it nor an older one is taken again.
  add column totp_step            bigint not null default 0;

-- The key that has taken the place of this one, which is good for some hours yet.
alter table api_keys add column replaced_by bigint;

-- Only the hash of the token that the browser has. One that was not used for 12 hours is over too.
create table sessions (
  tenant_id        bigint not null,
  session_id       bigint generated always as identity,
  administrator_id bigint not null,
  token_hash       bytea not null,
  created_at       timestamptz(3) not null default now(),
  last_used_at     timestamptz(3) not null default now(),
  expires_at       timestamptz(3) not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade
);
create unique index sessions_token on sessions (token_hash);
create index sessions_administrator on sessions (tenant_id, administrator_id);
create index sessions_expiry on sessions (expires_at);

-- Log-ins that did not succeed, or not yet, over all nodes. Whoever tries to log in is no tenant's yet. Of the address of a
-- person only a hash: people type their password into the wrong field.
create table log_in_attempts (
  attempt_id bigint generated always as identity primary key,
  email_hash bytea not null,
  -- The address it came from; of IPv6 the first 64 bits, because all the rest belongs to one customer.
  network    text not null,
  at         timestamptz(3) not null default clock_timestamp()
);
create index log_in_attempts_email on log_in_attempts (email_hash, at);
create index log_in_attempts_network on log_in_attempts (network, at);
create index log_in_attempts_at on log_in_attempts (at);

-- Who did what. It names people as they were called then, and stays when they are gone.
create table audit_log (
  tenant_id           bigint not null references tenants,
  audit_id            bigint generated always as identity,
  at                  timestamptz(3) not null default clock_timestamp(),
  administrator_id    bigint not null,
  administrator_email text not null,
  -- Such as key.created.
  action              text not null,
  -- What it was done to, by its id or name; null where that is the administrator himself.
  subject             text,
  -- Never a secret, never a whole telephone number.
  details             jsonb not null,
  ip                  text not null,
  primary key (tenant_id, audit_id)
);
create index audit_log_administrator on audit_log (tenant_id, administrator_id, audit_id);
create index audit_log_action on audit_log (tenant_id, action, audit_id);
create index audit_log_at on audit_log (tenant_id, at);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.';
end $$;
create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
