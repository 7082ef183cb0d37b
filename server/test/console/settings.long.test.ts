import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser, buildAdministrator, buildSignedIn, logIn, testPassword } from '../browser.ts';
import { query } from '../builders.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { copyWith, enterConsole } from './enter-console.ts';
import { testedLanguages } from './languages.ts';
import { assertSound, openConsolePage } from './open-console.ts';
import { at, day } from './tokyo.ts';

const app = await startConsoleApp();
const newPassword = 'another one, twelve and more';

const texts = {
  en: {
    ...{ email: 'E-mail address', add: 'Add somebody', addThem: 'Add', viewer: 'Viewer', you: 'you', copy: 'Copy' },
    ...{ administrator: 'Administrator', firstPassword: 'First password of', kept: 'I have kept it' },
    ...{ remove: 'Remove', auditLog: 'Audit log', action: 'Action', noEntries: 'Nothing is written here yet' },
    ...{ who: 'Who', anybody: 'Anybody', from: 'From', to: 'To', next: 'Next page', previous: 'Previous page' },
    ...{
      total: (rows: number) => `${rows} in all`,
      page: (page: number) => `Page ${page} of 2`,
      account: 'Your account',
    },
    ...{ current: 'Current password', chosen: 'New password', again: 'New password, once more' },
    ...{ change: 'Change the password', changed: /The password is changed/, wrong: 'That is not your password.' },
    ...{ logIn: 'Log in', dark: 'Dark', light: 'Light', auto: 'As the system' },
    ...{ own: 'English', other: '日本語', otherAccount: 'アカウント', otherLogIn: 'ログイン' },
  },
  ja: {
    ...{ email: 'メールアドレス', add: '追加する', addThem: '追加', viewer: '閲覧者', you: '自分', copy: 'コピー' },
    ...{ administrator: '管理者', firstPassword: 'の初回パスワード', kept: '保管しました' },
    ...{ remove: '削除', auditLog: '監査ログ', action: '操作', noEntries: '記録はまだありません' },
    ...{ who: '誰が', anybody: '全員', from: '開始日', to: '終了日', next: '次のページ', previous: '前のページ' },
    ...{
      total: (rows: number) => `全 ${rows} 件`,
      page: (page: number) => `${page} / 2 ページ`,
      account: 'アカウント',
    },
    ...{ current: '現在のパスワード', chosen: '新しいパスワード', again: '新しいパスワード（確認）' },
    ...{ change: 'パスワードを変更', changed: /パスワードを変更し/, wrong: 'パスワードが違います。' },
    ...{ logIn: 'ログイン', dark: 'ダーク', light: 'ライト', auto: 'システムに合わせる' },
    ...{ own: '日本語', other: 'English', otherAccount: 'Your account', otherLogIn: 'Log in' },
  },
};
type Texts = (typeof texts)['en'];

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

