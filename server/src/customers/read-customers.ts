import type { Queryable } from '../database/sql.ts';
import { readBody } from '../http/input/read-input.ts';
import type { Caller } from '../platform/caller.ts';
import { pacer } from '../platform/concurrency/pace.ts';
import type { Detail } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { type PreparedCustomer, prepareCustomer, projectNotFound } from './create-customers.ts';
import { refineFields } from './customer-fields.ts';
import { NewCustomer } from './schema.ts';

export type ReadItem = { kind: 'good'; customer: PreparedCustomer } | { kind: 'faulty'; faults: Detail[] };

/**
 * More faults than this do not fit into an answer (see `bulk-answer.ts`), so only a few are collected for each item after them.
 */
const mostFaults = 4_000;
const fewFaults = 4;

/** Reads each item of a bulk request separately, with all of its faults. Other requests are served in between. */
export async function readCustomers(db: Queryable, caller: Caller, items: unknown[]): Promise<ReadItem[]> {
  const pace = pacer();
  const read: Read[] = [];
  let faults = 0;
  for (const [index, item] of items.entries()) {
    const turn = pace();
    if (turn) await turn;
    const customer = readCustomer(caller, item, `customers[${index}]`, faults < mostFaults ? undefined : fewFaults);
    faults += customer.faults.length;
    read.push(customer);
  }
  const projectIds = new Set(read.flatMap(({ fields }) => fields.project_id ?? []));
  const projects = await activeProjects(db, caller.tenantId, [...projectIds]);
  return read.map(({ fields, faults, customer }, index) => {
    const { project_id } = fields;
    if (project_id !== undefined && !projects.has(project_id))
      faults.push(projectNotFound(`customers[${index}].project_id`));
    return customer && faults.length === 0 ? { kind: 'good', customer } : { kind: 'faulty', faults };
  });
}

/** A customer without faults is prepared immediately. */
type Read = { fields: Partial<NewCustomer>; faults: Detail[]; customer?: PreparedCustomer };

function readCustomer(
  { tenantId, defaultCountry }: Caller,
  item: unknown,
  path: string,
  most: number | undefined,
): Read {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return { fields: {}, faults: [{ field: path, code: 'invalid_type', message: `${path} must be an object.` }] };
  const { value, faults } = readBody(NewCustomer, item as Record<string, unknown>, path, most);
  const fields: Partial<NewCustomer> = value;
  faults.push(...refineFields(fields, defaultCountry, `${path}.`));
  if (faults.length > 0) return { fields, faults };
  return { fields, faults, customer: prepareCustomer(tenantId, fields as NewCustomer) };
}
