-- Counts of customers by blocks of 2^9, 2^12 and 2^15 ids, by project and for all projects (project 0). A list finds the
-- large block of a page, then the small one, and skips at most 512 customers. With 4,096 ids alone it skipped up to that
-- many, each of which costs a look at the table as long as VACUUM has not passed. Searches use the middle size.
set local lock_timeout = '10s';

lock table customers in share mode;
drop table customer_counts;
create table customer_counts (
  tenant_id  bigint not null,
  project_id bigint not null,
  id_bits    smallint not null,
  block      bigint not null,
  n          int not null,
  primary key (tenant_id, project_id, id_bits, block)
);

-- Rows that wait to be folded into customer_counts, by small block. The number of customers is always the sum of both tables.
create table customer_count_changes (
  tenant_id  bigint not null,
  project_id bigint not null,
  block      bigint not null,
  n          int not null
);
create index customer_count_changes_tenant on customer_count_changes (tenant_id);

insert into customer_counts (tenant_id, project_id, id_bits, block, n)
select c.tenant_id, p.project_id, b.id_bits, c.customer_id >> b.id_bits, count(*)
from customers c, lateral (values (c.project_id), (0::bigint)) p (project_id), (values (9), (12), (15)) b (id_bits)
group by 1, 2, 3, 4;
