-- The audit log is kept for 400 days: a year, and some weeks in which somebody looks back at it. Younger rows nobody deletes,
-- whatever he sends; older ones the program does.
drop trigger append_only on audit_log;
create trigger append_only before update or truncate on audit_log
  for each statement execute function refuse_audit_change();

create function keep_young_audit() returns trigger language plpgsql as $$
begin
  if old.at > now() - interval '400 days' then
    raise exception 'The audit log is only ever added to, and kept for 400 days.';
  end if;
  return old;
end $$;
create trigger kept_for_its_time before delete on audit_log for each row execute function keep_young_audit();

-- Rows lie in the order of their time, so that a few pages of this index tell where the old ones are.
create index audit_log_age on audit_log using brin (at);
