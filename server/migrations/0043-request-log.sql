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
-- Rows are appended in the order of time, and only deletion reads them by time alone.
create index api_requests_at on api_requests using brin (at);
