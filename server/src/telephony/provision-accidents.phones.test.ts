import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { startBreakableNetwork } from '../../test/phone-lab/breakable-network.ts';
import { withFreshPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { launch } from '../../test/program.ts';
import { secretsKey } from '../../test/secrets.ts';
import { startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { createLog } from '../platform/log.ts';

// Failures between a node and Asterisk during provisioning, at the one moment where they do harm.

await withFreshPhoneLab(async (lab) => {
  const databaseUrl = await createTestDatabase();
  const { json, newTenant } = commandLine({ DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey });
  const { of, staff } = await newTenant();
  const sql = (text: string) => query({ databaseUrl }, text);

  const objectsOf = async (name: string) => {
    const paths = ['auth', 'aor', 'identify', 'endpoint'].map(
      (type) => `/asterisk/config/dynamic/res_pjsip/${type}/${name}`,
    );
    const found = await Promise.allSettled(paths.map((path) => lab.asterisk.ask(path)));
    return found.filter(({ status }) => status === 'fulfilled').length;
  };
  const isThere = (name: string) => until(async () => (await objectsOf(name)) === 3);
  const isGone = (name: string) => until(async () => (await objectsOf(name)) === 0);

  test('a party that a node wrote before it was killed is removed, if it was deleted meanwhile', async (t) => {
    const network = await startBreakableNetwork(lab.settings.ASTERISK_URL.join());
    const killed = launch(['serve'], {
      ...{ DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, LOG_LEVEL: 'silent', PORT: '0' },
      ...{ ASTERISK_URL: network.url, ASTERISK_RECORDINGS: lab.recordings },
    });
    const { username } = await json(`staff account ${of} --staff ${staff[0]}`);
    await until(async () => (await sql(`select 1 from provisioned where digest <> ''`)).length === 1);
    // The node gets as far as writing the mark into Asterisk, and waits for an answer.
    network.lose('PUT /ari/asterisk/config/dynamic/res_pjsip/aor/trunkline?');
    const { trunk_id } = await json(`trunk create ${of} --name short --host 127.0.0.3`);
    await isThere(`trunk-${trunk_id}`);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await json(`trunk remove ${of} --name short`);
    const next = await startNode(databaseUrl, lab.settings);
    t.after(next.stop);
    await isGone(`trunk-${trunk_id}`);
    await isThere(username);
    assert.equal((await sql('select 1 from phone_systems')).length, 1, 'the row that it had before is gone');
  });

  test('a trunk for which Asterisk takes too long is reported as such, and delays others only briefly', async (t) => {
    const lines: Record<string, unknown>[] = [];
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
    const network = await startBreakableNetwork(lab.settings.ASTERISK_URL.join());
    const { trunk_id } = await json(`trunk create ${of} --name slow --host 127.0.0.3`);
    network.lose(`/identify/trunk-${trunk_id}?`);
    const node = await startNode(databaseUrl, { ...lab.settings, ASTERISK_URL: [network.url] }, log);
    t.after(node.stop);
    const line = await until(() => lines.find(({ trunk }) => trunk === `trunk-${trunk_id}`));
    const fault = 'it takes too long, perhaps to find an address for the host 127.0.0.3';
    assert.deepEqual([line.event, line.reason], ['provisioning.refused', fault]);
    assert.deepEqual(await sql('select fault from provisioned where fault is not null'), [{ fault }]);
    const { username } = await json(`staff account ${of} --staff ${staff[1]}`);
    await isThere(username);
    assert.equal((await sql('select 1 from phone_systems')).length, 1);
    assert.deepEqual(
      lines.filter(({ event }) => event === 'provisioning.failed'),
      [],
    );
  });
});
