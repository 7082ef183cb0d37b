-- Webhooks: who wants to hear of what happens, and what was sent to whom.

create table webhooks (
  tenant_id                  bigint not null references tenants,
  webhook_id                 bigint generated always as identity,
  label                      text not null,
  url                        text not null,
  events                     text[] not null,
  -- The filters; null lets everything through.
  project_ids                bigint[],
  call_statuses              text[],
  is_enabled                 boolean not null,
  disabled_reason            text,
  -- Encrypted. While a secret is being rotated, the one before it signs as well.
  secret                     bytea not null,
  previous_secret            bytea,
  previous_secret_expires_at timestamptz(3),
  -- The first failed attempt after the last successful one; null while all is well.
  failing_since              timestamptz(3),
  -- Rises when it is moved or enabled again: what comes of attempts from before then says nothing about it any more.
  epoch                      int not null default 0,
  created_at                 timestamptz(3) not null default now(),
  updated_at                 timestamptz(3) not null default now(),
  deleted_at                 timestamptz(3),
  primary key (tenant_id, webhook_id)
);
-- Every event asks for these; those that were deleted must not be read on the way.
create index webhooks_live on webhooks (tenant_id, webhook_id) where deleted_at is null;

-- One event for one webhook: at once the queue and its log. It is `pending` until an attempt succeeds, none is left, or
-- nobody wants it any more.
create table deliveries (
  tenant_id   bigint not null,
  webhook_id  bigint not null,
  delivery_id uuid not null,
  event_id    uuid not null,
  event_type  text not null,
  -- A test of the webhook: it is never in the queue.
  is_sample   boolean not null default false,
  status      text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'canceled')),
  -- Whether it is in the queue. Otherwise it waits: for the next attempt, or, being claimed, for the end of a lease, so that
  -- the delivery of a worker that died comes back by itself. `due_at` says until when, and how long it has been queued.
  is_queued   boolean not null default true,
  due_at      timestamptz(3) not null default now(),
  claimed_at  timestamptz(3),
  -- How often it was claimed: whoever finishes an attempt must still be the last one who began one.
  claim       int not null default 0,
  -- How many attempts of the retry schedule have failed.
  failures    int not null default 0,
  -- What came of each attempt, in their order.
  attempts    jsonb not null default '[]',
  created_at  timestamptz(3) not null default now(),
  primary key (tenant_id, webhook_id, delivery_id)
) with (fillfactor = 70);
create index deliveries_queue on deliveries (tenant_id, webhook_id, due_at) where status = 'pending' and is_queued;
create index deliveries_waiting on deliveries (due_at) where status = 'pending' and not is_queued;
create index deliveries_status on deliveries (tenant_id, webhook_id, status, delivery_id);

-- How many deliveries a webhook has in each status: the sum of the rows, always; folding only makes the rows fewer.
create table delivery_counts (
  tenant_id  bigint not null,
  webhook_id bigint not null,
  status     text not null,
  n          bigint not null,
  is_folded  boolean not null default false
);
create index delivery_counts_key on delivery_counts (tenant_id, webhook_id, status);
create index delivery_counts_unfolded on delivery_counts (tenant_id) where not is_folded;

-- Answers that hold a secret are kept encrypted.
alter table kept_answers add column is_encrypted boolean not null default false;

-- The one key that the secrets in this database are encrypted with. It is itself encrypted with the key that the operator has
-- configured, or that lies in the data folder; where there is neither, it stands here as it is.
create table secret_keys (
  is_only    boolean primary key default true check (is_only),
  key        bytea not null,
  is_sealed  boolean not null,
  created_at timestamptz(3) not null default now()
);
