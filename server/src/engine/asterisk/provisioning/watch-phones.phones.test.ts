import assert from 'node:assert/strict';
import { test } from 'node:test';
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

  test('a phone that answers again while no node is there is asked as usual when the next one starts', async (t) => {
    const account = await partiesOf(lab.asterisk).addPhone('staff-12');
    const name = account.username;
    const phone = await lab.softphone(account);
    assert.equal(await phone.register(), 200);
    await until(async () => (await states(name)) === 'registered');

    const killed = watch();
    await until(async () => {
      const apps = await lab.asterisk.ask<{ endpoint_ids: string[] }[]>('/applications');
      return apps.some(({ endpoint_ids }) => endpoint_ids.length > 0);
    });
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
});
