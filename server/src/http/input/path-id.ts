import type { Queryable } from '../../database/sql.ts';
import type { Caller } from '../../platform/caller.ts';
import { readId } from '../../platform/ids.ts';

/** A number from a path, or undefined where it cannot be the id of anything: the answer is then 404. */
export const readPathId = (text: string | undefined) => (text === undefined ? undefined : readId(text));

type FindById<Found> = (db: Queryable, tenantId: number, id: number) => Promise<Found | undefined>;

/** For `find` of an operation: the row of the caller's tenant with the id that a parameter of the path has. */
export const byId =
  <Found>(parameter: string, find: FindById<Found>) =>
  async (db: Queryable, { tenantId }: Caller, parameters: Record<string, string>): Promise<Found | undefined> => {
    const id = readPathId(parameters[parameter]);
    return id === undefined ? undefined : find(db, tenantId, id);
  };