suite('the settings in the console', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say: Texts = texts[language];

    test(`an administrator is added, changed and removed, and the log shows it (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const person = await enterConsole(app, signedIn, '/settings/administrators', { language });
      const { page } = person;
      const email = `new-${language}@example.com`;
      await page.getByRole('row', { name: signedIn.email }).getByText(say.you, { exact: true }).waitFor();
      await page.getByRole('button', { name: say.add }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say.email).fill(email);
      await dialog.getByRole('radio', { name: say.viewer }).check();
      await assertSound(person);
      await dialog.getByRole('button', { name: say.addThem, exact: true }).click();
      const secret = page.getByRole('dialog', { name: say.firstPassword });
      const password = await copyWith(secret.getByRole('button', { name: say.copy }));
      await assertSound(person);
      await secret.getByRole('button', { name: say.kept }).click();
      const session = await browser(app).post('/session', { email, password });
      assert.equal(session.body?.data.administrator.must_change_password, true, session.text);

      const role = page.getByRole('combobox', { name: email });
      await role.selectOption(say.administrator);
      await page.getByRole('button', { name: email }).click();
      await dialog.getByRole('button', { name: say.remove, exact: true }).waitFor();
      await assertSound(person);
      await dialog.getByRole('button', { name: say.remove, exact: true }).click();
      await role.waitFor({ state: 'detached' });

      await page.getByRole('link', { name: say.auditLog }).click();
      await page.getByText('administrator.deleted').waitFor();
      await assertSound(person);
      const lineOf = (action: string) =>
        page
          .getByRole('row')
          .filter({ hasText: `administrator.${action}` })
          .textContent();
      for (const [action, details] of [
        ['created', `role: viewer · email: ${email}`],
        ['changed', 'role: administrator'],
        ['deleted', `email: ${email}`],
      ] as const)
        for (const part of [signedIn.email, details, '127.0.0.1'])
          assert.ok((await lineOf(action))?.includes(part), part);
      await page.getByLabel(say.action).fill('administrator.changed');
      await page.getByText('administrator.deleted').waitFor({ state: 'detached' });
      assert.equal(await page.getByText('administrator.changed').count(), 1);
      await page.getByLabel(say.action).fill('key.created');
      await page.getByText(say.noEntries).waitFor();
    });

    test(`the log is narrowed down to a person and to days, and leafed through (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const other = await buildAdministrator(app, signedIn.tenantId);
      const write = (action: string, times: number, moment: Date) =>
        query(
          app,
          `insert into audit_log (tenant_id, administrator_id, administrator_email, action, details, ip, at)
           select $1, $2, $3, $4, '{}', '192.0.2.7', $6 from generate_series(1, $5::int)`,
          [signedIn.tenantId, other.administratorId, other.email, action, times, moment],
        );
      // In London it was the day before.
      await write('key.created', 1, at(10, '00:30'));
      await write('customer.changed', 60, at(3, '12:00'));
      const person = await enterConsole(app, signedIn, '/settings/audit-log', { language });
      const { page } = person;
      const rows = page.getByRole('row').filter({ hasText: '@' });
      const shows = async (total: number, here = total) => {
        await page.getByText(say.total(total), { exact: true }).waitFor();
        await rows.nth(here - 1).waitFor();
        assert.equal(await rows.count(), here);
      };
      await shows(62, 50);
      await assertSound(person);
      assert.ok(await page.getByRole('button', { name: say.previous }).isDisabled());
      await page.getByRole('button', { name: say.next }).click();
      await page.getByText(say.page(2)).waitFor();
      await rows.filter({ hasText: 'key.created' }).waitFor();
      await shows(62, 12);
      assert.ok(await page.getByRole('button', { name: say.next }).isDisabled());

      await page.getByLabel(say.who).selectOption(other.email);
      await page.getByText(say.page(1)).waitFor();
      await shows(61, 50);
      await page.getByLabel(say.who).selectOption(signedIn.email);
      await shows(1);
      await rows.filter({ hasText: 'session.started' }).waitFor();
      await page.getByLabel(say.who).selectOption(say.anybody);
      await page.getByLabel(say.to, { exact: true }).fill(day(10));
      await shows(1);
      await page.getByLabel(say.from, { exact: true }).fill(day(10));
      await rows.filter({ hasText: 'key.created' }).waitFor();
      await page.getByLabel(say.to, { exact: true }).fill(day(3));
      await shows(61, 50);
      await page.getByLabel(say.from, { exact: true }).fill(day(9));
      await page.getByLabel(say.to, { exact: true }).fill(day(4));
      await page.getByText(say.noEntries).waitFor();
    });

    test(`a password is changed, and the other browsers are signed out (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const elsewhere = { console: await logIn(app, signedIn.email) };
      const there = await enterConsole(app, elsewhere, '/people', { language });
      const person = await enterConsole(app, signedIn, '/settings/account', { language, dark: language === 'ja' });
      const { page } = person;
      const change = async (current: string) => {
        await page.getByLabel(say.current, { exact: true }).fill(current);
        await page.getByLabel(say.chosen, { exact: true }).fill(newPassword);
        await page.getByLabel(say.again).fill(newPassword);
        await page.getByRole('button', { name: say.change }).click();
      };
      await change('not this one');
      await page.getByText(say.wrong).waitFor();
      await assertSound(person);
      await change(testPassword);
      await page.getByText(say.changed).waitFor();
      assert.equal(await page.getByLabel(say.current, { exact: true }).inputValue(), '');
      await page.reload();
      await heading(page, say.account).waitFor(); // This session goes on.
      await there.page.goto('/calls');
      await there.page.getByLabel(say.email).waitFor();
      const session = (password: string) => browser(app).post('/session', { email: signedIn.email, password });
      assert.deepEqual([(await session(testPassword)).status, (await session(newPassword)).status], [401, 200]);
    });

    test(`language and colors are chosen, and stay so (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const person = await enterConsole(app, signedIn, '/settings/account', { language });
      const { page } = person;
      const otherLanguage = language === 'en' ? 'ja' : 'en';
      const html = (attribute: string, value: string) => page.locator(`html[${attribute}="${value}"]`).waitFor();
      const choose = async (item: string) => {
        await page.getByRole('button', { name: signedIn.email }).click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
      };
      await heading(page, say.account).waitFor();
      await html('lang', language);
      await page.getByRole('button', { name: signedIn.email }).click();
      await page
        .getByRole('menuitem', { name: say.own, exact: true })
        .and(page.locator('[aria-current="true"]'))
        .waitFor();
      await assertSound(person);
      await page.keyboard.press('Escape');

      await choose(say.dark);
      await html('data-mantine-color-scheme', 'dark');
      await choose(say.other);
      await heading(page, say.otherAccount).waitFor();
      await page.reload();
      await heading(page, say.otherAccount).waitFor();
      await html('lang', otherLanguage);
      await html('data-mantine-color-scheme', 'dark');
      // The log-in page uses the language too, and lets people change it who cannot read it.
      await page.context().clearCookies();
      await page.goto('/login');
      await page.getByRole('button', { name: say.otherLogIn }).waitFor();
      await page.getByText(say.own, { exact: true }).click();
      await page.getByRole('button', { name: say.logIn }).waitFor();
      await html('lang', language);
    });
  }

  test('the settings of the browser count if nothing was chosen', async () => {
    const { page } = await openConsolePage(app, { language: 'ja', dark: true });
    await page.goto('/login');
    await page.locator('html[lang="ja"][data-mantine-color-scheme="dark"]').waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  });
});
