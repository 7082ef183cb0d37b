import { phoneSystems } from '../asterisk-servers.ts';
import { readConfig } from '../config.ts';
import { partyStates } from '../telephony/party-states.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { createTrunk } from '../trunks/create-trunk.ts';
import { listTrunks } from '../trunks/queries.ts';
import { removeTrunk } from '../trunks/remove-trunk.ts';
import { trunkEndpoint } from '../trunks/trunk-endpoint.ts';
import { codecs as knownCodecs, transports } from '../trunks/trunk-fields.ts';
import { command, type Terminal } from './command.ts';
import { withDatabase, withSecrets } from './open-database.ts';
import { id, list, oneOf, optional, required, text, wholeNumber } from './options.ts';

const tenant = required(id('T', 'The tenant.'));
const name = required(text('N', 'What it is called.'));

export const commands = [
  command({
    words: 'trunk create',
    about:
      'Create a trunk, the way to a carrier. With --user its password is read from TRUNK_PASSWORD, or else from standard input.',
    options: {
      tenant,
      name,
      host: required(text('H', "The carrier's server: sip.carrier.example, or an address.")),
      port: optional(wholeNumber('5060', 'Its port; otherwise 5060, or 5061 with tls.', 1, 65_535)),
      transport: optional(oneOf(transports, 'How to speak to it; otherwise udp.')),
      user: optional(text('U', 'The user name there; without one the carrier knows you by your address.')),
      codecs: optional(list('ulaw,alaw', `Some of ${knownCodecs.join(', ')}, in the order of preference.`)),
      'from-user': optional(
        text('U', 'The user in From, where the carrier wants its own there and not the caller id.'),
      ),
      'from-domain': optional(text('D', "The host in From, where it is not the carrier's server.")),
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
        return { facts: { trunk_id: await db.transaction((tx) => removeTrunk(tx, tenant, name)), name } };
      }),
  }),
];

/** Never an option: every user of a machine sees the options of every process. */
async function trunkPassword({ environment, readSecret }: Terminal): Promise<string> {
  return environment.TRUNK_PASSWORD || readSecret('Password of the trunk: ');
}
