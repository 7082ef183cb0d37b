import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { stepAt, totpCode } from '../../src/administrators/credentials/totp.ts';
import { fromBase32 } from '../base32.ts';
import { browser, buildAdministrator, buildSignedIn, logIn, testPassword } from '../browser.ts';
import { buildTenant, query } from '../builders.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { copyWith, enterConsole } from './enter-console.ts';
import { testAtLength, testedLanguages } from './languages.ts';
import { assertSound, openConsolePage } from './open-console.ts';

const app = await startConsoleApp();
const newPassword = 'another one, twelve and more';

const texts = {
  en: {
    ...{
      reports: 'Reports',
      notOpen: "You don't have access",
      noLicense: /^This needs the license/,
      steps: 'First steps',
    },
    ...{
      email: 'Email',
      password: 'Password',
      logIn: 'Sign in',
      wrongLogIn: /^Incorrect email or password/,
    },
    ...{ tooMany: /Too many attempts. Try again in \d+ min/, keys: 'API keys', calls: 'Calls', logOut: 'Sign out' },
    ...{ openNavigation: 'Open navigation', navigation: 'Main navigation' },
    ...{ choose: 'Choose a new password', current: 'Current password', chosen: 'New password' },
    ...{ again: 'Confirm new password', change: 'Change password', tooShort: /at least 12 characters\.$/ },
    ...{
      different: 'Passwords don’t match.',
      changed: /Password changed/,
      wrongPassword: 'Incorrect password.',
      unchanged: 'This is your current password. Choose another one.',
    },
    ...{ twoStep: 'Two-factor authentication', setUp: 'Set up', yourPassword: 'Your password', continue: 'Continue' },
    ...{ picture: 'QR code for the authenticator app', codeOfApp: 'Code from the app', turnOn: 'Turn on' },
    ...{ wrongCode: /Incorrect code|used code/, code: 'Six-digit code', on: 'On', off: 'Off' },
    ...{ turnOff: 'Turn off', isOff: 'Two-factor authentication is off.', everywhere: 'Sign out everywhere' },
    ...{ recoveryCodes: 'Recovery codes', kept: 'Done', useRecovery: 'Use a recovery code' },
    ...{
      recoveryCode: 'Recovery code',
      recoveryLeft: '9 recovery codes left.',
      wrongRecovery: /used recovery code/,
    },
    ...{ add: 'Invite administrator', auditLog: 'Audit log', copy: 'Copy', loading: 'Loading', webhooks: 'Webhooks' },
  },
  ja: {
    ...{
      reports: 'レポート',
      notOpen: 'アクセス権がありません',
      noLicense: /^ライセンス open_api_advanced が必要です/,
      steps: 'はじめに',
    },
    ...{ email: 'メールアドレス', password: 'パスワード', logIn: 'ログイン', wrongLogIn: /パスワードが違います/ },
    ...{ tooMany: /回数が多すぎます。\d+分後に/, keys: 'APIキー', calls: '通話', logOut: 'ログアウト' },
    ...{ openNavigation: 'ナビゲーションを開く', navigation: 'メインナビゲーション' },
    ...{ choose: '新しいパスワードを設定', current: '現在のパスワード', chosen: '新しいパスワード' },
    ...{ again: '新しいパスワード（確認）', change: 'パスワードを変更', tooShort: /12文字以上にしてください/ },
    ...{
      different: 'パスワードが一致しません。',
      changed: /パスワードを変更し/,
      wrongPassword: 'パスワードが違います。',
      unchanged: '現在のパスワードと同じです。別のものにしてください。',
    },
    ...{ twoStep: '2要素認証', setUp: '設定する', yourPassword: '現在のパスワード', continue: '続ける' },
    ...{ picture: '認証アプリ用のQRコード', codeOfApp: 'アプリのコード', turnOn: 'オンにする' },
    ...{ wrongCode: /コードが違/, code: '6桁のコード', on: 'オン', off: 'オフ' },
    ...{ turnOff: 'オフにする', isOff: '2要素認証をオフにしました。', everywhere: 'すべてログアウト' },
    ...{ recoveryCodes: 'リカバリーコード', kept: '保管しました', useRecovery: 'リカバリーコードを使う' },
    ...{
      recoveryCode: 'リカバリーコード',
      recoveryLeft: '残りのリカバリーコード：9件',
      wrongRecovery: /リカバリーコードが違/,
    },
    ...{ add: '管理者を招待', auditLog: '監査ログ', copy: 'コピー', loading: '読み込み中', webhooks: 'Webhook' },
  },
};
type Texts = (typeof texts)['en'];

async function enter(page: Page, say: Texts, email: string, password: string) {
  await page.getByLabel(say.email).fill(email);
  await page.getByLabel(say.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: say.logIn }).click();
}

