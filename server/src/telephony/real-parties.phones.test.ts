import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAdministrator, logIn } from '../../test/browser.ts';
import { buildKey } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { withFreshPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { secretsKey } from '../../test/secrets.ts';
import { client, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';

// Phones that register with accounts that the commands created, and carriers that are trunks: Asterisk's configuration files
// mention none of them.

/** An Asterisk that does not answer. */
const away = 'http://user:password@127.0.0.9:9/ari';

await withFreshPhoneLab(async (lab) => {
  const app = await startTestApp(lab.settings);
  const { ASTERISK_URL } = lab.settings;
  const environment = { DATABASE_URL: app.databaseUrl, SECRETS_KEY: secretsKey, ASTERISK_URL: ASTERISK_URL.join() };
  const { json, newTenant } = commandLine(environment);
  const { of, tenantId, project, staff } = await newTenant();
  const api = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);

  const trunkState = async (name: string) =>
    (await json(`trunk list ${of}`)).find((trunk: { name: string }) => trunk.name === name).state;
  const phoneState = async (staffId: number) =>
    (await json(`staff list ${of}`)).find((member: { staff_id: number }) => member.staff_id === staffId).state;

  /** The directory may be a second old. */
  const untilAvailability = (staffId: number, wanted: string) =>
    until(async () => (await api.get(`/staff/${staffId}`)).body.data.availability === wanted, 3);

  /** Calls over a trunk, hangs up once the call is answered, and returns the call after its end. */
  async function callOver(trunk: string, phone_number: string) {
    await json(`project update ${of} --project ${project} --trunk ${trunk} --caller-id +81312345678`);
    const body = { staff_id: staff[0], project_id: project, phone_number };
    const { data } = await until(async () => {
      const answer = await api.post('/calls/initiate', body);
      return answer.status === 200 && answer.body;
    });
    const detail = () => api.get(`/calls/${data.call_id}`).then(({ body }) => body.data);
    await until(async () => {
      const { status, ended_at } = await detail();
      return status === 'connected' || ended_at;
    });
    await api.post(`/calls/${data.call_id}/hangup`);
    return until(async () => {
      const call = await detail();
      return call.ended_at && call;
    });
  }

  test('a phone registers with the printed password, and no longer with the previous one', async () => {
    const [staffId] = staff;
    assert.equal(await phoneState(staffId), null);
    const account = await json(`staff account ${of} --staff ${staffId}`);
    await until(async () => (await phoneState(staffId)) === 'not registered');
    const phone = await lab.softphone(account);
    assert.equal(await phone.register(), 200);
    await until(async () => (await phoneState(staffId)) === 'registered');
    assert.equal(await (await lab.softphone({ ...account, password: 'wrong' })).register(), 401);

    const renewed = await json(`staff account ${of} --staff ${staffId}`);
    await until(async () => (await phone.register()) === 401);
    assert.equal(await (await lab.softphone(renewed)).register(), 200);
    await until(async () => (await phoneState(staffId)) === 'registered');

    // The phone must be registered with every Asterisk, and the state of the other one is unknown.
    const { json: withTwo } = commandLine({ ...environment, ASTERISK_URL: `${ASTERISK_URL},${away}` });
    assert.equal((await withTwo(`staff list ${of}`))[0].state, 'unknown');
  });

  test('a phone that did not answer is asked often, and is registered again seconds after it is back', async () => {
    const [, staffId] = staff;
    const account = await json(`staff account ${of} --staff ${staffId}`);
    const phone = await lab.softphone(account);
    await until(async () => (await phone.register()) === 200);
    await until(async () => (await phoneState(staffId)) === 'registered');
    await untilAvailability(staffId, 'available');
    const isAskedEvery = (seconds: string) =>
      until(async () => {
        const path = `/asterisk/config/dynamic/res_pjsip/aor/${account.username}`;
        const fields = await lab.asterisk.ask<{ attribute: string; value: string }[]>(path);
        return fields.some(({ attribute, value }) => attribute === 'qualify_frequency' && value === seconds);
      });
    await isAskedEvery('30');
    phone.setPower('off');
    await lab.asterisk.command(`pjsip qualify ${account.username}`); // As Asterisk does every 30 seconds.
    await until(async () => (await phoneState(staffId)) === 'not registered');
    await untilAvailability(staffId, 'unreachable');
    await isAskedEvery('2');
    phone.setPower('on');
    assert.equal(await phone.register(), 200);
    await until(async () => (await phoneState(staffId)) === 'registered', 20);
    await untilAvailability(staffId, 'available');
    await isAskedEvery('30');
  });

  test('a phone of the staff that has registered is called, and a carrier that is a trunk', async () => {
    const carrier = await lab.anotherCarrier();
    await json(`trunk create ${of} --name plain --host ${carrier.host} --port ${carrier.port}`);
    await until(async () => (await trunkState('plain')) === 'reachable');
    const call = await callOver('plain', '+819012345678');
    assert.deepEqual([call.status, call.end_reason], ['connected', 'hung_up_by_api']);
    const [invite] = carrier.invites();
    assert.deepEqual(
      [invite?.to, invite?.from, invite?.assertedIdentity],
      ['+819012345678', '+81312345678', '+81312345678'],
    );
    assert.match(invite?.text ?? '', new RegExp(`^From: .*@${carrier.host}>`, 'm'));
    assert.equal(lab.phones.invites().at(-1)?.to, `staff-${staff[0]}`);
  });

  test('a trunk over TCP is called over TCP', async () => {
    const carrier = await lab.anotherCarrier({ transport: 'tcp' });
    await json(`trunk create ${of} --name stream --host ${carrier.host} --port ${carrier.port} --transport tcp`);
    await until(async () => (await trunkState('stream')) === 'reachable');
    const call = await callOver('stream', '+819012345678');
    assert.deepEqual([call.status, call.end_reason], ['connected', 'hung_up_by_api']);
    assert.match(carrier.invites()[0]?.text ?? '', /^Via: SIP\/2\.0\/TCP /m);
  });

  test('a trunk with a password registers with a carrier that challenges, and its calls are authenticated', async () => {
    const credentials = { username: 'acme', password: 'open-sesame' };
    const carrier = await lab.anotherCarrier({ credentials });
    const options = `--host ${carrier.host} --port ${carrier.port} --user acme --from-user acme --from-domain carrier.test`;
    await json(`trunk create ${of} --name strict ${options}`, { TRUNK_PASSWORD: credentials.password });
    await until(async () => (await trunkState('strict')) === 'registered');
    const [first, second] = carrier.requests('REGISTER', '');
    assert.doesNotMatch(first ?? '', /^Authorization:/m);
    assert.match(second ?? '', /^Authorization: Digest username="acme"/m);

    const call = await callOver('strict', '+819012345678');
    assert.deepEqual([call.status, call.end_reason], ['connected', 'hung_up_by_api']);
    const [unknown, known] = carrier.invites();
    assert.doesNotMatch(unknown?.text ?? '', /^Authorization:/m);
    assert.match(known?.text ?? '', /^Authorization: Digest username="acme"/m);
    assert.deepEqual([known?.from, known?.assertedIdentity], ['acme', '+81312345678']);
    assert.match(known?.text ?? '', /^From: .*@carrier\.test>/m);
  });

  test('a carrier that refuses the password is reported as such, and takes no call', async () => {
    const carrier = await lab.anotherCarrier({ credentials: { username: 'acme', password: 'right' } });
    const options = `--host ${carrier.host} --port ${carrier.port} --user acme`;
    await json(`trunk create ${of} --name wrong ${options}`, { TRUNK_PASSWORD: 'wrong' });
    await until(async () => (await trunkState('wrong')) === 'rejected');
    const call = await callOver('wrong', '+819012345678');
    assert.deepEqual([call.status, call.end_reason, call.sip_code], ['failed', 'trunk_error', 403]);
  });

  test('an unreachable carrier is reported as such, and without an Asterisk the state is unknown', async () => {
    await json(`trunk create ${of} --name dead --host 127.0.0.9 --port 9`);
    await until(async () => (await trunkState('dead')) === 'unreachable');
    const { json: without } = commandLine({ ...environment, ASTERISK_URL: '' });
    const states = (await without(`trunk list ${of}`)).map(({ state }: { state: string }) => state);
    assert.deepEqual(new Set(states), new Set(['unknown']));
    const { json: alone } = commandLine({ ...environment, ASTERISK_URL: away });
    assert.equal((await alone(`staff list ${of}`))[0].state, 'unknown');
  });

  test('a phone cannot place calls, even with its password', async () => {
    const account = await json(`staff account ${of} --staff ${staff[1]}`);
    const phone = await lab.softphone(account);
    await until(async () => (await phone.register()) === 200);
    for (const number of ['+819012345678', 'staff-1', 'alice', 's'])
      assert.equal(await phone.dial(number), 404, number);
    assert.equal(await (await lab.softphone({ ...account, password: 'wrong' })).dial('+819012345678'), 401);
  });

  test('changes over the API are provisioned too, and the lists show their state', async () => {
    const page = await logIn(app, (await buildAdministrator(app, tenantId)).email);
    const carrier = await lab.anotherCarrier();
    await page.post('/trunks', { name: 'of the console', host: carrier.host, port: carrier.port });
    await until(async () => (await page.get('/trunks')).body.data.at(-1).state === 'reachable');

    const path = `/staff/${staff[1]}`;
    const phone = await lab.softphone((await page.post(`${path}/account`)).body.data);
    await until(async () => (await phone.register()) === 200);
    await until(async () => (await page.get(path)).body.data.state === 'registered');
    await page.put(path, { is_active: false });
    await until(async () => (await phone.register()) !== 200); // A staff member who has left has no phone.
    await page.put(path, { is_active: true });
    await until(async () => (await phone.register()) === 200);
    assert.equal((await page.remove(path)).status, 200);
    await until(async () => (await phone.register()) !== 200); // Nor has one who was removed.
    assert.equal((await page.remove('/trunks/of%20the%20console')).status, 200);
  });
});
