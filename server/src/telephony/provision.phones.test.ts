import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { query } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { withFreshPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { secretsKey } from '../../test/secrets.ts';
import { startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { createLog } from '../platform/log.ts';

// The operator's commands, a running server, and the objects that a real Asterisk has afterwards, without a reload.

type Field = { attribute: string; value: string };

await withFreshPhoneLab(async (lab) => {
  const databaseUrl = await createTestDatabase();
  const { json, newTenant } = commandLine({ DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey });
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const node = () => startNode(databaseUrl, lab.settings, log);
  let server = await node();
  const { of, tenantId, staff } = await newTenant();

  /** The fields of an object in Asterisk; undefined if there is no object with that name. */
  async function objectOf(type: string, name: string): Promise<Record<string, string> | undefined> {
    const fields = await lab.asterisk
      .ask<Field[]>(`/asterisk/config/dynamic/res_pjsip/${type}/${name}`)
      .catch(() => []);
    return fields.length > 0 ? Object.fromEntries(fields.map(({ attribute, value }) => [attribute, value])) : undefined;
  }
  const digestOf = (name: string, password: string) =>
    createHash('md5').update(`${name}:trunkline:${password}`).digest('hex');
  const hasPassword = (name: string, password: string) =>
    until(async () => (await objectOf('auth', name))?.md5_cred === digestOf(name, password));
  const isGone = (name: string) =>
    until(async () => {
      const found = await Promise.all(
        ['auth', 'aor', 'identify', 'endpoint', 'registration'].map((type) => objectOf(type, name)),
      );
      return found.every((one) => one === undefined);
    });

  const newAccount = async (staffId: number): Promise<{ username: string; password: string }> =>
    json(`staff account ${of} --staff ${staffId}`);

  /** The names of Asterisk's endpoints. */
  const known = async () =>
    (await lab.asterisk.ask<{ resource: string }[]>('/endpoints')).map(({ resource }) => resource).toSorted();

  test('a new Asterisk without any endpoint is provisioned, and again after its database was emptied', async () => {
    await server.stop();
    assert.deepEqual(await known(), []);
    const { trunk_id } = await json(`trunk create ${of} --name first --host 127.0.0.3`);
    const accounts = await Promise.all(staff.map(newAccount));
    const all = [`trunk-${trunk_id}`, ...accounts.map(({ username }) => username)].toSorted();
    const isProvisioned = () => until(async () => (await known()).join() === all.join());
    server = await node();
    await isProvisioned();
    await lab.asterisk.stop();
    await lab.asterisk.forget();
    await lab.asterisk.start();
    await isProvisioned();
    for (const { username, password } of accounts) await hasPassword(username, password);
    await json(`trunk remove ${of} --name first`);
    await isGone(`trunk-${trunk_id}`);
  });

  test('an account is in Asterisk about a second after the command, and places no calls', async () => {
    const { username, password } = await newAccount(staff[0]);
    const changedAt = performance.now();
    await hasPassword(username, password);
    const took = performance.now() - changedAt;
    assert.ok(took < 4_000, `${took} ms`);
    const endpoint = await until(() => objectOf('endpoint', username));
    const { context, direct_media, rtp_symmetric, send_connected_line, rtp_timeout, force_rport, rewrite_contact } =
      endpoint;
    assert.deepEqual(
      { context, direct_media, rtp_symmetric, send_connected_line, rtp_timeout, force_rport, rewrite_contact },
      {
        ...{ context: 'trunkline-phones', direct_media: 'false', rtp_symmetric: 'true', send_connected_line: 'no' },
        ...{ rtp_timeout: '60', force_rport: 'true', rewrite_contact: 'true' },
      },
    );
    assert.equal((await objectOf('auth', username))?.password, '', 'nobody keeps the password itself');
  });

  test('a renewed password takes the place of the old one', async () => {
    const { username, password } = await newAccount(staff[0]);
    await hasPassword(username, password);
  });

  test('a trunk is all that a carrier needs, changes as a whole, and goes without a trace', async () => {
    const created = await json(`trunk create ${of} --name carrier --host 127.0.0.1 --port 5099 --user acme`, {
      TRUNK_PASSWORD: 'first',
    });
    const name = `trunk-${created.trunk_id}`;
    await until(async () => (await objectOf('registration', name)) !== undefined);
    const [auth, aor, identify, endpoint, registration] = await Promise.all(
      ['auth', 'aor', 'identify', 'endpoint', 'registration'].map((type) => objectOf(type, name)),
    );
    assert.deepEqual([auth?.username, auth?.password], ['acme', 'first']);
    assert.deepEqual([aor?.contact, aor?.qualify_frequency], ['sip:127.0.0.1:5099', '30']);
    assert.deepEqual([identify?.endpoint, identify?.match], [name, '127.0.0.1/255.255.255.255']);
    assert.deepEqual(
      [endpoint?.context, endpoint?.allow, endpoint?.outbound_auth, endpoint?.trust_id_outbound, endpoint?.send_pai],
      ['trunkline-inbound', '(ulaw|alaw)', name, 'true', 'true'],
    );
    assert.deepEqual(
      [registration?.server_uri, registration?.client_uri, registration?.contact_user],
      ['sip:127.0.0.1:5099', 'sip:acme@127.0.0.1', 'acme'],
    );

    const file = `${lab.recordings}/telephony.json`;
    const change = {
      name: 'carrier',
      host: '127.0.0.2',
      port: 5098,
      transport: 'tcp',
      username: null,
      codecs: ['alaw'],
    };
    await writeFile(file, JSON.stringify({ trunks: [change] }));
    await json(`telephony apply ${of} --file ${file}`);
    await until(async () => (await objectOf('endpoint', name))?.allow === '(alaw)');
    assert.deepEqual([await objectOf('auth', name), await objectOf('registration', name)], [undefined, undefined]);
    await until(async () => (await objectOf('aor', name))?.contact === 'sip:127.0.0.2:5098;transport=tcp');
    await until(async () => (await objectOf('identify', name))?.match === '127.0.0.2/255.255.255.255');
    assert.equal((await objectOf('endpoint', name))?.outbound_auth, '');

    await json(`trunk remove ${of} --name carrier`);
    await isGone(name);
  });

  test('a party that Asterisk refuses is reported, and delays no other', async () => {
    const { trunk_id } = await json(`trunk create ${of} --name bad --host no-such-host.invalid`);
    const { username, password } = await newAccount(staff[1]);
    await hasPassword(username, password);
    const line = await until(() => lines.find(({ trunk }) => trunk === `trunk-${trunk_id}`));
    assert.deepEqual(
      [line.tenant_id, line.event, line.reason],
      [tenantId, 'provisioning.refused', 'it finds no address for the host no-such-host.invalid'],
    );
    await json(`trunk remove ${of} --name bad`);
    await isGone(`trunk-${trunk_id}`);

    await query(server, `update sip_accounts set ha1 = 'not sealed by us' where staff_id = $1`, [staff[1]]);
    await newAccount(staff[0]);
    const unopened = await until(() => lines.find(({ phone }) => phone === username));
    assert.equal(unopened.event, 'provisioning.refused');
    assert.match(`${unopened.reason}`, /^its secret in the database cannot be opened/);
    const renewed = await newAccount(staff[1]);
    await hasPassword(username, renewed.password);
  });

  test('configuration that an administrator of Asterisk wrote is never touched', async () => {
    const [next] = await query(
      server,
      "select nextval(pg_get_serial_sequence('trunks', 'trunk_id'))::int + 1 as trunk_id",
    );
    const name = `trunk-${next?.trunk_id}`;
    await lab.asterisk.stop();
    await lab.asterisk.write(
      'pjsip_local.conf',
      `[${name}]\ntype=endpoint\ncontext=trunkline-phones\nfrom_domain=written-by-hand.test\n`,
    );
    await lab.asterisk.start();
    const { trunk_id } = await json(`trunk create ${of} --name taken --host 127.0.0.3`);
    assert.equal(`trunk-${trunk_id}`, name);
    await until(() => lines.some(({ reason }) => /its own configuration \(pjsip\.conf\)/.test(`${reason}`)));
    await json(`trunk remove ${of} --name taken`);
    const { username, password } = await newAccount(staff[1]);
    await hasPassword(username, password);
    assert.equal((await objectOf('endpoint', name))?.from_domain, 'written-by-hand.test');
    assert.deepEqual([await objectOf('identify', name)], [undefined]);
  });

  test('an Asterisk that was killed in the middle of it has everything again by itself', async () => {
    const accounts = await Promise.all(staff.map(newAccount));
    // Asterisk has not yet stored what it received in the last second.
    await hasPassword(accounts[1]?.username ?? '', accounts[1]?.password ?? '');
    await lab.asterisk.kill();
    await lab.asterisk.start();
    for (const { username, password } of accounts) await hasPassword(username, password);
  });

  test('an Asterisk that has lost everything is provisioned again', async () => {
    const account = await newAccount(staff[0]);
    await lab.asterisk.kill();
    await lab.asterisk.forget();
    await lab.asterisk.start();
    await hasPassword(account.username, account.password);
    await until(async () => (await objectOf('endpoint', `staff-${staff[1]}`)) !== undefined);
  });

  test('changes made while no server was running, or Asterisk was unreachable, are caught up', async () => {
    const { trunk_id } = await json(`trunk create ${of} --name short --host 127.0.0.3`);
    await until(
      async () => (await objectOf('registration', `trunk-${trunk_id}`)) ?? objectOf('endpoint', `trunk-${trunk_id}`),
    );
    await server.stop();
    await json(`trunk remove ${of} --name short`);
    const whileStopped = await newAccount(staff[0]);
    server = await node();
    await hasPassword(whileStopped.username, whileStopped.password);
    await isGone(`trunk-${trunk_id}`);

    await lab.asterisk.kill();
    const whileAway = await newAccount(staff[0]);
    await lab.asterisk.start();
    await hasPassword(whileAway.username, whileAway.password);
  });

  test('a staff member who is no longer active has no phone any more', async () => {
    await query(server, 'update staff set is_active = false where staff_id = $1', [staff[1]]);
    await isGone(`staff-${staff[1]}`);
  });

  test('two nodes at once leave the newest of many changes', async () => {
    await node();
    await lab.asterisk.kill();
    await lab.asterisk.forget();
    await lab.asterisk.start();
    for (let round = 0; round < 3; round++) {
      let last = await newAccount(staff[0]);
      for (let i = 0; i < 12; i++) last = await newAccount(staff[0]);
      await hasPassword(last.username, last.password);
      const waiting = await query(server, 'select count(*)::int from provisioned where fault is not null');
      assert.deepEqual(waiting, [{ count: 0 }]);
    }
  });
});
