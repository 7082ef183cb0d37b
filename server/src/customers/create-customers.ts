import type { Tx } from '../database/connect.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import type { Detail, Problem } from '../platform/problem.ts';
import { duplicateExternalId, validationFailed } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { customerEvent } from './customer-event.ts';
import { createdCustomer, searchColumns } from './customer-fields.ts';
import { type CustomerRow, findByExternalIds, insertCustomers } from './queries.ts';
import type { NewCustomer } from './schema.ts';

export type Creation = { kind: 'created'; customer: CustomerRow } | { kind: 'refused'; why: Problem };

/** Creates all that can be created in one statement; the answer has an outcome for each, in the order given. */
export async function createCustomers(
  tx: Tx,
  { tenantId, kind }: Pick<Caller, 'tenantId' | 'kind'>,
  wanted: NewCustomer[],
): Promise<Creation[]> {
  const customers = wanted.map((fields, position) => ({ position, ...fields, ...searchColumns(tenantId, fields) }));
  const inserted = await insertCustomers.first(tx, { tenant_id: tenantId, customers });
  if (!inserted) throw new Error('insert_customers always gives one row.');

  const { created_at, customer_ids, positions } = inserted;
  const isCreated = new Set(inserted.created_ids);
  const idAt = new Map(positions.map((position, i) => [position, customer_ids[i]]));
  const outcomes = wanted.map((fields, position): Creation | undefined => {
    const customer_id = idAt.get(position);
    if (customer_id === undefined || !isCreated.has(customer_id)) return undefined;
    return { kind: 'created', customer: createdCustomer(customer_id, fields, created_at) };
  });

  const created = outcomes.flatMap((outcome) => (outcome?.kind === 'created' ? [outcome.customer] : []));
  const events = created.map((customer) => customerEvent('customer.created', { kind }, customer));
  await recordEvents(tx, tenantId, events);

  const refusalOf = created.length < wanted.length ? await explainRefusals(tx, tenantId, wanted) : undefined;
  return outcomes.map(
    (outcome, i) => outcome ?? { kind: 'refused', why: refusalOf?.(wanted[i] as NewCustomer) as Problem },
  );
}

/** The statement leaves out what it cannot insert without saying why. */
async function explainRefusals(tx: Tx, tenantId: number, wanted: NewCustomer[]) {
  const external_ids = wanted.flatMap(({ external_id }) => external_id ?? []);
  const [projects, taken] = await Promise.all([
    activeProjects(
      tx,
      tenantId,
      wanted.map(({ project_id }) => project_id),
    ),
    findByExternalIds.all(tx, { tenant_id: tenantId, external_ids }),
  ]);
  const customerOf = new Map(taken.map(({ external_id, customer_id }) => [external_id, customer_id]));
  return ({ project_id, external_id }: NewCustomer): Problem => {
    if (!projects.has(project_id)) return validationFailed([projectNotFound('project_id')]);
    const customer_id = customerOf.get(external_id ?? null);
    return duplicateExternalId(customer_id === undefined ? {} : { customer_id });
  };
}

export function projectNotFound(field: string): Detail {
  const message = `${field} must be the id of an active project of this tenant.`;
  return { field, code: 'project_not_found', message };
}
