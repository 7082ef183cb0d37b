-- Codes that stand in for an authenticator app, each for one sign-in: a used code is deleted. Only hashes are stored.
create table recovery_codes (
  tenant_id        bigint not null,
  administrator_id bigint not null,
  code_hash        bytea not null,
  primary key (tenant_id, administrator_id, code_hash),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade
);
