import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { withPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { secretsKey } from '../../test/secrets.ts';
import { startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';

// Customers call in over trunks that the commands created: Asterisk's configuration files mention none of these carriers.

const caller = '+819012340000';
const number = '+81312345678';

await withPhoneLab(async (lab) => {
  const app = await startTestApp(lab.settings);
  const { json, newTenant } = commandLine({
    ...{ DATABASE_URL: app.databaseUrl, SECRETS_KEY: secretsKey, ASTERISK_URL: lab.settings.ASTERISK_URL.join() },
  });
  const { of, tenantId, project, staff } = await newTenant();
  await json(`staff update ${of} --staff ${staff[0]} --phone sip:alice@pbx.example`);
  await json(`number add ${of} --number ${number} --project ${project}`);

  type Trunk = { name: string; state: string };
  const trunkIs = (name: string, state: string) =>
    until(async () => {
      const trunks: Trunk[] = await json(`trunk list ${of}`);
      return trunks.some((trunk) => trunk.name === name && trunk.state === state);
    });
  const numbersOfCallers = async () =>
    (await query(app, 'select phone_number from calls where tenant_id = $1 order by call_id', [tenantId])).map(
      ({ phone_number }) => phone_number,
    );
  /** A call from this address. Returns the status of the final answer. */
  async function callFrom(address: string, manner: object = {}): Promise<number | undefined> {
    const options = { from: caller, to: number, patience: 8_000, talks: 300, ...manner };
    const { ended, statuses } = await lab.callIn(options, { address });
    assert.equal(await ended, 0, statuses().join());
    // Until then the staff member is on this call, and the next caller would find the line busy.
    await until(async () => (await query(app, 'select 1 from open_calls')).length === 0);
    return statuses().at(-1);
  }

  const carrier = await lab.anotherCarrier();
  const stranger = carrier.host.replace(/\d+$/, '99');
  const { trunk_id } = await json(`trunk create ${of} --name plain --host ${carrier.host} --port ${carrier.port}`);
  await trunkIs('plain', 'reachable');

  test("a carrier is identified by its address; a sender with the trunk's name in From is not", async () => {
    assert.equal(await callFrom(carrier.host), 200);
    assert.deepEqual(await numbersOfCallers(), [caller]);
    for (const from of [`trunk-${trunk_id}`, 'carrier']) assert.equal(await callFrom(stranger, { from }), 401, from);
    assert.deepEqual(await numbersOfCallers(), [caller]);
  });

  test('callers show their numbers also after the trunk has changed, and after Asterisk was restarted', async () => {
    await query(app, `update trunks set codecs = '{ulaw}' where trunk_id = $1`, [trunk_id]);
    const endpoint = `/asterisk/config/dynamic/res_pjsip/endpoint/trunk-${trunk_id}`;
    const values = async () => (await lab.asterisk.ask<{ value: string }[]>(endpoint)).map(({ value }) => value);
    await until(async () => (await values()).includes('(ulaw)'));
    assert.equal(await callFrom(carrier.host), 200);
    await lab.asterisk.stop();
    await lab.asterisk.start();
    await until(async () => {
      const apps = await lab.asterisk.ask<{ name: string }[]>('/applications');
      return apps.some(({ name }) => name.startsWith('trunkline-'));
    });
    assert.equal(await callFrom(carrier.host), 200);
    assert.deepEqual(await numbersOfCallers(), [caller, caller, caller]);
  });

  test('a carrier that calls our registration gives the number in To', async () => {
    const credentials = { username: 'acme', password: 'open-sesame' };
    const strict = await lab.anotherCarrier({ credentials });
    await json(`trunk create ${of} --name strict --host ${strict.host} --port ${strict.port} --user acme`, {
      TRUNK_PASSWORD: credentials.password,
    });
    await trunkIs('strict', 'registered');
    const [registration = ''] = strict.requests('REGISTER', '');
    const contact = registration.match(/^Contact: <(sip:acme@.*?)>/m)?.[1] ?? '';
    const before = (await numbersOfCallers()).length;

    // From any address: only the carrier knows the line in the contact that we registered.
    for (const [address, to] of [
      [strict.host, number],
      [stranger, '0312345678'],
    ] as const)
      assert.equal(await callFrom(address, { uri: contact, to }), 200, to);
    assert.equal((await numbersOfCallers()).length, before + 2);
    for (const to of ['+81399999999', 'acme', 'a,b'])
      assert.equal(await callFrom(strict.host, { uri: contact, to }), 404, to);
    assert.equal(await callFrom(stranger, { uri: contact.replace(/line=\w+/, 'line=guessed') }), 401);
    assert.equal((await numbersOfCallers()).length, before + 2);
  });
});