async function chooseInMenu(page: Page, email: string, item: string) {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

suite('the log-in of the console', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say: Texts = texts[language];

    test(`a wrong password is reported, the right one leads to the requested page, and log-out ends it (${language})`, async () => {
      const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
      const person = await openConsolePage(app, { language });
      const { page } = person;
      await page.goto('/settings/api-keys');
      await enter(page, say, email, 'a password of somebody else');
      await page.getByRole('alert').filter({ hasText: say.wrongLogIn }).waitFor();
      await assertSound(person);
      await enter(page, say, email, testPassword);
      await heading(page, say.keys).waitFor();
      await assertSound(person);

      await chooseInMenu(page, email, say.logOut);
      await page.getByLabel(say.email).waitFor();
      await page.goBack();
      await page.goto('/calls');
      await page.getByLabel(say.email).waitFor();
      assert.deepEqual(await person.context.cookies(), []);
    });

    test(`an assigned password must be changed before anything else (${language})`, async () => {
      const { tenantId } = await buildTenant(app);
      const { email } = await buildAdministrator(app, tenantId, { mustChange: true });
      const person = await openConsolePage(app, { language, phone: true, dark: language === 'ja' });
      const { page } = person;
      await page.goto('/');
      await assertSound(person);
      await enter(page, say, email, testPassword);
      await heading(page, say.choose).waitFor();
      await page.goto('/customers');
      await heading(page, say.choose).waitFor();
      assert.equal(await page.getByLabel(say.current, { exact: true }).count(), 0, 'the log-in has proven it');
      const change = async (chosen: string, repeated: string) => {
        await page.getByLabel(say.chosen, { exact: true }).fill(chosen);
        await page.getByLabel(say.again).fill(repeated);
        await page.getByRole('button', { name: say.change }).click();
      };
      await change('short', 'short');
      await page.getByText(say.tooShort).waitFor();
      await change(newPassword, `${newPassword}!`);
      await page.getByText(say.different).waitFor();
      await change(testPassword, testPassword);
      await page.getByText(say.unchanged).waitFor();
      await assertSound(person);
      await change(newPassword, newPassword);
      await page.getByText(say.changed).waitFor();
      await page.getByRole('button', { name: say.openNavigation }).click();
      await page.getByRole('navigation', { name: say.navigation }).waitFor();
      await assertSound(person);
      assert.equal((await browser(app).post('/session', { email, password: newPassword })).status, 200);
    });

    testAtLength(`an app is set up, its codes are asked for, and it is turned off (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const person = await enterConsole(app, signedIn, '/settings/account', { language });
      const { page } = person;
      const section = page.getByRole('region', { name: say.twoStep });
      await section.getByText(say.off, { exact: true }).waitFor();
      await section.getByRole('button', { name: say.setUp }).click();
      const dialog = page.getByRole('dialog', { name: say.twoStep });
      await dialog.getByLabel(say.yourPassword).fill('not this one');
      await dialog.getByRole('button', { name: say.continue }).click();
      await dialog.getByText(say.wrongPassword).waitFor();
      await assertSound(person);
      await dialog.getByLabel(say.yourPassword).fill(testPassword);
      await dialog.getByRole('button', { name: say.continue }).click();
      await dialog.getByRole('img', { name: say.picture }).waitFor();
      const key = fromBase32(await copyWith(dialog.getByRole('button', { name: say.copy })));
      const codeNow = () => totpCode(key, stepAt(Date.now()));
      // A code is good once, and the next one comes after half a minute: this skips the wait.
      const nextCode = async () => {
        await query(app, 'update administrators set totp_step = 0 where email = $1', [signedIn.email]);
        return codeNow();
      };
      await dialog.getByLabel(say.codeOfApp).fill(totpCode(key, stepAt(Date.now()) + 100));
      await dialog.getByRole('button', { name: say.turnOn }).click();
      await dialog.getByText(say.wrongCode).waitFor();
      await assertSound(person);
      const first = codeNow();
      await dialog.getByLabel(say.codeOfApp).fill(first);
      await dialog.getByRole('button', { name: say.turnOn }).click();
      const saved = page.getByRole('dialog', { name: say.recoveryCodes });
      const recoveryCodes = (await copyWith(saved.getByRole('button', { name: say.copy }))).split('\n');
      assert.equal(recoveryCodes.length, 10);
      await assertSound(person);
      await saved.getByRole('button', { name: say.kept }).click();
      await section.getByText(say.on, { exact: true }).waitFor();

      await chooseInMenu(page, signedIn.email, say.logOut);
      await enter(page, say, signedIn.email, testPassword);
      await page.getByRole('button', { name: say.useRecovery }).click();
      await page.getByLabel(say.recoveryCode).fill('not this one');
      await page.getByRole('button', { name: say.logIn }).click();
      await page.getByRole('alert').filter({ hasText: say.wrongRecovery }).waitFor();
      await assertSound(person);
      await page.getByLabel(say.recoveryCode).fill(recoveryCodes[0] ?? '');
      await page.getByRole('button', { name: say.logIn }).click();
      await section.getByText(say.recoveryLeft).waitFor();

      await chooseInMenu(page, signedIn.email, say.logOut);
      await enter(page, say, signedIn.email, testPassword);
      await page.getByLabel(say.code).first().waitFor();
      await assertSound(person);
      await page.keyboard.type(first);
      await page.getByRole('alert').filter({ hasText: say.wrongCode }).waitFor();
      // The focus stays in the field.
      await page.keyboard.type(await nextCode());
      await section.getByRole('button', { name: say.turnOff }).click();
      await dialog.getByLabel(say.yourPassword).fill(testPassword);
      await dialog.getByLabel(say.codeOfApp).fill(await nextCode());
      await assertSound(person);
      await dialog.getByRole('button', { name: say.turnOff }).click();
      await page.getByText(say.isOff).waitFor();
      await logIn(app, signedIn.email);
    });

    testAtLength(`too many guesses show when to try again (${language})`, async () => {
      const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
      const guess = () => browser(app).post('/session', { email, password: 'a wrong one' });
      await Promise.all(Array.from({ length: 10 }, guess));
      const person = await openConsolePage(app, { language });
      await person.page.goto('/login');
      await enter(person.page, say, email, testPassword);
      await person.page.getByRole('alert').filter({ hasText: say.tooMany }).waitFor();
      await assertSound(person);
    });

    testAtLength(`logging out everywhere ends the session of another browser (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const here = await enterConsole(app, signedIn, '/settings/account', { language, dark: true });
      const elsewhere = { console: await logIn(app, signedIn.email) };
      const there = await enterConsole(app, elsewhere, '/people', { language });
      const calls = there.page.getByRole('link', { name: say.calls, exact: true });
      await calls.waitFor();
      await here.page.getByRole('button', { name: say.everywhere, exact: true }).click();
      await assertSound(here);
      await here.page.getByRole('dialog').getByRole('button', { name: say.everywhere, exact: true }).click();
      await here.page.getByLabel(say.email).waitFor();
      await calls.click();
      await there.page.getByLabel(say.email).waitFor();
    });

    test(`a viewer sees everything and is offered no changes (${language})`, async () => {
      const viewer = await buildSignedIn(app, { role: 'viewer' });
      const other = await buildAdministrator(app, viewer.tenantId);
      const person = await enterConsole(app, viewer, '/settings/administrators', { language });
      const { page } = person;
      await page.getByRole('cell', { name: other.email }).waitFor();
      const navigation = page.getByRole('navigation', { name: say.navigation });
      for (const hidden of [say.webhooks, say.auditLog])
        assert.equal(await navigation.getByRole('link', { name: hidden }).count(), 0, hidden);
      const administrator = await enterConsole(
        app,
        { console: await logIn(app, other.email) },
        '/settings/administrators',
        { language },
      );
      await administrator.page.getByRole('button', { name: say.add }).waitFor();
      assert.equal((await offered(administrator.page, say)).length, 1, 'an administrator is offered it');

      const places = await navigation.getByRole('link').all();
      assert.equal(places.length, 11);
      for (const place of places) {
        const name = (await place.textContent()) ?? '';
        await place.click();
        await heading(page, name).waitFor();
        assert.deepEqual(await offered(page, say), [], name);
        await assertSound(person);
      }
      await navigation.getByRole('link', { name: say.reports }).click();
      await heading(page, say.reports).waitFor();
      await page.getByRole('heading', { name: say.notOpen }).waitFor();
      await page.getByText(say.noLicense).waitFor();
      await navigation.getByRole('link').first().click();
      assert.deepEqual(await offered(page, say), []);
      assert.equal(await page.getByText(say.steps).count(), 0, 'a viewer can take none of them');
      const status = await page.evaluate(async () => {
        const headers = { 'x-trunkline-console': '1', 'content-type': 'application/json' };
        const body = JSON.stringify({ name: 'Mine', kind: 'live', scopes: ['calls:read'] });
        return (await fetch('/admin/v1/keys', { method: 'POST', headers, body })).status;
      });
      assert.equal(status, 403);
    });
  }
});

const writing =
  /Add|Invite|Create|New|Start|Import|Edit|Save(?!d)|Delete|Remove|Rotate|Revoke|追加|招待|作成|発信|取り込|編集|保存(?!済み|した)|削除|失効|ローテーション/;

/** The buttons and links of a page that change something. */
async function offered(page: Page, say: Texts): Promise<string[]> {
  const main = page.getByRole('main');
  await main.getByRole('status', { name: say.loading }).first().waitFor({ state: 'detached' });
  const pressed = main.getByRole('button').or(main.getByRole('link'));
  return (await pressed.allTextContents()).filter((name) => writing.test(name));
}
