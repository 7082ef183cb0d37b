import type { Queryable } from '../database/sql.ts';
import { readBody } from '../http/input/read-input.ts';
import type { Caller } from '../platform/caller.ts';
import { pacer } from '../platform/concurrency/pace.ts';
import type { ProjectId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { fixedProjectFaults } from './change-customer.ts';
import { prepareCustomer, projectNotFound } from './create-customers.ts';
import { refineFields } from './customer-fields.ts';
import { findByExternalIds } from './queries.ts';
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
  const existing = await findExisting(db, caller, read);
  const begun = new Set(read.flatMap((item) => (isComplete(item, projects) && item.fields.external_id) || []));
  return read.map(({ fields, faults, prepared, mayChange }, index): ReadItem => {
    const { project_id, external_id } = fields;
    const faultsIfNew = (path: string) => [
      ...(mayChange ? missingFields(fields, path) : []),
      ...(project_id !== undefined && !projects.has(project_id) ? [projectNotFound(`${path}project_id`)] : []),
    ];
    const path = `customers[${index}].`;
    // An item that may change a customer may repeat its project, whatever has become of that.
    if (!mayChange) faults.push(...faultsIfNew(path));
    if (faults.length === 0) return { kind: 'good', fields, prepared, faultsIfNew: faultsIfNew('') };
    const customer = existing.get(external_id ?? '');
    if (customer) addNew(faults, fixedProjectFaults(customer.project_id, project_id, path));
    else if (mayChange && !begun.has(external_id ?? '')) addNew(faults, faultsIfNew(path));
    return { kind: 'faulty', faults };
  });
}

/** Adds the faults of fields that have none yet. */
function addNew(faults: Detail[], others: Detail[]): void {
  const known = new Set(faults.map(({ field }) => field));
  faults.push(...others.filter(({ field }) => !known.has(field)));
}

/** The item can create a customer, which another item of the same request may change. */
const isComplete = ({ fields: { project_id }, prepared }: Read, projects: ReadonlySet<ProjectId>) =>
  prepared !== undefined && project_id !== undefined && projects.has(project_id);

/** The customers that faulty items would have changed: the other faults of an item depend on whether its customer exists. */
async function findExisting(db: Queryable, { tenantId: tenant_id }: Caller, read: Read[]) {
  const external_ids = read.flatMap(({ fields, faults, mayChange }) =>
    mayChange && faults.length > 0 ? (fields.external_id ?? []) : [],
  );
  if (external_ids.length === 0) return new Map<string, never>();
  const found = await findByExternalIds.all(db, { tenant_id, external_ids });
  return new Map(found.map((customer) => [customer.external_id ?? '', customer]));
}

/** A new customer without faults is prepared immediately. `mayChange`: the item is for an existing customer or a new one. */
type Read = Pick<UpsertItem, 'fields' | 'prepared'> & { faults: Detail[]; mayChange: boolean };

function readCustomer(
  { tenantId, defaultCountry }: Caller,
  item: unknown,
  path: string,
  { most, onDuplicate }: { most: number | undefined; onDuplicate: OnDuplicate },
): Read {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return {
      fields: {},
      faults: [{ field: path, code: 'invalid_type', message: `${path} must be an object.` }],
      mayChange: false,
    };
  const sent = item as Record<string, unknown>;
  const mayChange = onDuplicate === 'update' && typeof sent.external_id === 'string';
  const { value, faults } = mayChange
    ? readBody(CustomerChange, sent, path, most)
    : readBody(NewCustomer, sent, path, most);
  const fields: CustomerChange = value;
  faults.push(...refineFields(fields, defaultCountry, `${path}.`));
  if (faults.length > 0 || missingFields(fields).length > 0) return { fields, faults, mayChange };
  return { fields, faults, mayChange, prepared: prepareCustomer(tenantId, fields as NewCustomer) };
}
