import { addNumber } from '../../numbers/assign-number.ts';
import { listNumbers } from '../../numbers/queries.ts';
import { removeNumber } from '../../numbers/remove-number.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { id, required, text } from '../terminal/options.ts';

const tenant = required(id('tenant', 'T', 'The tenant.'));
const number = required(text('+81...', 'The number, which exists once over all tenants.'));

export const commands = [
  command({
    words: 'number add',
    about: 'Say that a number leads to a project: calls to it ring the staff of that project.',
    options: { tenant, number, project: required(id('project', 'P', 'The project.')) },
    run: ({ tenant, number: typed, project: project_id }, { environment }) =>
      withDatabase(environment, async (db) => {
        const number = await db.transaction((tx) => addNumber(tx, tenant, typed, project_id));
        return { facts: { number, project_id } };
      }),
  }),
  command({
    words: 'number list',
    about: 'List the numbers of a tenant.',
    options: { tenant },
    run: ({ tenant }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { tenant_id } = await existingTenant(db, tenant);
        return { rows: await listNumbers.all(db, { tenant_id }), none: 'This tenant has no numbers.' };
      }),
  }),
  command({
    words: 'number remove',
    about: 'Take a number away: calls to it reach nobody any more.',
    options: { tenant, number },
    run: ({ tenant, number: typed }, { environment }) =>
      withDatabase(environment, async (db) => {
        return { facts: { number: await db.transaction((tx) => removeNumber(tx, tenant, typed)) } };
      }),
  }),
];
