import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { testPassword } from '../browser.ts';
import { buildCalls } from '../build/build-calls.ts';
import { query } from '../builders.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { holdTable } from './hold-table.ts';
import { testedLanguages } from './languages.ts';
import { assertSound } from './open-console.ts';

// Typed text is lost only after a confirmation.

const app = await startConsoleApp();

const texts = {
  en: {
    ...{ notes: 'Notes', people: 'People', discard: 'Discard unsaved changes?', keep: 'Keep editing' },
    ...{ leave: 'Discard changes', save: 'Save', saved: 'Changes saved.', again: 'Sign in again' },
    ...{ password: 'Password', logIn: 'Sign in', wrong: 'Incorrect email or password.' },
  },
  ja: {
    ...{ notes: 'メモ', people: '担当者', discard: '変更を破棄しますか？', keep: '編集を続ける' },
    ...{ leave: '変更を破棄', save: '保存', saved: '変更を保存しました。', again: 'もう一度ログイン' },
    ...{ password: 'パスワード', logIn: 'ログイン', wrong: 'メールアドレスまたはパスワードが違います。' },
  },
};
const typed = 'Prefers to be called in the morning';

async function buildCustomer({ api, projectId }: Office): Promise<number> {
  const answer = await api.post('/customers', { project_id: projectId, name: 'Alice Arnold' });
  return answer.body.data.customer_id;
}

const nav = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
const endSessions = ({ tenantId }: Office) => query(app, 'delete from sessions where tenant_id = $1', [tenantId]);

