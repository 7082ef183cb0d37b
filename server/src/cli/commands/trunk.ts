import { phoneSystems } from '../../compose/asterisk-servers.ts';
import { readConfig } from '../../config.ts';
import { partyStates } from '../../engine/party-states.ts';
import { projectsOfTrunk } from '../../projects/projects-of-trunk.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { changeTrunk } from '../../trunks/change-trunk.ts';
import { createTrunk } from '../../trunks/create-trunk.ts';
import { listTrunks } from '../../trunks/queries.ts';
import { removeTrunk } from '../../trunks/remove-trunk.ts';
import { trunkEndpoint } from '../../trunks/trunk-endpoint.ts';
import { codecs as knownCodecs, transports } from '../../trunks/trunk-fields.ts';
import { withDatabase, withSecrets } from '../installation/open-database.ts';
import { command, type Terminal } from '../terminal/command.ts';
import { id, list, oneOf, optional, or, requireAny, required, text, wholeNumber } from '../terminal/options.ts';

const tenant = required(id('tenant', 'T', 'The tenant.'));
const name = required(text('N', 'What it is called.'));
const host = text('H', "The carrier's server: sip.carrier.example, or an address.");
const user = text('U', 'The user name there; without one the carrier knows you by your address.');
const fromUser = text('U', 'The user in From, where the carrier wants its own there and not the caller id.');
const fromDomain = text('D', "The host in From, where it is not the carrier's server.");
const others = {
  port: optional(wholeNumber('5060', 'Its port; otherwise 5060, or 5061 with tls.', 1, 65_535)),
  transport: optional(oneOf(transports, 'How to speak to it; otherwise udp.')),
  codecs: optional(list('ulaw,alaw', `Some of ${knownCodecs.join(', ')}, in the order of preference.`)),
};
const changeable = {
  host: optional(host),
  ...others,
  user: optional(or('none', user)),
  'from-user': optional(or('none', fromUser)),
  'from-domain': optional(or('none', fromDomain)),
};

export const commands = [
  command({
    words: 'trunk create',
    about:
      'Create a trunk, the way to a carrier. With --user its password is read from TRUNK_PASSWORD, or else from standard input.',
    options: {
      tenant,
      name,
      host: required(host),
      ...others,
      user: optional(user),
      'from-user': optional(fromUser),
      'from-domain': optional(fromDomain),
    },
    run: async ({ tenant, user: username, 'from-user': from_user, 'from-domain': from_domain, ...given }, terminal) => {
      const password = username === undefined ? undefined : await trunkPassword(terminal);
      return withSecrets(terminal.environment, async (db, box) => {
        const wanted = { ...given, username, password, from_user, from_domain };
        return { facts: await db.transaction((tx) => createTrunk(tx, tenant, wanted, box)) };
      });
    },
  }),
  command({
    words: 'trunk update',
    about:
      'Change a trunk. What is not given stays as it is. With --user a password is read, also where only that is another one; a trunk with a user needs both for another host, port or transport.',
    options: { tenant, name, ...changeable },
    run: async ({ tenant, name, user: username, ...given }, terminal) => {
      requireAny({ ...given, user: username }, Object.keys(changeable));
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
    },
  }),
  command({
    words: 'trunk list',
    about: 'List the trunks of a tenant, without their passwords, and how they are in Asterisk.',
    options: { tenant },
    run: ({ tenant }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { tenant_id } = await existingTenant(db, tenant);
        const trunks = await listTrunks.all(db, { tenant_id });
        const names = trunks.map(({ trunk_id }) => trunkEndpoint(trunk_id));
        const states = await partyStates(phoneSystems(readConfig(environment)), names);
        const rows = trunks.map((trunk) => ({ ...trunk, state: states(trunkEndpoint(trunk.trunk_id)) }));
        return { rows, none: 'This tenant has no trunks.' };
      }),
  }),
  command({
    words: 'trunk remove',
    about: 'Remove a trunk that no project uses.',
    options: { tenant, name },
    run: ({ tenant, name }, { environment }) =>
      withDatabase(environment, async (db) => {
        return {
          facts: { trunk_id: await db.transaction((tx) => removeTrunk(tx, tenant, name, projectsOfTrunk)), name },
        };
      }),
  }),
];

/** Never an option: every user of a machine can see the options of every process. */
async function trunkPassword({ environment, readSecret }: Terminal): Promise<string> {
  return environment.TRUNK_PASSWORD || readSecret('Password of the trunk: ');
}
