import type { Queryable } from '../../database/sql.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Id, type NumberKind, readId, type TenantId } from '../../platform/ids.ts';

/** An id from a path, or undefined if the text cannot be an id: the answer is then 404. */
export const readPathId = <Kind extends NumberKind>(kind: Kind, text: string | undefined) =>
  text === undefined ? undefined : readId(kind, text);

type FindById<Kind extends NumberKind, Found> = (
  db: Queryable,
  tenantId: TenantId,
  id: Id<Kind>,
  projects: Caller['projects'],
) => Promise<Found | undefined>;

/**
 * For `find` of an operation: the row of the caller's tenant whose id is in the path, as `{staffId}` and the like. An operation
 * for supervisors finds it only in the `projects` of the caller.
 */
export const byId =
  <Kind extends NumberKind, Found>(kind: Kind, find: FindById<Kind, Found>) =>
  async (
    db: Queryable,
    { tenantId, projects }: Caller,
    parameters: Record<string, string>,
  ): Promise<Found | undefined> => {
    const id = readPathId(kind, parameters[`${kind}Id`]);
    return id === undefined ? undefined : find(db, tenantId, id, projects);
  };
