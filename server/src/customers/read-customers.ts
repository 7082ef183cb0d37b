import type { Queryable } from '../database/sql.ts';
import { readBody } from '../http/input/read-input.ts';
import type { Caller } from '../platform/caller.ts';
import { pacer } from '../platform/concurrency/pace.ts';
import type { Detail } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { prepareCustomer, projectNotFound } from './create-customers.ts';
import { refineFields } from './customer-fields.ts';
import { CustomerChange, NewCustomer } from './schema.ts';
import { missingFields } from './upsert-customer.ts';
import type { UpsertItem } from './upsert-customers.ts';

export type ReadItem = ({ kind: 'good' } & UpsertItem) | { kind: 'faulty'; faults: Detail[] };
export type OnDuplicate = 'fail' | 'update';

/**
 * More faults than this do not fit into an answer (see `bulk-answer.ts`), so only a few are collected for each item after them.
 */
const mostFaults = 4_000;
const fewFaults = 4;

/** Reads each item of a bulk request separately, with all of its faults. Other requests are served in between. */
export async function readCustomers(
  db: Queryable,
  caller: Caller,
  items: unknown[],
  onDuplicate: OnDuplicate,
): Promise<ReadItem[]> {
  const pace = pacer();
  const read: Read[] = [];
  let faults = 0;
  for (const [index, item] of items.entries()) {
    const turn = pace();
    if (turn) await turn;
    const most = faults < mostFaults ? undefined : fewFaults;
    const customer = readCustomer(caller, item, `customers[${index}]`, { most, onDuplicate });
    faults += customer.faults.length;
    read.push(customer);
  }
  const projectIds = new Set(read.flatMap(({ fields }) => fields.project_id ?? []));
  const projects = await activeProjects(db, caller.tenantId, [...projectIds]);
  return read.map(({ fields, faults, prepared }, index) => {
    const { project_id, external_id } = fields;
    // An item that may change a customer may repeat its project, whatever has become of that.
    const mayChange = onDuplicate === 'update' && typeof external_id === 'string';
    if (project_id !== undefined && !mayChange && !projects.has(project_id))
      faults.push(projectNotFound(`customers[${index}].project_id`));
    return faults.length === 0 ? { kind: 'good', fields, prepared } : { kind: 'faulty', faults };
  });
}

/** A new customer without faults is prepared immediately. */
type Read = UpsertItem & { faults: Detail[] };

function readCustomer(
  { tenantId, defaultCountry }: Caller,
  item: unknown,
  path: string,
  { most, onDuplicate }: { most: number | undefined; onDuplicate: OnDuplicate },
): Read {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return { fields: {}, faults: [{ field: path, code: 'invalid_type', message: `${path} must be an object.` }] };
  const sent = item as Record<string, unknown>;
  const mayChange = onDuplicate === 'update' && typeof sent.external_id === 'string';
  const { value, faults } = mayChange
    ? readBody(CustomerChange, sent, path, most)
    : readBody(NewCustomer, sent, path, most);
  const fields: CustomerChange = value;
  faults.push(...refineFields(fields, defaultCountry, `${path}.`));
  if (faults.length > 0 || missingFields(fields).length > 0) return { fields, faults };
  return { fields, faults, prepared: prepareCustomer(tenantId, fields as NewCustomer) };
}