suite('unsaved text', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say = texts[language];

    test(`leaving a customer with unsaved edits needs a confirmation (${language})`, async () => {
      const office = await buildOffice(app);
      const path = `/customers/${await buildCustomer(office)}`;
      const person = await enterConsole(app, office, path, { language });
      const { page } = person;
      const notes = page.getByLabel(say.notes);
      const dialog = page.getByRole('dialog', { name: say.discard });
      await notes.fill(typed);
      await nav(page, say.people).click();
      await dialog.waitFor();
      await assertSound(person);
      await dialog.getByRole('button', { name: say.keep }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await notes.inputValue(), typed);

      // A form whose text was saved or typed back is left without a question.
      await page.getByRole('button', { name: say.save }).click();
      await page.locator('button[type=submit][disabled]:not([data-loading])').waitFor();
      await notes.fill('Something else');
      await notes.fill(typed);
      await nav(page, say.people).click();
      await page.getByRole('heading', { level: 1, name: say.people }).waitFor();
      await page.goBack();
      await notes.fill('Something else');
      await page.goForward();
      await dialog.getByRole('button', { name: say.keep }).click();
      assert.equal(await notes.inputValue(), 'Something else');
      await nav(page, say.people).click();
      await dialog.getByRole('button', { name: say.leave }).click();
      await page.getByRole('heading', { level: 1, name: say.people }).waitFor();
    });

    test(`a session that expires in the middle loses no typed text (${language})`, async () => {
      const office = await buildOffice(app);
      const customerId = await buildCustomer(office);
      const person = await enterConsole(app, office, `/customers/${customerId}`, { language });
      const { page } = person;
      const notes = page.getByLabel(say.notes);
      await notes.fill(typed);
      await endSessions(office);
      await page.getByRole('button', { name: say.save }).click();
      const dialog = page.getByRole('dialog', { name: say.again });
      const enter = async (password: string) => {
        await dialog.getByLabel(say.password, { exact: true }).fill(password);
        await dialog.getByRole('button', { name: say.logIn }).click();
      };
      await enter('a wrong one');
      await dialog.getByText(say.wrong).waitFor();
      await assertSound(person);
      await page.keyboard.press('Escape');
      await enter(testPassword);
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await notes.inputValue(), typed);
      await page.getByRole('button', { name: say.save }).click();
      await page.getByText(say.saved).waitFor();
      assert.equal((await office.api.get(`/customers/${customerId}`)).body.data.notes, typed);
    });
  }

  const say = texts.en;

  const forms = [
    { path: '/people', open: 'Add a person', field: 'Name' },
    { path: '/projects', open: 'New project', field: 'Name' },
    { path: '/numbers', open: 'Add trunk', field: 'Name' },
    { path: '/numbers', open: 'Add number', field: 'Number' },
    { path: '/webhooks', open: 'Add endpoint', field: 'Endpoint URL' },
    { path: '/settings/api-keys', open: 'Create key', field: 'Name' },
    { path: '/settings/administrators', open: 'Invite administrator', field: 'Email' },
    { path: '/customers', open: 'New customer', field: 'Name' },
  ];

  test('a customer that was saved is left without a question while it is read again', async () => {
    const office = await buildOffice(app);
    const path = `/customers/${await buildCustomer(office)}`;
    const { page } = await enterConsole(app, office, path);
    await page.getByLabel(say.notes).fill(typed);
    const mayRead = Promise.withResolvers<void>();
    let isSaved = false;
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'PUT') isSaved = true;
      else if (isSaved) await mayRead.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: say.save }).click();
    await page.getByText(say.saved).waitFor();
    await nav(page, say.people).click();
    await page.getByRole('heading', { level: 1, name: say.people }).waitFor();
    mayRead.resolve();
  });

  test('a window that was typed in closes by mistake only after a question', async () => {
    const office = await buildOffice(app);
    const { page } = await enterConsole(app, office, '/people');
    for (const { path, open, field } of forms) {
      await page.goto(`/live${path}`);
      await page.getByRole('button', { name: open }).first().click();
      const form = page.getByRole('dialog', { name: open });
      const input = form.getByRole('textbox', { name: field, exact: false }).first();
      await input.fill('typed');
      await page.keyboard.press('Escape');
      const question = page.getByRole('dialog', { name: say.discard });
      await question.getByRole('button', { name: say.keep }).click();
      await question.waitFor({ state: 'detached' });
      assert.equal(await input.inputValue(), 'typed', open);
      await input.press('Escape');
      await question.getByRole('button', { name: say.leave }).click();
      await form.waitFor({ state: 'detached' });

      // Nothing was typed, or Cancel was pressed: there is no question.
      await page.getByRole('button', { name: open }).first().click();
      await form.waitFor();
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
    }
  });

  test('the browser asks before a tab with unsaved edits is closed or loaded again', async () => {
    const office = await buildOffice(app);
    const { page } = await enterConsole(app, office, `/customers/${await buildCustomer(office)}`);
    await page.getByLabel(say.notes).fill(typed);
    const asked = page.waitForEvent('dialog');
    void page.evaluate('location.reload()').catch(() => {});
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    assert.equal(await page.getByLabel(say.notes).inputValue(), typed);
  });

  test("a colleague's change does not remove typed text", async () => {
    const office = await buildOffice(app);
    const customerId = await buildCustomer(office);
    const { page } = await enterConsole(app, office, `/customers/${customerId}`);
    await page.getByLabel(say.notes).fill(typed);
    assert.equal((await office.api.put(`/customers/${customerId}`, { company_name: 'Minato' })).status, 200);
    await page.clock.install();
    await page.clock.fastForward(20_000);
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('Minato').waitFor();
    assert.equal(await page.getByLabel(say.notes).inputValue(), typed);
  });

  test('a page of customers that is no more is left without a question about another form', async () => {
    const office = await buildOffice(app);
    const customers = Array.from({ length: 51 }, (_, i) => ({ project_id: office.projectId, name: `Customer ${i}` }));
    assert.equal((await office.api.post('/customers/bulk', { customers })).status, 201);
    const { page } = await enterConsole(app, office, '/customers?page=2');
    await page.getByText('Page 2 of 2').waitFor();
    await page.getByRole('button', { name: 'New customer' }).click();
    const notes = page.getByRole('dialog').getByLabel('Notes');
    await notes.fill(typed);
    const { tenantId } = office;
    await query(app, `delete from customers where tenant_id = $1 and name = 'Customer 7'`, [tenantId]);
    await page.clock.install();
    await page.clock.fastForward(20_000);
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('50 total').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 1);
    assert.equal(await notes.inputValue(), typed);
  });

  test('a call from a page with unsaved edits is placed once, also by a person who stays', async () => {
    const office = await buildOffice(app);
    const customerId = await buildCustomer(office);
    await office.api.put(`/customers/${customerId}`, { tel1: '+81-90-1234-5678' });
    const { page } = await enterConsole(app, office, `/customers/${customerId}`);
    await page.getByLabel(say.notes).fill(typed);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const call = page.getByRole('dialog', { name: 'Start a call' });
    await call.getByRole('button', { name: 'Call', exact: true }).click();
    const question = page.getByRole('dialog', { name: say.discard });
    await question.getByRole('button', { name: say.keep }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await call.count(), 0);
    assert.equal(await page.getByRole('textbox', { name: say.notes }).inputValue(), typed);
    assert.match(page.url(), /customers/);
  });

  test('adding the caller to the customers leaves the note of the call only after a question', async () => {
    const office = await buildOffice(app);
    const [callId = ''] = await buildCalls(app, office, [{ isTest: false, phoneNumber: '+819000000003' }]);
    const { page } = await enterConsole(app, office, `/calls/${callId}`);
    const note = page.getByRole('textbox', { name: 'Note', exact: true });
    await note.fill(typed);
    await page.getByRole('button', { name: 'Add customer' }).click();
    const adding = page.getByRole('dialog', { name: 'Add customer' });
    const question = page.getByRole('dialog', { name: say.discard });
    await adding.getByLabel('Name').fill('Bob Brown');
    await adding.getByRole('button', { name: 'Add customer' }).click();
    await page.getByText('Customer created.').waitFor(); // For four seconds only.
    await question.getByRole('button', { name: say.keep }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await adding.count(), 0);
    assert.equal(await note.inputValue(), typed);
    assert.equal((await office.api.get('/customers')).body.pagination.total, 1);
  });

  test('stopping a running import needs a confirmation', async () => {
    const office = await buildOffice(app);
    const { page } = await enterConsole(app, office, '/customers/import');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a CSV file' }).click();
    const rows = Array.from({ length: 450 }, (_, at) => `Person ${at}`);
    const buffer = Buffer.from(['Name', ...rows].join('\n'));
    await (await choosing).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    const release = await holdTable(app, 'customers');
    try {
      await page.getByRole('button', { name: 'Import 450 customers' }).click();
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await nav(page, say.people).click();
      const dialog = page.getByRole('dialog', { name: 'Stop the import?' });
      await dialog.getByRole('button', { name: 'Stop and leave' }).click();
      await page.getByRole('heading', { level: 1, name: say.people }).waitFor();
    } finally {
      await release();
    }
    // The batch that was under way is finished, and no other one is sent.
    await nav(page, 'Customers').click();
    await page.getByText('200 total').waitFor();
  });
});
