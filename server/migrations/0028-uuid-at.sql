-- `call_id_at` under a name that fits, because ids of deliveries and events are made by it too. `call_id_at` stays: nodes of the
-- previous release call it during a rolling update, and so do functions of earlier migrations.
create function uuid_at(moment timestamptz, tail text default '-0000-000000000000') returns uuid
language plpgsql immutable parallel safe strict as $$
declare
  microseconds constant bigint := (extract(epoch from moment) * 1000000)::bigint;
  milliseconds constant text := lpad(to_hex(microseconds / 1000), 12, '0');
  fraction     constant text := lpad(to_hex(microseconds % 1000 * 4096 / 1000), 3, '0');
begin
  return (left(milliseconds, 8) || '-' || right(milliseconds, 4) || '-7' || fraction || tail)::uuid;
end $$;
