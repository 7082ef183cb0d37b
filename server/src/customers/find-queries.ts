import { isInProjects } from '../database/in-projects.ts';
import { as, statement } from '../database/sql.ts';
import type { CustomerId } from '../platform/ids.ts';
import { conditions } from './queries.ts';

// The search of the console: by name, reading and company, and by the exact external id and phone number.

const exact = { external_id: 'text', number: 'text?' } as const;

/** A query for each index: with `or` the planner might scan the table instead. */
const withExact = (and = '') =>
  ['external_id = :external_id', 'tel1 = :number', 'tel2 = :number', 'tel3 = :number']
    .map((condition) => `select customer_id from customers where tenant_id = :tenant_id and ${condition} ${and}`)
    .join(' union ');

export const isAnyExact = statement({
  name: 'is_any_customer_exact',
  takes: { tenant_id: 'int8', ...exact },
  gives: { is_any: 'bool' },
  sql: `select exists (${withExact()}) as is_any`,
});

const ofProjects = `and ${isInProjects()}`;

const foundList = (direction: 'asc' | 'desc') =>
  statement({
    name: `find_customers_${direction}`,
    isForReplica: true,
    takes: {
      ...{ tenant_id: 'int8', project_ids: 'int8[]?', offset: 'int8', limit: 'int8' },
      ...conditions.q.takes,
      ...exact,
    },
    gives: { total: 'int8', customer_ids: as<CustomerId>('int8[]') },
    sql: `
      with matching as materialized (
        select customer_id from customers where tenant_id = :tenant_id and ${conditions.q.sql} ${ofProjects}
        union ${withExact(ofProjects)}
      )
      select (select count(*) from matching) as total, array(
        select customer_id from matching order by customer_id ${direction} offset :offset limit :limit) as customer_ids`,
  });

/** One page and the total of all customers that match in any way. */
export const findMatching = { asc: foundList('asc'), desc: foundList('desc') };

export const describeCustomers = statement({
  name: 'describe_customers',
  takes: { tenant_id: 'int8', customer_ids: 'int8[]' },
  gives: {
    ...{ customer_id: 'int8', project_id: 'int8', external_id: 'text?', name: 'text', name_kana: 'text?' },
    ...{ company_name: 'text?', tel1: 'text?', tel2: 'text?', tel3: 'text?' },
  },
  sql: `
    select customer_id, project_id, external_id, name, name_kana, company_name, tel1, tel2, tel3
    from customers where tenant_id = :tenant_id and customer_id = any(:customer_ids)`,
});
