import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { withPhoneLab } from './phone-lab.ts';
import { strengthOf, tone } from './tone.ts';

type Info = { system: { version: string }; status: { startup_time: string } };

await withPhoneLab((lab) => {
  test('the carrier and the phones are there, and the dead carrier is known to be dead', async () => {
    for (const name of ['carrier', 'alice']) await until(async () => (await lab.stateOf(name)) === 'online');
    assert.equal(await lab.stateOf('unregistered'), 'offline');
    await lab.deadCarrierIsFound();
    assert.equal(await lab.stateOf('dead-carrier'), 'offline');
  });

  test('a caller without a listening node gets that reason', async () => {
    const { ended } = await lab.callIn({ from: '+819012345678', to: '+81312345678', patience: 20_000, talks: 100 });
    assert.equal(await ended, 0);
  });

  test('killed and started again, Asterisk is another one', async () => {
    const before = await lab.asterisk.ask<Info>('/asterisk/info');
    assert.match(before.system.version, /^2\d\./);
    await lab.asterisk.kill();
    await lab.asterisk.start();
    const after = await lab.asterisk.ask<Info>('/asterisk/info');
    assert.notEqual(before.status.startup_time, after.status.startup_time);
  });
});

test('a tone is found where it is and nowhere else', () => {
  const frames = Buffer.alloc(44 + 4 * 8_000);
  for (let i = 0; i < 8_000; i++)
    frames.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * i) / 8_000)), 44 + 4 * i);
  assert.ok(strengthOf(440, frames, 'left') > -15);
  assert.ok(strengthOf(1_000, frames, 'left') < -60);
  assert.ok(strengthOf(440, frames, 'right') < -60);
  assert.equal(tone(440).length, 8_000);
});
