-- The settings that administrators of a tenant may change themselves. The operator's own values stay beside theirs, and the
-- stricter one counts: a tenant can delete recordings earlier and leave calls without analysis, never the other way round.
set local lock_timeout = '10s';
alter table tenants
  add column settings_by_tenant text[] not null default '{name,timezone,language,recording_days,analysis}'
    check (settings_by_tenant <@ array['name', 'country', 'timezone', 'language', 'recording_days', 'analysis']),
  add column chosen_recording_days int check (chosen_recording_days between 1 and 36500),
  add column wants_analysis boolean not null default true;
