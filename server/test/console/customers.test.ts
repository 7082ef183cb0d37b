import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { buildCalls } from '../build/build-calls.ts';
import { until } from '../until.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole, faulty } from './enter-console.ts';
import { looks, testAtLength } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp();

async function buildCustomer({ api, projectId }: Office, customer: Record<string, unknown>): Promise<number> {
  const answer = await api.post('/customers', { project_id: projectId, ...customer });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.customer_id;
}

/** Whether the whole element is in the window. */
async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const height = element.page().viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

const texts = {
  en: {
    ...{
      search: 'Search by name, kana, company, number or external ID',
      order: 'Order',
      oldest: 'Oldest first',
      project: 'Project',
      nobody: 'No customers found',
      total: '1 total',
    },
    ...{ company: 'Company', tel1: 'Phone 1', notes: 'Notes', save: 'Save', saved: 'Changes saved.' },
    theirVersion: /replace their version\. Their version:/,
    ...{ history: 'Calls of the last 30 days', connected: 'Connected', call: 'Call', newCall: 'Start a call' },
    ...{
      number: /^Number to call/,
      create: 'New customer',
      name: 'Name',
      email: 'Email',
      created: 'Customer created.',
    },
  },
  ja: {
    ...{ search: '名前・フリガナ・会社名・電話番号・外部IDで検索', order: '並び順', oldest: '古い順' },
    ...{ project: 'プロジェクト', nobody: '見つかりません', total: '全 1 件' },
    ...{ company: '会社名', tel1: '電話番号1', notes: 'メモ', save: '保存', saved: '変更を保存しました。' },
    theirVersion: /上書きされます。\s*変更後の内容：/,
    ...{ history: '直近30日の通話', connected: '通話済み', call: '発信', newCall: '発信する' },
    ...{
      number: /^発信先の番号/,
      create: '顧客を追加',
      name: '名前',
      email: 'メール',
      created: '顧客を追加しました。',
    },
  },
};

