-- What real calls need to know: over which trunk they go out, which number customers see, whose phone rings, and how far a
-- tenant may go before somebody else's telephone bill is his.

-- The way to a carrier. One without a username is known to the carrier by its address.
create table trunks (
  tenant_id  bigint not null references tenants,
  trunk_id   bigint generated always as identity,
  name       text not null,
  host       text not null,
  port       int not null check (port between 1 and 65535),
  transport  text not null check (transport in ('udp', 'tcp', 'tls')),
  username   text,
  -- Encrypted.
  password   bytea,
  codecs     text[] not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, trunk_id),
  unique (tenant_id, name),
  check ((username is null) = (password is null))
);

alter table projects
  -- What customers see, as E.164.
  add column caller_id           text,
  add column trunk_id            bigint,
  add column records_calls       boolean not null default true,
  add column announces_recording boolean not null default false,
  add column has_voicemail       boolean not null default false,
  add column ring_strategy       text not null default 'all' check (ring_strategy in ('all', 'in_order')),
  -- What is spoken; null is the tenant's.
  add column language            text,
  add foreign key (tenant_id, trunk_id) references trunks;
create index projects_trunk on projects (tenant_id, trunk_id) where trunk_id is not null;

-- Who is rung for calls that come in to a project; without a row it is all active staff of the tenant.
create table project_staff (
  tenant_id  bigint not null,
  project_id bigint not null,
  staff_id   bigint not null,
  position   int not null,
  primary key (tenant_id, project_id, staff_id),
  unique (tenant_id, project_id, position),
  foreign key (tenant_id, project_id) references projects,
  foreign key (tenant_id, staff_id) references staff
);

-- Numbers that can be called, as E.164. A number exists once in the world, so it is the key over all tenants: whoever is
-- called tells which tenant it is.
create table numbers (
  number     text primary key,
  tenant_id  bigint not null,
  project_id bigint not null,
  created_at timestamptz(3) not null default now(),
  foreign key (tenant_id, project_id) references projects
);
create index numbers_project on numbers (tenant_id, project_id);

-- The account that a staff member's phone registers with. Phones of all tenants register at the same place, under one realm,
-- so no two have the same name.
create table sip_accounts (
  tenant_id  bigint not null,
  staff_id   bigint not null,
  username   text not null unique,
  -- The digest HA1 of RFC 2617 for the realm `trunkline`, encrypted. Whoever has it can register, as with the password.
  ha1        bytea not null,
  created_at timestamptz(3) not null default now(),
  renewed_at timestamptz(3) not null default now(),
  primary key (tenant_id, staff_id),
  foreign key (tenant_id, staff_id) references staff
);

alter table tenants
  -- What is spoken where a project does not say otherwise.
  add column language              text,
  -- Limits of live calls; null is none. Countries are codes of ISO 3166.
  add column allowed_countries     text[],
  add column most_live_calls       int check (most_live_calls >= 0),
  add column most_daily_live_calls int check (most_daily_live_calls >= 0);
