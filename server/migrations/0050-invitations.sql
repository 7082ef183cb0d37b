-- Links with which new administrators choose their own password. Only the hash of a link's token is stored. Used and expired
-- invitations stay for some weeks, so that their links can say so.
create table invitations (
  tenant_id        bigint not null references tenants,
  invitation_id    bigint generated always as identity,
  email            text not null,
  role             text not null check (role in ('administrator', 'viewer')),
  token_hash       bytea not null,
  -- The administrator who invites. The invitation is void if this account is removed or loses the role.
  administrator_id bigint not null,
  created_at       timestamptz(3) not null default now(),
  expires_at       timestamptz(3) not null,
  accepted_at      timestamptz(3),
  revoked_at       timestamptz(3),
  primary key (tenant_id, invitation_id)
);
create unique index invitations_token on invitations (token_hash);
create index invitations_expiry on invitations (expires_at);
