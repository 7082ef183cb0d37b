import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildAdministrator, testPassword } from '../browser.ts';
import { buildCalls } from '../build/build-calls.ts';
import { until } from '../until.ts';
import { buildOffice, startOfficeCall } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound, openConsolePage } from './open-console.ts';

// Supervisors: how an administrator makes one, and a day of one.

const app = await startConsoleApp();

const texts = {
  en: {
    ...{ invite: 'Invite administrator', email: 'Email', supervisor: 'Supervisor', projects: 'Projects' },
    ...{ createLink: 'Create link', kept: 'Done', save: 'Save', change: 'Change projects' },
    ...{ pending: 'Pending invitations', viewer: 'Viewer' },
    ...{ logIn: 'Sign in', password: 'Password', home: 'Home', calls: 'Calls', customers: 'Customers' },
    ...{
      reports: 'Reports',
      people: 'People',
      noAccess: 'No access to this page',
      notFound: /not found|does not exist/i,
    },
    ...{ note: 'Note', tags: 'Tags', notes: 'Notes and tags', saved: 'Changes saved.' },
    ...{ play: 'Play', recording: 'Recording', hangUp: 'Hang up', callAgain: 'Call again', newCall: 'Start a call' },
  },
  ja: {
    ...{ invite: '管理者を招待', email: 'メールアドレス', supervisor: 'スーパーバイザー', projects: 'プロジェクト' },
    ...{ createLink: 'リンクを作成', kept: '保管しました', save: '保存' },
    ...{ change: 'プロジェクトを変更', pending: '招待中', viewer: '閲覧者' },
    ...{ logIn: 'ログイン', password: 'パスワード', home: 'ホーム', calls: '通話', customers: '顧客' },
    ...{ reports: 'レポート', people: '担当者', noAccess: 'このページは利用できません', notFound: /見つかりません/ },
    ...{ note: 'メモ', tags: 'タグ', notes: 'メモとタグ', saved: '変更を保存しました。' },
    ...{ play: '再生', recording: '録音', hangUp: '切断', callAgain: 'もう一度発信', newCall: '発信する' },
  },
};
type Texts = (typeof texts)['en'];