for (const { language, dark } of looks) {
  const say = texts[language];

  test(`a customer is found, changed and called (${language})`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    const tanaka = {
      ...{ name: '田中 一郎', name_kana: 'タナカ イチロウ', tel1: '090-1234-5678' },
      ...{ company_name: '港商会', external_id: 'CRM-7' },
    };
    const customerId = await buildCustomer(office, tanaka);
    await buildCustomer(office, { name: 'Alice Arnold', project_id: office.otherProjectId });
    await buildCalls(app, office, [{ isTest: false, customerId, staffId: office.staffId }, { isTest: false }]);

    const person = await enterConsole(app, office, '/customers', { language, dark });
    const { page } = person;
    await page.getByRole('link', { name: 'Alice Arnold' }).waitFor();
    await assertSound(person);
    const search = page.getByRole('searchbox', { name: say.search });
    for (const part of ['タナカ', '港', '090 1234 5678', '+81-90-1234-5678', 'CRM-7', '一郎']) {
      await search.fill(part);
      await page.getByText(say.total, { exact: true }).waitFor();
      await page.getByRole('link', { name: '田中 一郎' }).waitFor();
    }
    const row = page.getByRole('row', { name: /田中 一郎/ });
    for (const value of ['タナカ イチロウ', '港商会', '819*****5678', 'CRM-7', 'Support'])
      await row.getByText(value, { exact: true }).waitFor();
    await row.getByRole('time').waitFor();
    await search.fill('nobody of this name');
    await page.getByText(say.nobody).waitFor();
    await search.fill('');
    await page.getByRole('combobox', { name: say.project }).selectOption('Sales');
    await page.getByText(say.total, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Alice Arnold' }).waitFor();
    await page.getByRole('combobox', { name: say.project }).selectOption('Support');
    await page.getByRole('combobox', { name: say.order }).selectOption(say.oldest);
    await search.fill('タナカ');
    await page.waitForURL((url) => url.searchParams.get('q') === 'タナカ');
    await page.getByRole('link', { name: '田中 一郎' }).click();
    await page.getByRole('heading', { name: '田中 一郎' }).waitFor();

    // The address has everything, so the browser's back button returns to the same list.
    await page.goBack();
    assert.equal(await search.inputValue(), 'タナカ');
    assert.equal(await page.getByRole('combobox', { name: say.order }).inputValue(), 'oldest');
    await page.reload();
    await page.getByText(say.total, { exact: true }).waitFor();
    assert.equal(await search.inputValue(), 'タナカ');
    await page.getByRole('link', { name: '田中 一郎' }).click();

    await page.getByRole('heading', { name: '田中 一郎' }).waitFor();
    const history = page.getByRole('region', { name: say.history });
    await history.getByRole('link', { name: /819\*{5}5678/ }).waitFor();
    assert.equal(await history.getByRole('link').count(), 1, 'nobody else is in it');
    await history.getByText(say.connected, { exact: true }).waitFor();
    await assertSound(person);

    await page.getByLabel(say.tel1).fill('12');
    await page.getByRole('button', { name: say.save }).click();
    await faulty(page.getByLabel(say.tel1)).waitFor(); // The fault is shown at its field.
    await assertSound(person);
    await page.getByLabel(say.tel1).fill('03-1234-0000');
    await page.getByLabel(say.company).fill('港商会 株式会社');
    await page.getByRole('textbox', { name: say.notes }).fill('Prefers to be called in the morning');
    // Reading the customer again after the change takes a while.
    const mayRead = Promise.withResolvers<void>();
    let isSaved = false;
    await page.route(`**/customers/${customerId}`, async (route) => {
      if (route.request().method() === 'PUT') isSaved = true;
      else if (isSaved) await mayRead.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: say.save }).click();
    await page.getByText(say.saved).waitFor();
    const { data } = (await office.api.get(`/customers/${customerId}`)).body;
    assert.equal(data.tel1, '+81312340000');
    assert.equal(data.company_name, '港商会 株式会社');
    assert.equal(data.notes, 'Prefers to be called in the morning');
    assert.equal(data.name_kana, tanaka.name_kana, 'what was not changed stays');

    await page.getByRole('button', { name: say.call, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: say.newCall });
    assert.equal(await dialog.getByLabel(say.number).inputValue(), '+81312340000');
    mayRead.resolve();
    await dialog.getByRole('button', { name: say.call, exact: true }).click();
    await page.waitForURL(/\/calls\//);
    await page.getByRole('heading', { name: '田中 一郎' }).waitFor(); // The call is linked to its customer.
    await page.getByRole('status').getByText('03-1234-0000').waitFor();
  });
}

testAtLength('pages of the list are in its address, the newest customers first', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const customers = Array.from({ length: 51 }, (_, i) => ({
    project_id: office.projectId,
    name: `Customer ${i + 1}.`,
  }));
  const answer = await office.api.post('/customers/bulk', { customers });
  assert.equal(answer.status, 201, answer.text);
  const { page } = await enterConsole(app, office, '/customers');
  const link = (n: number) => page.getByRole('link', { name: `Customer ${n}.`, exact: true });
  await link(51).waitFor();
  assert.equal(await link(1).count(), 0);
  await page.getByRole('button', { name: 'Next page' }).click();
  await link(1).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('page'), '2');
  await page.goBack();
  await link(51).waitFor();
  await page.getByRole('combobox', { name: texts.en.order }).selectOption(texts.en.oldest);
  await link(1).waitFor();
  assert.equal(await link(51).count(), 0);
  await page.goto('/live/customers?order=oldest&page=2');
  await link(51).waitFor();
  assert.equal(await page.getByRole('row').count(), 2);
});

testAtLength('a list of customers is a list of cards on a phone', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  await buildCustomer(office, { name: '田中 一郎', tel1: '090-1234-5678', company_name: '港商会' });
  await buildCustomer(office, { name: 'A'.repeat(100), external_id: 'x'.repeat(100) });
  const person = await enterConsole(app, office, '/customers', { phone: true });
  const { page } = person;
  // Still a table for screen readers, with nothing beyond the right edge.
  const row = page.getByRole('row', { name: /田中/ });
  await row.getByRole('cell', { name: '819*****5678' }).waitFor();
  assert.equal(await page.getByRole('columnheader').count(), 6);
  for (const cell of await page.getByRole('cell').all()) {
    const box = await cell.boundingBox();
    if (box) assert.ok(box.x >= 0 && box.x + box.width <= 390, `${box.x} and ${box.width}`);
  }
  await assertSound(person);
});

testAtLength('long words leave every column of the list in sight', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  await buildCustomer(office, { name: '田中 一郎', tel1: '090-1234-5678', company_name: '港商会' });
  await buildCustomer(office, { name: 'A'.repeat(200), company_name: 'B'.repeat(200), external_id: 'c'.repeat(100) });
  const person = await enterConsole(app, office, '/customers');
  const { page } = person;
  await page.getByRole('row', { name: /田中/ }).waitFor();
  const last = await page.getByRole('columnheader').last().boundingBox();
  assert.ok(last && last.x + last.width <= 1280, `${last?.x} and ${last?.width}`);
  await assertSound(person);
});

