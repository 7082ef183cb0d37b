-- The words of a call, to find calls by them: transcript and summary, folded for comparison (see search-text.ts), a line for
-- each utterance. A row exists for as long as the transcript.
create table call_texts (
  tenant_id bigint not null,
  is_test   boolean not null,
  call_id   uuid not null,
  said      text not null,
  -- The index entries of `said`. They include the tenant.
  grams     int4[] not null,
  primary key (tenant_id, is_test, call_id)
);
-- Without fastupdate, as for customers: an insertion pays for its own entries only.
create index call_texts_grams on call_texts using gin (grams) with (fastupdate = off);
-- ANALYZE would read thousands of entries of each row in its sample, for an estimate that no plan needs.
alter table call_texts alter column grams set statistics 0, alter column said set statistics 0;

-- Whether `call_texts` has the words of this transcript. A chore adds those from before, in small batches, newest first.
set local lock_timeout = '10s';
alter table insights add column is_indexed boolean not null default false;
create index insights_unindexed on insights (call_id) where transcription is not null and not is_indexed;
