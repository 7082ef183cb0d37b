import type { Queryable } from '../database/sql.ts';
import { readBody } from '../http/read-input.ts';
import type { Caller } from '../platform/caller.ts';
import type { Detail } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { projectNotFound } from './create-customers.ts';
import { refineFields } from './customer-fields.ts';
import { NewCustomer } from './schema.ts';

export type ReadItem = { kind: 'good'; fields: NewCustomer } | { kind: 'faulty'; faults: Detail[] };

/** Reads each item of a bulk request alone, with all of its faults. */
export async function readCustomers(db: Queryable, caller: Caller, items: unknown[]): Promise<ReadItem[]> {
  const projects = await activeProjects(db, caller.tenantId, items.flatMap(projectIdOf));
  return items.map((item, index) => {
    const path = `customers[${index}]`;
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      return { kind: 'faulty', faults: [{ field: path, code: 'invalid_type', message: `${path} must be an object.` }] };
    const { value, faults } = readBody(NewCustomer, item as Record<string, unknown>, path);
    const fields = value as NewCustomer;
    faults.push(...refineFields(fields, caller.defaultCountry, faults, `${path}.`));
    if (projectIdOf(fields).some((id) => !projects.has(id))) faults.push(projectNotFound(`${path}.project_id`));
    return faults.length > 0 ? { kind: 'faulty', faults } : { kind: 'good', fields };
  });
}

/** The project of an item as it was sent, where it could be one. */
export function projectIdOf(item: unknown): number[] {
  const projectId = (item as { project_id?: unknown } | null)?.project_id;
  return Number.isSafeInteger(projectId) && (projectId as number) > 0 ? [projectId as number] : [];
}
