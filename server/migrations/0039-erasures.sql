-- Erasing a person. A call stays for counts and reports and loses everything that names the person, its number too.
set local lock_timeout = '10s';
alter table calls
  alter column phone_number drop not null,
  -- When that was: its recording, if an engine still has one, is not taken any more.
  add column erased_at timestamptz(3);

-- An erasure and how far it is. What it needs to find the person's data is here until it is finished, and null afterwards: a
-- finished erasure does not name the person.
create table erasures (
  tenant_id      bigint not null references tenants,
  erasure_id     bigint generated always as identity,
  requested_by   text not null check (requested_by in ('administrator', 'operator')),
  -- The step that is next; the steps are in `persons/erase-batch.ts`.
  step           text not null,
  -- The last id that the step is done with; null at its start.
  done_up_to     uuid,
  -- Numbers of what was found and removed so far, and of what stays.
  erased         jsonb not null,
  kept           jsonb not null,
  numbers        text[],
  customer_ids   bigint[],
  -- Arrays of ids. JSON, because the program reads a large array of PostgreSQL a hundred times as slowly.
  test_call_ids  jsonb,
  live_call_ids  jsonb,
  created_at     timestamptz(3) not null default now(),
  -- The last time that a node did a part of it.
  continued_at   timestamptz(3) not null default now(),
  finished_at    timestamptz(3),
  primary key (tenant_id, erasure_id),
  check (finished_at is null or num_nonnulls(numbers, customer_ids, test_call_ids, live_call_ids, done_up_to) = 0)
);
create index erasures_unfinished on erasures (continued_at) where finished_at is null;
