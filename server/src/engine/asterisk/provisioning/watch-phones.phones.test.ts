import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBreakableNetwork } from '../../../../test/phone-lab/breakable-network.ts';
import { partiesOf } from '../../../../test/phone-lab/parties.ts';
import { withFreshPhoneLab } from '../../../../test/phone-lab/phone-lab.ts';
import { until } from '../../../../test/until.ts';
import { createLog } from '../../../platform/log.ts';
import { asteriskPhoneSystem } from './asterisk-phone-system.ts';

await withFreshPhoneLab((lab) => {
  const system = asteriskPhoneSystem(lab.asterisk);
  const watch = () => system.watchPhones(createLog('silent'));
  const states = async (name: string) => (await system.states([name])).get(name);
  const isAskedEvery = async (name: string, seconds: string) => {
    const path = `/asterisk/config/dynamic/res_pjsip/aor/${name}`;
    const fields = await lab.asterisk.ask<{ attribute: string; value: string }[]>(path);
    return fields.some(({ attribute, value }) => attribute === 'qualify_frequency' && value === seconds);
  };

  const watchers = async () => {
    const apps = await lab.asterisk.ask<{ endpoint_ids: string[] }[]>('/applications');
    return apps.filter(({ endpoint_ids }) => endpoint_ids.length > 0);
  };

  test('a phone that answers again while no node is there is asked as usual when the next one starts', async (t) => {
    const account = await partiesOf(lab.asterisk).addPhone('staff-12');
    const name = account.username;
    const phone = await lab.softphone(account);
    assert.equal(await phone.register(), 200);
    await until(async () => (await states(name)) === 'registered');

    const killed = watch();
    await until(async () => (await watchers()).length > 0);
    phone.setPower('off');
    await lab.asterisk.command(`pjsip qualify ${name}`); // As Asterisk does every 30 seconds.
    await until(() => isAskedEvery(name, '2'));
    killed(); // This closes the connection and does nothing else, like a crash.
    phone.setPower('on');
    await until(async () => (await states(name)) === 'registered');
    assert.ok(await isAskedEvery(name, '2'), 'no node was there to change it');

    t.after(watch());
    await until(() => isAskedEvery(name, '30'));
    assert.equal(await states(name), 'registered');
  });

  test('a connection that is silent is replaced, and shows a phone that answers no more', async (t) => {
    const network = await startBreakableNetwork(lab.asterisk.url);
    const account = await partiesOf(lab.asterisk).addPhone('staff-13');
    const phone = await lab.softphone(account);
    assert.equal(await phone.register(), 200);
    await until(async () => (await states('staff-13')) === 'registered');
    const before = (await watchers()).length;
    t.after(asteriskPhoneSystem({ ...lab.asterisk, url: network.url }).watchPhones(createLog('silent')));
    await until(async () => (await watchers()).length > before);
    network.silence('app=phones-');
    await until(() => network.openedWith('app=phones-') === 2);
    phone.setPower('off');
    await lab.asterisk.command('pjsip qualify staff-13');
    await until(() => isAskedEvery('staff-13', '2'));
  });
});
