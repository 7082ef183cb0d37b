-- The requests of API keys in the last days, for administrators.
create table api_requests (
  tenant_id    bigint not null,
  number       bigint generated always as identity,
  at           timestamptz(3) not null,
  -- The client may choose it.
  request_id   text not null,
  key_id       bigint not null,
  is_test      boolean not null,
  operation    text not null,
  status       int not null,
  milliseconds double precision not null,
  primary key (tenant_id, at, number)
);
-- For deletion.
create index api_requests_at on api_requests (at);
create index api_requests_id on api_requests (tenant_id, request_id);
