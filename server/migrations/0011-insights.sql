-- What is learned from recordings: who speaks when and how, what is said, and what it comes to.

-- A row for each recorded conversation. Each step is null until it has been done.
create table insights (
  tenant_id      bigint not null,
  is_test        boolean not null,
  call_id        uuid not null,
  -- What is spoken, as the project had it when the analysis was asked for.
  language       text not null,
  -- It was switched off when the call ended, and nobody has asked for it since.
  is_off         boolean not null default false,
  voice_analysis jsonb,
  -- What is said when and by whom, without words: transcription goes by it.
  utterances     jsonb,
  transcription  jsonb,
  summary        jsonb,
  primary key (tenant_id, is_test, call_id)
);

-- The work that is left to do, a row a call. It is small, and what is done leaves it.
create table insight_jobs (
  tenant_id  bigint not null,
  is_test    boolean not null,
  call_id    uuid not null,
  created_at timestamptz(3) not null default now(),
  due_at     timestamptz(3) not null default now(),
  -- Who is at it, for as long as that node is alive, and which of its workers.
  node_id    uuid,
  worker     int,
  -- How often it was claimed: what is finished must still be wanted from the last one who began.
  claim      int not null default 0,
  -- How often the step that is next was begun and not finished, whatever became of those who began it.
  attempts   int not null default 0,
  -- Since when no node that tried could get at the recording.
  elsewhere_since timestamptz(3),
  -- How often steps that had failed were tried again by themselves.
  retries    int not null default 0,
  primary key (tenant_id, is_test, call_id)
);
create index insight_jobs_queue on insight_jobs (is_test, tenant_id, due_at);
create index insight_jobs_due on insight_jobs (due_at);
create index insight_jobs_node on insight_jobs (node_id, worker) where node_id is not null;

-- Whether calls are analysed at all. A project cannot switch on what its tenant has switched off.
alter table tenants add column analyses_calls boolean not null default true;
alter table projects add column analyses_calls boolean not null default true;
