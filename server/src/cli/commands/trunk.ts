import { phoneSystems } from '../../compose/asterisk-servers.ts';
import { readConfig } from '../../config.ts';
import type { Queryable } from '../../database/sql.ts';
import { readPartyStates } from '../../engine/read-party-states.ts';
import type { TenantId } from '../../platform/ids.ts';
import { projectsOfTrunk } from '../../projects/projects-of-trunk.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { changeTrunk } from '../../trunks/change-trunk.ts';
import { createTrunk } from '../../trunks/create-trunk.ts';
import { listTrunks } from '../../trunks/queries.ts';
import { removeTrunk } from '../../trunks/remove-trunk.ts';
import { trunkEndpoint } from '../../trunks/trunk-endpoint.ts';
import { trunkChangeable, trunkCreate, trunkList, trunkRemove, trunkShow, trunkUpdate } from '../definitions/trunk.ts';
import { withDatabase, withSecrets } from '../installation/open-database.ts';
import { command, type Terminal } from '../terminal/command.ts';
import { requireAny } from '../terminal/options.ts';

export const commands = [
  command(trunkCreate, async ({ tenant, user: username, ...given }, terminal) => {
    const password = username === undefined ? undefined : await trunkPassword(terminal);
    const { 'from-user': from_user, 'from-domain': from_domain, ...others } = given;
    return withSecrets(terminal.environment, async (db, box) => {
      const wanted = { ...others, username, password, from_user, from_domain };
      return { facts: await db.transaction((tx) => createTrunk(tx, tenant, wanted, box)) };
    });
  }),
  command(trunkList, ({ tenant }, { environment }) =>
    withDatabase(environment, async (db) => {
      const rows = await trunksWithStates(db, tenant, environment);
      const table = rows.map(({ trunk_id: id, name, host, port, transport, username: user, state }) => {
        return { id, name, host, port, transport, user, state };
      });
      return { rows, table, none: 'This tenant has no trunks.' };
    }),
  ),
  command(trunkShow, ({ tenant, name }, { environment }) =>
    withDatabase(environment, async (db) => {
      const found = (await trunksWithStates(db, tenant, environment)).find((trunk) => trunk.name === name);
      if (!found) throw new Error(`The tenant ${tenant} has no trunk "${name}".`);
      return { facts: found };
    }),
  ),
  command(trunkUpdate, async ({ tenant, name, user: username, ...given }, terminal) => {
    requireAny({ ...given, user: username }, Object.keys(trunkChangeable));
    const password = username ? await trunkPassword(terminal) : undefined;
    const { 'from-user': from_user, 'from-domain': from_domain, ...others } = given;
    const change = { ...others, host: given.host?.trim(), name, username, password, from_user, from_domain };
    return withSecrets(terminal.environment, async (db, box) => {
      const changed = await db.transaction(async (tx) => {
        await existingTenant(tx, tenant);
        return changeTrunk(tx, tenant, change, box);
      });
      return { facts: { name, changed } };
    });
  }),
  command(trunkRemove, ({ tenant, name }, { environment }) =>
    withDatabase(environment, async (db) => {
      return {
        facts: { trunk_id: await db.transaction((tx) => removeTrunk(tx, tenant, name, projectsOfTrunk)), name },
      };
    }),
  ),
];

async function trunksWithStates(db: Queryable, tenantId: TenantId, environment: Terminal['environment']) {
  const { tenant_id } = await existingTenant(db, tenantId);
  const trunks = await listTrunks.all(db, { tenant_id });
  const names = trunks.map(({ trunk_id }) => trunkEndpoint(trunk_id));
  const states = await readPartyStates(phoneSystems(readConfig(environment)), names);
  return trunks.map((trunk) => ({ ...trunk, state: states(trunkEndpoint(trunk.trunk_id)) }));
}

/** Never an option: every user of a machine can see the options of every process. */
async function trunkPassword({ environment, readSecret }: Terminal): Promise<string> {
  return environment.TRUNK_PASSWORD || readSecret('Password of the trunk: ');
}
