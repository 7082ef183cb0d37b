import { addNumber } from '../../numbers/assign-number.ts';
import { listNumbers } from '../../numbers/queries.ts';
import { removeNumber } from '../../numbers/remove-number.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { numberAdd, numberList, numberRemove } from '../definitions/number.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';

export const commands = [
  command(numberAdd, ({ tenant, number: typed, project: project_id }, { environment }) =>
    withDatabase(environment, async (db) => {
      const number = await db.transaction((tx) => addNumber(tx, tenant, typed, project_id));
      return { facts: { number, project_id } };
    }),
  ),
  command(numberList, ({ tenant }, { environment }) =>
    withDatabase(environment, async (db) => {
      const { tenant_id } = await existingTenant(db, tenant);
      const rows = await listNumbers.all(db, { tenant_id });
      const table = rows.map(({ number, project_id, project, created_at: created }) => {
        return { number, project_id, project, created };
      });
      return { rows, table, none: 'This tenant has no numbers.' };
    }),
  ),
  command(numberRemove, ({ tenant, number: typed }, { environment }) =>
    withDatabase(environment, async (db) => {
      return { facts: { number: await db.transaction((tx) => removeNumber(tx, tenant, typed)) } };
    }),
  ),
];
