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
    ...{
      email: 'Email',
      add: 'Invite administrator',
      addThem: 'Create link',
      viewer: 'Viewer',
      you: 'you',
      copy: 'Copy',
    },
    ...{ administrator: 'Administrator', firstPassword: 'Temporary password for', kept: 'Done' },
    ...{ remove: 'Remove', auditLog: 'Audit log', action: 'Action', noEntries: 'No entries' },
    ...{ who: 'Who', anybody: 'Everyone', from: 'From', to: 'To', next: 'Next page', previous: 'Previous page' },
    ...{
      total: (rows: number) => `${rows} total`,
      page: (page: number) => `Page ${page} of 2`,
      account: 'Your account',
    },
    ...{ current: 'Current password', chosen: 'New password', again: 'Confirm new password' },
    ...{ change: 'Change password', changed: /Password changed/, wrong: 'Incorrect password.' },
    ...{ logIn: 'Sign in', dark: 'Dark', light: 'Light', auto: 'System' },
    ...{ linkFor: 'Invitation link for', invitations: 'Pending invitations', reset: 'Reset password' },
    ...{ passwordField: 'Password', confirm: 'Confirm password', accept: 'Create account' },
    ...{
      tooShort: 'Use at least 12 characters.',
      used: /link has been used/,
      revoke: 'Revoke',
      revoked: /link was revoked/,
    },
    invited: (email: string) => `invited “${email}”`,
    removed: (email: string) => `removed the administrator “${email}”`,
    newRole: 'Role: Administrator',
    ...{ changedRole: 'Changed the role of administrator', createdKey: 'Created the API key' },
    ...{ sessions: 'Sessions', thisSession: 'this device', safari: 'Safari on iPhone' },
    ...{ endOthers: 'Sign out everywhere else' },
    ...{ own: 'English', other: '日本語', otherAccount: 'アカウント', otherLogIn: 'ログイン' },
  },
  ja: {
    ...{
      email: 'メールアドレス',
      add: '管理者を招待',
      addThem: 'リンクを作成',
      viewer: '閲覧者',
      you: '自分',
      copy: 'コピー',
    },
    ...{ administrator: '管理者', firstPassword: 'の仮パスワード', kept: '保管しました' },
    ...{ remove: '削除', auditLog: '監査ログ', action: '操作', noEntries: '記録はありません' },
    ...{ who: '誰が', anybody: '全員', from: '開始日', to: '終了日', next: '次のページ', previous: '前のページ' },
    ...{
      total: (rows: number) => `全 ${rows} 件`,
      page: (page: number) => `${page} / 2 ページ`,
      account: 'アカウント',
    },
    ...{ current: '現在のパスワード', chosen: '新しいパスワード', again: '新しいパスワード（確認）' },
    ...{ change: 'パスワードを変更', changed: /パスワードを変更し/, wrong: 'パスワードが違います。' },
    ...{ logIn: 'ログイン', dark: 'ダーク', light: 'ライト', auto: 'システム設定に合わせる' },
    ...{ linkFor: 'の招待リンク', invitations: '招待中', reset: 'パスワードをリセット' },
    ...{ passwordField: 'パスワード', confirm: 'パスワード（確認）', accept: 'アカウントを作成' },
    ...{ tooShort: '12文字以上にしてください。', used: /使用済み/, revoke: '取り消す', revoked: /取り消されたか/ },
    invited: (email: string) => `管理者「${email}」を招待しました`,
    removed: (email: string) => `管理者「${email}」を削除しました`,
    newRole: '権限：管理者',
    ...{ changedRole: '管理者の権限を変更しました', createdKey: 'APIキーを作成しました' },
    ...{ sessions: 'セッション', thisSession: 'この端末', safari: 'iPhone の Safari' },
    ...{ endOthers: 'ほかの端末をすべてログアウト' },
    ...{ own: '日本語', other: 'English', otherAccount: 'Your account', otherLogIn: 'Sign in' },
  },
};
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1';
type Texts = (typeof texts)['en'];

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

