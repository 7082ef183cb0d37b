import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { withFreshPhoneLab } from '../phone-lab/phone-lab.ts';
import { until } from '../until.ts';
import { buildOffice } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { assertSound } from './open-console.ts';
import { readQrCode } from './read-qr-code.ts';

// The states of trunks and phones in a real Asterisk, as the console shows them.

const texts = {
  en: {
    ...{ registered: 'Registered', notRegistered: 'Not registered', reachable: 'Reachable' },
    ...{ unreachable: 'Unreachable', rejected: 'Rejected' },
  },
  ja: {
    ...{ registered: '登録済み', notRegistered: '未登録', reachable: '到達可能' },
    ...{ unreachable: '到達不可', rejected: '拒否' },
  },
};

await withFreshPhoneLab(async (lab) => {
  const app = await startConsoleApp(lab.settings);
  const office = await buildOffice(app);
  const is = (page: Page, name: string, state: string) =>
    page.getByRole('row').filter({ hasText: name }).getByText(state, { exact: true }).waitFor();

  const look = (path: string) =>
    Promise.all(
      (['en', 'ja'] as const).map(async (language) => ({
        person: await enterConsole(app, office, path, { language }),
        say: texts[language],
      })),
    );
  const placeOf = async (options: Parameters<typeof lab.anotherCarrier>[0]) => {
    const { host, port } = await lab.anotherCarrier(options);
    return { host, port };
  };

  test('trunks are shown as their carriers are', { skip: isMissing }, async () => {
    const credentials = { username: 'acme', password: 'open-sesame' };
    const trunks = [
      { name: 'open', ...(await placeOf({})) },
      { name: 'strict', ...(await placeOf({ credentials })), ...credentials },
      { name: 'mistyped', ...(await placeOf({ credentials })), ...credentials, password: 'wrong' },
      { name: 'gone', host: '127.0.0.9', port: 9 },
    ];
    for (const trunk of trunks) assert.equal((await office.console.post('/trunks', trunk)).status, 201);
    const looking = await look('/numbers');
    for (const { person, say } of looking) {
      await is(person.page, 'open', say.reachable);
      await is(person.page, 'strict', say.registered);
      await is(person.page, 'mistyped', say.rejected);
      await is(person.page, 'gone', say.unreachable);
      await assertSound(person);
    }
  });

  test('a phone is shown as registered once it is, without a reload', { skip: isMissing }, async () => {
    const account = (await office.console.post(`/staff/${office.staffId}/account`)).body.data;
    const looking = await look('/people');
    for (const { person, say } of looking) await is(person.page, 'Hanako Sato', say.notRegistered);
    const phone = await lab.softphone(account);
    assert.equal(await phone.register(), 200);
    for (const { person, say } of looking) {
      await is(person.page, 'Hanako Sato', say.registered);
      await assertSound(person);
    }
  });

  test('phones register with what the QR codes of a new account say', { skip: isMissing }, async () => {
    const { page } = await enterConsole(app, office, '/people');
    await page.getByRole('button', { name: 'Actions for Taro Suzuki' }).click();
    await page.getByRole('menuitem', { name: 'Create SIP account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create SIP account' }).click();
    const linphone = await readQrCode(page.getByRole('img', { name: 'QR code for Linphone' }));
    await page.getByText('GS Wave', { exact: true }).click();
    const gsWave = await readQrCode(page.getByRole('img', { name: 'QR code for GS Wave' }));
    await page.getByRole('button', { name: 'Done' }).click();

    const config = await (await fetch(linphone, { headers: { 'x-linphone-provisioning': '1' } })).text();
    const entry = (name: string) => config.match(new RegExp(`name="${name}" overwrite="true">([^<]*)<`))?.[1] ?? '';
    assert.equal(entry('reg_proxy'), `&lt;sip:${lab.asterisk.sipAddress};transport=udp&gt;`);
    const username = entry('username');
    const isProvisioned = async () => (await lab.stateOf(username)) !== undefined;
    await until(isProvisioned);
    const first = await lab.softphone({ username, password: '', ha1: entry('ha1') });
    assert.equal(await first.register(), 200);

    const field = (name: string) => gsWave.match(new RegExp(`<${name}>(.*)</${name}>`))?.[1] ?? '';
    assert.equal(field('RegisterServer'), lab.asterisk.sipAddress);
    const second = await lab.softphone({ username: field('UserID'), password: field('AuthPass') });
    assert.equal(await second.register(), 200);
    const stranger = await lab.softphone({ username, password: 'another one' });
    assert.notEqual(await stranger.register(), 200);
  });
});
