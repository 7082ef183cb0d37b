-- Files of recordings, a row for each that is there. What a call tells of its recording stands in the call itself, and stays
-- when the file has gone.
create table recordings (
  tenant_id    bigint not null,
  is_test      boolean not null,
  call_id      uuid not null,
  -- How large the WAV file is, and the MP3 that is made of it when somebody asks for one.
  wav_bytes    bigint not null,
  mp3_bytes    bigint,
  -- The folder of the node that took it, or the S3-compatible store.
  place        text not null default 'folder' check (place in ('folder', 's3')),
  -- Until then some node is moving it to the store, unless it has died.
  moving_until timestamptz,
  -- From then on nobody may hear it. The files are removed at once, and once more an hour later, for somebody may have been
  -- writing one of them just then; after that the row goes too.
  deleted_at   timestamptz,
  removed_at   timestamptz,
  primary key (tenant_id, is_test, call_id)
);
create index recordings_deleted on recordings (tenant_id, is_test, call_id) where deleted_at is not null;

insert into recordings (tenant_id, is_test, call_id, wav_bytes)
select tenant_id, is_test, call_id, (recording ->> 'size_bytes')::bigint
from calls where recording ->> 'status' = 'ready' and recording ->> 'size_bytes' is not null;

-- Days for which recordings are kept; 0 is for ever, and null what the operator has set for all.
alter table tenants add column recording_days int check (recording_days between 0 and 36500);
