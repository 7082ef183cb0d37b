-- The scheduled backups of the installation, in at most one row: nodes decide by it whether the next one is due.
create table scheduled_backup (
  is_only boolean primary key default true check (is_only),
  wanted_since timestamptz not null default now(),
  -- Of the last complete one.
  began_at timestamptz,
  completed_at timestamptz,
  -- Of an attempt that has neither completed nor failed.
  attempted_at timestamptz,
  -- Of the last failure since then, or of an attempt after one that ended with its node.
  failed_at timestamptz
);