testAtLength('a customer is entered on a phone', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const say = texts.en;
  const person = await enterConsole(app, office, '/customers', { phone: true });
  const { page } = person;
  await page.getByRole('button', { name: say.create }).first().click();
  const form = page.getByRole('dialog', { name: say.create });
  await form.getByRole('textbox', { name: say.name, exact: true }).fill('By mistake');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: say.create }).first().click();
  await form.getByRole('textbox', { name: say.name, exact: true }).fill('Bob Brown');
  await form.getByLabel(say.email).fill('bob@example.com');
  await assertSound(person);
  await form.getByRole('button', { name: say.save }).click();
  await page.getByRole('heading', { name: 'Bob Brown' }).waitFor();
  await assertSound(person);
  const [customer] = (await office.api.get('/customers')).body.data;
  assert.equal(customer.name, 'Bob Brown');
});

testAtLength(
  'on a phone, a change by someone else is in sight before it is replaced',
  { skip: isMissing },
  async () => {
    const office = await buildOffice(app);
    const say = texts.en;
    const customerId = await buildCustomer(office, { name: 'Alice Arnold', company_name: 'Before', notes: 'Early' });
    const person = await enterConsole(app, office, `/customers/${customerId}`, { phone: true });
    const { page } = person;
    const company = page.getByLabel(say.company);
    await company.fill('Mine');
    await page.getByRole('textbox', { name: say.notes }).fill('My notes');
    await office.api.put(`/customers/${customerId}`, { company_name: 'Theirs', notes: 'Late' });
    const save = page.getByRole('button', { name: say.save });
    await save.click();
    const warning = page.getByText('Someone else changed this to “Theirs”.');
    await warning.waitFor();
    await until(() => isInSight(warning));
    await until(() => company.evaluate((field) => field === field.ownerDocument.activeElement));
    await assertSound(person);

    // Save is far below, so a note beside it names the fields.
    await save.scrollIntoViewIfNeeded();
    const note = page.getByText('Someone else changed Company and Notes while you were editing.');
    assert.ok(await isInSight(note));
    await save.click();
    await page.getByText(say.saved).waitFor();
    await note.waitFor({ state: 'detached' });
    const { company_name, notes } = (await office.api.get(`/customers/${customerId}`)).body.data;
    assert.deepEqual([company_name, notes], ['Mine', 'My notes']);
  },
);

testAtLength(
  'a double click on Save does not replace an unread change by someone else',
  {
    skip: isMissing,
  },
  async () => {
    const office = await buildOffice(app);
    const customerId = await buildCustomer(office, { name: 'Alice Arnold', company_name: 'Before' });
    const { page } = await enterConsole(app, office, `/customers/${customerId}`);
    const save = page.getByRole('button', { name: texts.en.save });
    let saves = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves++;
    });
    await page.getByLabel(texts.en.company).fill('Mine');
    await office.api.put(`/customers/${customerId}`, { company_name: 'Theirs' });
    // The second click comes in the moment in which the warning appears.
    await page.evaluate(`new MutationObserver((_, observer) => {
    if (!document.body.textContent.includes('Theirs')) return;
    observer.disconnect();
    document.querySelector('button[type=submit]').click();
  }).observe(document.body, { childList: true, characterData: true, subtree: true })`);
    await save.click();
    await page.getByText('Someone else changed this to “Theirs”.').waitFor();
    await until(() => save.isEnabled());
    assert.equal(saves, 0);

    await office.api.put(`/customers/${customerId}`, { company_name: 'Theirs again' });
    await save.dblclick({ delay: 50 });
    await page.getByText('Someone else changed this to “Theirs again”.').waitFor();
    await until(() => save.isEnabled());
    assert.equal(saves, 0);
    await save.click();
    await page.getByText(texts.en.saved).waitFor();
    assert.equal(saves, 1);
  },
);

