import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { buildTenant, query } from '../../test/builders.ts';
import { startBreakableNetwork } from '../../test/phone-lab/breakable-network.ts';
import { withFreshPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { launch } from '../../test/program.ts';
import { secretsKey, secretsOf } from '../../test/secrets.ts';
import { startNode, startTestApp, type TestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { sealDigest } from '../staff/sip-digest.ts';

// So many phones that provisioning an Asterisk takes a while. This process is the node.

const accounts = 200;

await withFreshPhoneLab(async (lab) => {
  const builder = await startTestApp();
  const { tenantId } = await buildTenant(builder);
  const box = await secretsOf(builder);
  const created = await query(
    builder,
    `insert into staff (tenant_id, name) select $1, 'Staff' from generate_series(1, $2) returning staff_id::int`,
    [tenantId, accounts],
  );
  const rows = created.map(({ staff_id }) => {
    const username = `staff-${staff_id}`;
    return { staff_id, username, ha1: sealDigest(box, { tenantId, staffId: staff_id }, { username, password: 'x' }) };
  });
  await query(
    builder,
    `insert into sip_accounts (tenant_id, staff_id, username, ha1)
     select $1, staff_id, username, decode(ha1, 'hex') from unnest($2::bigint[], $3::text[], $4::text[]) as a (staff_id, username, ha1)`,
    [
      tenantId,
      rows.map((row) => row.staff_id),
      rows.map((row) => row.username),
      rows.map((row) => row.ha1.toString('hex')),
    ],
  );
  await builder.stop();

  const { databaseUrl } = builder;
  let node: TestApp | undefined;
  const asked: string[] = [];
  subscribe('undici:request:create', (message) => {
    const { method, path } = (message as { request: { method: string; path: string } }).request;
    if (path.includes('/asterisk/config/dynamic/') || path.includes('/endpoints')) asked.push(`${method} ${path}`);
  });

  test('once Asterisk has everything, it is only asked for its mark, and nothing is written', async () => {
    node = await startNode(databaseUrl, lab.settings);
    const provisioned = async () =>
      (await query({ databaseUrl }, `select count(*)::int from provisioned where digest <> '' and fault is null`))[0]
        ?.count;
    await until(async () => (await provisioned()) === accounts);
    await until(() => asked.at(-1)?.startsWith('GET')); // All follow-ups of the last write are done.
    const before = asked.length;
    await until(() => asked.length > before);
    assert.ok(
      asked.slice(before).every((one) => one.startsWith('GET')),
      asked.slice(before).join(),
    );
    assert.ok(asked.length - before < 3, `${asked.length - before} requests`);
  });

  const known = async () => {
    const endpoints = await lab.asterisk.ask<{ resource: string }[]>('/endpoints');
    return endpoints.filter(({ resource }) => resource.startsWith('staff-')).length;
  };
  async function fromZero(): Promise<void> {
    await node?.stop();
    await lab.asterisk.kill();
    await lab.asterisk.forget();
    await lab.asterisk.start();
  }

  test('a node that is killed in the middle of it leaves the rest to the next one', async () => {
    await fromZero();
    const killed = launch(['serve'], {
      ...{ DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, LOG_LEVEL: 'silent' },
      ...{ ASTERISK_URL: lab.settings.ASTERISK_URL.join(), ASTERISK_RECORDINGS: lab.recordings },
    });
    await until(async () => (await known()) > accounts / 5);
    killed.child.kill('SIGKILL');
    await killed.ended;
    assert.ok((await known()) < accounts);
    node = await startNode(databaseUrl, lab.settings);
    await until(async () => (await known()) === accounts);
  });

  test('a network that breaks in the middle of it is made up for', async () => {
    await fromZero();
    const network = await startBreakableNetwork(lab.settings.ASTERISK_URL.join());
    node = await startNode(databaseUrl, { ...lab.settings, ASTERISK_URL: [network.url] });
    await until(async () => (await known()) > accounts / 5);
    network.cut();
    assert.ok((await known()) < accounts);
    network.restore();
    await until(async () => (await known()) === accounts);
  });
});