suite('supervisors', { skip: isMissing, concurrency: 2 }, () => {
  test('a supervisor who is made an administrator meanwhile stays one when the projects are saved', async () => {
    const say: Texts = texts.en;
    const office = await buildOffice(app);
    const { administratorId, email } = await buildAdministrator(app, office.tenantId, {
      role: 'supervisor',
      projectIds: [office.projectId],
    });
    const { page } = await enterConsole(app, office, '/settings/administrators');
    await page.getByRole('row').filter({ hasText: email }).getByRole('button', { name: email }).click();
    await page.getByRole('menuitem', { name: say.change }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: say.projects }).click();
    await page.getByRole('option', { name: 'Sales' }).click();
    await page.keyboard.press('Escape');
    await office.console.put(`/administrators/${administratorId}`, { role: 'administrator' });
    await dialog.getByRole('button', { name: say.save }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    const listed = (await office.console.get('/administrators')).body.data;
    assert.equal(listed.find((one: { email: string }) => one.email === email).role, 'administrator');
  });

  for (const look of looks) {
    const say: Texts = texts[look.language];

    test(`are invited with projects, and given others (${look.language})`, async () => {
      const office = await buildOffice(app);
      const { email } = await buildAdministrator(app, office.tenantId, { role: 'viewer' });
      const person = await enterConsole(app, office, '/settings/administrators', look);
      const { page } = person;
      await page.getByRole('button', { name: say.invite }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say.email).fill(`lead-${look.language}@example.com`);
      const projects = dialog.getByRole('combobox', { name: say.projects });
      assert.equal(await projects.count(), 0);
      await dialog.getByRole('radio', { name: say.supervisor }).check();
      await dialog.getByRole('button', { name: say.createLink, exact: true }).click();
      await projects.and(page.locator('[aria-invalid="true"]')).waitFor();
      await projects.click();
      await page.getByRole('option', { name: 'Support' }).click();
      await page.keyboard.press('Escape');
      await assertSound(person);
      await dialog.getByRole('button', { name: say.createLink, exact: true }).click();
      await page.getByRole('button', { name: say.kept }).click();
      const invitation = page.getByRole('region', { name: say.pending }).getByRole('row').last();
      await invitation.getByText('Support').waitFor();
      assert.match((await invitation.textContent()) ?? '', new RegExp(say.supervisor));

      const row = page.getByRole('row').filter({ hasText: email });
      const role = page.getByRole('combobox', { name: email });
      await role.selectOption(say.supervisor);
      await projects.click();
      await page.getByRole('option', { name: 'Sales' }).click();
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: say.save }).click();
      await row.getByText('Sales', { exact: true }).waitFor();
      await assertSound(person);
      await row.getByRole('button', { name: email }).click();
      await page.getByRole('menuitem', { name: say.change }).click();
      await projects.click();
      await page.getByRole('option', { name: 'Support' }).click();
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: say.save }).click();
      await row.getByText('Support, Sales').waitFor();
      const listed = (await office.console.get('/administrators')).body.data.at(-1);
      assert.deepEqual([listed.role, listed.project_ids], ['supervisor', [office.projectId, office.otherProjectId]]);
      await role.selectOption(say.viewer);
      await row.getByText('Support, Sales').waitFor({ state: 'detached' });
    });

    test(`see, hear and annotate the calls of their projects, and nothing else (${look.language})`, async () => {
      const office = await buildOffice(app);
      const { tenantId, projectId, otherProjectId, staffId, otherStaffId, api } = office;
      const { email } = await buildAdministrator(app, tenantId, { role: 'supervisor', projectIds: [projectId] });
      const [foreign = ''] = await buildCalls(app, office, [
        { isTest: false, projectId: otherProjectId, staffId: otherStaffId, phoneNumber: '+819099990000' },
      ]);
      const customer = async (project_id: number, name: string) =>
        assert.equal((await api.post('/customers', { project_id, name, tel1: '+819012345678' })).status, 201);
      await customer(projectId, 'Own customer');
      await customer(otherProjectId, 'Foreign customer');
      const callId = await startOfficeCall({ ...office, staffId });
      await until(async () => (await api.get(`/calls/${callId}`)).body.data.recording?.status === 'ready');

      const person = await openConsolePage(app, look);
      const { page } = person;
      await page.goto('/login');
      await page.getByLabel(say.email).fill(email);
      await page.getByLabel(say.password, { exact: true }).fill(testPassword);
      await page.getByRole('button', { name: say.logIn }).click();
      await page.getByRole('heading', { name: say.home, level: 1 }).waitFor();
      await page.goto('/live');
      const navigation = page.getByRole('navigation');
      const links = async () => (await navigation.getByRole('link').allTextContents()).map((text) => text.trim());
      await until(async () => (await links()).length > 0);
      assert.deepEqual(await links(), [say.home, say.calls, say.customers, say.reports]);
      await page.getByText('Hanako Sato').first().waitFor();
      assert.equal(await page.getByRole('main').getByRole('link', { name: say.people }).count(), 0);
      await assertSound(person);

      await navigation.getByRole('link', { name: say.calls }).click();
      await page
        .getByRole('link', { name: /5678|Own customer/ })
        .first()
        .waitFor();
      assert.equal(await page.getByText('9990000').or(page.getByText('0000')).count(), 0);
      assert.equal(await page.getByRole('button', { name: say.newCall }).count(), 0);
      await assertSound(person);

      await page.goto(`/live/calls/${callId}`);
      await page
        .getByRole('region', { name: say.recording, exact: true })
        .getByRole('button', { name: say.play })
        .waitFor();
      for (const name of [say.callAgain, say.hangUp]) assert.equal(await page.getByRole('button', { name }).count(), 0);
      const notes = page.getByRole('region', { name: say.notes });
      await notes.getByRole('textbox', { name: say.note }).fill('Well done');
      const tags = notes.getByRole('combobox', { name: say.tags });
      await tags.fill('coaching');
      await tags.press('Enter');
      await notes.getByRole('button', { name: say.save }).click();
      await page.getByText(say.saved).waitFor();
      const saved = (await api.get(`/calls/${callId}`)).body.data;
      assert.deepEqual([saved.note, saved.tags], ['Well done', ['coaching']]);
      await assertSound(person);

      const [figures] = await Promise.all([
        page.waitForResponse(/\/reports\/overview/),
        navigation.getByRole('link', { name: say.reports }).click(),
      ]);
      assert.equal((await figures.json()).data.totals.total_calls, 1);
      await page.getByRole('heading', { name: say.reports, level: 1 }).waitFor();
      await assertSound(person);
      await navigation.getByRole('link', { name: say.customers }).click();
      await page.getByRole('link', { name: 'Own customer' }).first().waitFor();
      assert.equal(await page.getByText('Foreign customer').count(), 0);
      await assertSound(person);
      await page.getByRole('link', { name: 'Own customer' }).first().click();
      await page.getByRole('heading', { name: 'Own customer', level: 1 }).waitFor();
      assert.equal(await page.getByRole('button', { name: say.save }).count(), 0);

      await page.goto(`/live/calls/${foreign}`);
      await page.getByRole('main').getByText(say.notFound).first().waitFor();
      for (const path of [
        'settings/administrators',
        'settings/general',
        'people',
        'projects',
        'webhooks',
        'customers/import',
      ]) {
        await page.goto(`/live/${path}`);
        await page.getByText(say.noAccess).waitFor();
      }
      await assertSound(person);
      await page.keyboard.press('Control+k');
      const search = page.getByRole('dialog').getByRole('combobox');
      await search.fill(say.people);
      await page
        .getByRole('dialog')
        .getByRole('option')
        .or(page.getByRole('dialog').getByRole('status'))
        .first()
        .waitFor();
      assert.equal(await page.getByRole('dialog').getByRole('option', { name: say.people, exact: true }).count(), 0);

      // A change of the projects shows with the next page.
      const listed = (await office.console.get('/administrators')).body.data.at(-1);
      const moved = { project_ids: [otherProjectId] };
      assert.equal((await office.console.put(`/administrators/${listed.administrator_id}`, moved)).status, 200);
      await page.goto(`/live/calls/${callId}`);
      await page.getByRole('main').getByText(say.notFound).first().waitFor();
    });
  }
});
