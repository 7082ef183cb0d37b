-- A removed staff member stays as a name for past calls and reports, and has nothing that rings.
set local lock_timeout = '10s';
alter table staff
  add column removed_at timestamptz,
  add constraint staff_removed check (removed_at is null or (not is_active and phone is null));
