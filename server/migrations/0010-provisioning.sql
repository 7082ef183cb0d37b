-- Trunks and phones are put into telephone systems by the nodes, whichever comes first.

alter table trunks
  -- What the carrier wants to read in the From of calls; null is the caller id, and the carrier's own host.
  add column from_user   text,
  add column from_domain text;

-- Telephone systems by the mark that was put into each. One node at a time tells one of them anything, so nothing older comes
-- after something newer.
create table phone_systems (
  phone_system_id uuid primary key,
  -- Another one each time that something is put in, shown by the system when all of it is. One that shows an older one has
  -- lost what came after it, or was not told all of it.
  stamp           uuid not null,
  -- Whose stamp it is has so long to tell it.
  held_until      timestamptz(3),
  seen_at         timestamptz(3) not null default now()
);

-- What each of them has been told, of all tenants.
create table provisioned (
  phone_system_id uuid not null references phone_systems on delete cascade,
  -- As the telephone system knows it: trunk-7, staff-12.
  name            text not null,
  -- Of the rows that it was made from; empty where it is not known what the system has.
  digest          bytea not null,
  -- Of the program that made it: a newer one may have more to say.
  shape           int not null,
  -- Why the system does not take it.
  fault           text,
  tried_at        timestamptz(3) not null default now(),
  primary key (phone_system_id, name)
);
