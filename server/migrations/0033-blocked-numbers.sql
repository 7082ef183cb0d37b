-- Numbers that a tenant must not call, in E.164.
create table blocked_numbers (
  tenant_id  bigint not null references tenants,
  number     text not null,
  reason     text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, number)
);