suite('the settings in the console', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say: Texts = texts[language];

    test(`an administrator is added, changed and removed, and the log shows it (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const person = await enterConsole(app, signedIn, '/settings/administrators', { language });
      const invited = await openConsolePage(app, { language, phone: true });
      const { page } = person;
      const email = `new-${language}@example.com`;
      await page.getByRole('row', { name: signedIn.email }).getByText(say.you, { exact: true }).waitFor();
      await page.getByRole('button', { name: say.add }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say.email).fill(email);
      await dialog.getByRole('radio', { name: say.viewer }).check();
      await assertSound(person);
      await dialog.getByRole('button', { name: say.addThem, exact: true }).click();
      const secret = page.getByRole('dialog', { name: say.linkFor });
      const link = await copyWith(secret.getByRole('button', { name: say.copy }));
      await assertSound(person);
      await secret.getByRole('button', { name: say.kept }).click();
      await page.getByRole('region', { name: say.invitations }).getByRole('row', { name: email }).waitFor();
      await assertSound(person);

      await invited.page.goto(link);
      await invited.page.getByLabel(say.passwordField, { exact: true }).fill('short');
      await invited.page.getByLabel(say.confirm).fill('short');
      await invited.page.getByRole('button', { name: say.accept }).click();
      await invited.page.getByText(say.tooShort).waitFor();
      await assertSound(invited);
      await invited.page.getByLabel(say.passwordField, { exact: true }).fill(newPassword);
      await invited.page.getByLabel(say.confirm).fill(newPassword);
      await invited.page.getByRole('button', { name: say.accept }).click();
      await invited.page.getByRole('banner').waitFor();
      await invited.page.goto('/login'); // Another page first: the same address with a fragment would not be loaded again.
      await invited.page.goto(link);
      await invited.page.getByRole('alert').filter({ hasText: say.used }).waitFor();
      await assertSound(invited);
      assert.equal((await browser(app).post('/session', { email, password: newPassword })).status, 200);
      await page.reload();

      await page.getByRole('button', { name: email }).click();
      await page.getByRole('menuitem', { name: say.reset }).click();
      await dialog.getByRole('button', { name: say.reset }).waitFor();
      await assertSound(person);
      await dialog.getByRole('button', { name: say.reset }).click();
      const temporary = page.getByRole('dialog', { name: say.firstPassword });
      const password = await copyWith(temporary.getByRole('button', { name: say.copy }));
      await temporary.getByRole('button', { name: say.kept }).click();
      const session = await browser(app).post('/session', { email, password });
      assert.equal(session.body?.data.administrator.must_change_password, true, session.text);
      await invited.page.goto('/calls');
      await invited.page.getByLabel(say.email).waitFor();

      const role = page.getByRole('combobox', { name: email });
      await role.selectOption(say.administrator);
      await page.getByRole('button', { name: email }).click();
      await page.getByRole('menuitem', { name: say.remove, exact: true }).click();
      await dialog.getByRole('button', { name: say.remove, exact: true }).waitFor();
      await assertSound(person);
      await dialog.getByRole('button', { name: say.remove, exact: true }).click();
      await role.waitFor({ state: 'detached' });

      await page.getByRole('link', { name: say.auditLog }).click();
      const lineOf = (action: string) =>
        page.getByRole('row').filter({ has: page.getByTitle(action, { exact: true }) });
      await lineOf('administrator.deleted').waitFor();
      await assertSound(person);
      for (const [action, details] of [
        ['invitation.created', say.invited(email)],
        ['administrator.changed', say.newRole],
        ['administrator.deleted', say.removed(email)],
      ] as const)
        for (const part of [signedIn.email, details, '127.0.0.1'])
          assert.ok((await lineOf(action).textContent())?.includes(part), `${action}: ${part}`);
      assert.equal(await lineOf('invitation.created').getByRole('link').count(), 1);
      assert.equal(await lineOf('administrator.deleted').getByRole('link').count(), 0, 'it is gone');
      const choose = async (label: string) => {
        await page.getByRole('combobox', { name: say.action }).click();
        await page.getByRole('option', { name: label, exact: true }).click();
      };
      await choose(say.changedRole);
      await lineOf('administrator.deleted').waitFor({ state: 'detached' });
      assert.equal(await lineOf('administrator.changed').count(), 1);
      await choose(say.createdKey);
      await page.getByText(say.noEntries).waitFor();
    });

    test(`an invitation is revoked, and its link says so (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const { link } = (await signedIn.console.post('/invitations', { email: `late-${language}@example.com` })).body
        .data;
      const person = await enterConsole(app, signedIn, '/settings/administrators', { language, phone: true });
      const pending = person.page.getByRole('region', { name: say.invitations });
      await pending.getByRole('button', { name: say.revoke }).click();
      const dialog = person.page.getByRole('dialog');
      await assertSound(person);
      await dialog.getByRole('button', { name: say.revoke }).click();
      await pending.waitFor({ state: 'detached' });
      const invited = await openConsolePage(app, { language });
      await invited.page.goto(link);
      await invited.page.getByRole('alert').filter({ hasText: say.revoked }).waitFor();
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
      await rows.filter({ has: page.getByTitle('key.created') }).waitFor();
      await shows(62, 12);
      assert.ok(await page.getByRole('button', { name: say.next }).isDisabled());

      await page.getByLabel(say.who).selectOption(other.email);
      await page.getByText(say.page(1)).waitFor();
      await shows(61, 50);
      await page.getByLabel(say.who).selectOption(signedIn.email);
      await shows(1);
      await rows.filter({ has: page.getByTitle('session.started') }).waitFor();
      await page.getByLabel(say.who).selectOption(say.anybody);
      await page.getByLabel(say.to, { exact: true }).fill(day(10));
      await shows(1);
      await page.getByLabel(say.from, { exact: true }).fill(day(10));
      await rows.filter({ has: page.getByTitle('key.created') }).waitFor();
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

    test(`sessions are listed, and one or all others are ended (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const phone = browser(app);
      await phone.post('/session', { email: signedIn.email, password: testPassword }, { 'user-agent': iphone });
      const [second, third] = await Promise.all([logIn(app, signedIn.email), logIn(app, signedIn.email)]);
      const person = await enterConsole(app, signedIn, '/settings/account', { language, phone: true });
      const { page } = person;
      const section = page.getByRole('region', { name: say.sessions });
      const rows = section.getByRole('listitem');
      await rows.nth(3).waitFor();
      assert.equal(await rows.count(), 4);
      await rows.filter({ hasText: say.thisSession }).filter({ hasText: '127.0.0.1' }).waitFor();
      await assertSound(person);
      await rows.filter({ hasText: say.safari }).getByRole('button').click();
      await rows.filter({ hasText: say.safari }).waitFor({ state: 'detached' });
      assert.deepEqual([(await phone.get('/session')).status, (await second.get('/session')).status], [401, 200]);
      await section.getByRole('button', { name: say.endOthers }).click();
      await rows.nth(1).waitFor({ state: 'detached' });
      for (const there of [second, third]) assert.equal((await there.get('/session')).status, 401);
      await page.reload();
      await rows.filter({ hasText: say.thisSession }).waitFor();
      assert.equal(await section.getByRole('button', { name: say.endOthers }).count(), 0);
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