for (const { language, dark } of looks) {
  const say = texts[language];

  testAtLength(
    `the other version of a note is shown before it is replaced (${language})`,
    {
      skip: isMissing,
    },
    async () => {
      const office = await buildOffice(app);
      const customerId = await buildCustomer(office, { name: 'Alice Arnold', notes: 'Early' });
      const person = await enterConsole(app, office, `/customers/${customerId}`, { language, dark });
      const { page } = person;
      await page.getByRole('textbox', { name: say.notes }).fill('Mine');
      await office.api.put(`/customers/${customerId}`, { notes: `Late\n${'午前'.repeat(500)}` });
      await page.getByRole('button', { name: say.save }).click();
      const warning = page.getByRole('status').filter({ hasText: say.theirVersion });
      // In lines of its own, and cut off after 200 characters.
      await warning.getByText(`Late\n${'午前'.repeat(97)}午…`, { exact: true }).waitFor();
      await assertSound(person);
      await page.getByRole('button', { name: say.save }).click();
      await page.getByText(say.saved).waitFor();
      assert.equal((await office.api.get(`/customers/${customerId}`)).body.data.notes, 'Mine');
    },
  );
}

testAtLength('text that is typed while a customer is saved stays', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const say = texts.en;
  const customerId = await buildCustomer(office, { name: 'Alice Arnold', company_name: 'Before', notes: 'Early' });
  const { page } = await enterConsole(app, office, `/customers/${customerId}`);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = page.getByRole('button', { name: say.save });
  const mayAnswer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(`**/customers/${customerId}`, async (route) => {
    if (route.request().method() === 'PUT') {
      asked.resolve();
      await mayAnswer.promise;
    }
    await route.continue();
  });
  await field(say.company).fill('Mine');
  await field(say.notes).fill('Late');
  await field(say.email).fill('alice@example.com');
  await save.click();
  await asked.promise;
  await field(say.company).fill('Before'); // Typed back.
  await field(say.notes).fill('Later');
  await field(say.name).fill('Alice Brown');
  mayAnswer.resolve();
  await page.getByText(say.saved).waitFor();
  await until(() => save.isEnabled());
  const stored = async () => {
    const { name, company_name, notes, email } = (await office.api.get(`/customers/${customerId}`)).body.data;
    return [name, company_name, notes, email];
  };
  assert.deepEqual(await stored(), ['Alice Arnold', 'Mine', 'Late', 'alice@example.com']);
  assert.equal(await field(say.company).inputValue(), 'Before');
  assert.equal(await field(say.notes).inputValue(), 'Later');
  assert.equal(await field(say.name).inputValue(), 'Alice Brown');

  // It is saved as other text is: no one else has changed anything.
  await save.click();
  await page.locator('button[type=submit][disabled]:not([data-loading])').waitFor();
  assert.deepEqual(await stored(), ['Alice Brown', 'Before', 'Later', 'alice@example.com']);
});

testAtLength('a change by someone else is shown before it is replaced', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const say = texts.en;
  const customerId = await buildCustomer(office, { name: 'Alice Arnold', company_name: 'Before', notes: 'Early' });
  const person = await enterConsole(app, office, `/customers/${customerId}`);
  const { page } = person;
  const company = page.getByLabel(say.company);
  const save = page.getByRole('button', { name: say.save });
  const stored = async () => (await office.api.get(`/customers/${customerId}`)).body.data;
  await company.fill('Mine');
  await office.api.put(`/customers/${customerId}`, { company_name: 'Theirs', notes: 'Late' });
  await save.click();
  await page.getByText('Someone else changed this to “Theirs”.').waitFor();
  // A field that this person has not changed shows the new value.
  await until(async () => (await page.getByRole('textbox', { name: say.notes }).inputValue()) === 'Late');
  assert.equal((await stored()).company_name, 'Theirs');
  assert.equal(await company.inputValue(), 'Mine');
  await assertSound(person);

  // Another change is shown once more.
  await office.api.put(`/customers/${customerId}`, { company_name: 'Theirs again' });
  await save.click();
  await page.getByText('Someone else changed this to “Theirs again”.').waitFor();
  assert.equal((await stored()).company_name, 'Theirs again');
  await save.click();
  await page.getByText(say.saved).waitFor();
  const isReset = () => page.locator('button[type=submit][disabled]:not([data-loading])').waitFor();
  await isReset();
  const { company_name, notes } = await stored();
  assert.deepEqual([company_name, notes], ['Mine', 'Late']);

  // Changes of different fields do not disturb each other.
  await company.fill('Mine again');
  await office.api.put(`/customers/${customerId}`, { notes: 'Later' });
  await save.click();
  await until(async () => (await stored()).company_name === 'Mine again');
  assert.equal((await stored()).notes, 'Later');
  await isReset();

  // The customer is removed meanwhile.
  await company.fill('Mine at last');
  await office.console.remove(`/customers/${customerId}`);
  await save.click();
  await page.getByText('Not found. It may have been removed.').first().waitFor();
  await company.waitFor({ state: 'detached' });
});
