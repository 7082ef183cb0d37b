import './at-length.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildAdministrator, logIn } from '../browser.ts';
import { buildCalls } from '../build/build-calls.ts';
import { query } from '../builders.ts';
import { until } from '../until.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp();

const texts = {
  en: {
    ...{ window: 'Search', field: 'Search pages, customers and calls', reports: 'Reports', byOther: 'レポート' },
    ...{ none: 'No results for “nothing like it”', all: 'Show all 6 customers', order: 'Order', keys: 'API keys' },
    ...{ customers: 'Customers', calls: 'Calls of the last 30 days', discard: 'Discard unsaved changes?' },
  },
  ja: {
    ...{ window: '検索', field: 'ページ・顧客・通話を検索', reports: 'レポート', byOther: 'report' },
    ...{ none: '「nothing like it」に一致するものはありません', all: '顧客 6 件をすべて表示', order: '並び順' },
    ...{ keys: 'APIキー', customers: '顧客', calls: '直近30日の通話', discard: '変更を破棄しますか？' },
  },
};

async function buildContent(office: Office) {
  const { api, projectId: project_id, staffId } = office;
  const yamada = {
    ...{ name: '山田 太郎', name_kana: 'ヤマダ タロウ', company_name: '港商会' },
    ...{ tel1: '+819012345678', external_id: 'CRM-7' },
  };
  const others = Array.from({ length: 6 }, (_, i) => ({ name: `Sato ${i}` }));
  const customers = [yamada, ...others].map((one) => ({ project_id, ...one }));
  const made = await api.post('/customers/bulk', { customers });
  assert.equal(made.status, 201, made.text);
  const [callId = ''] = await buildCalls(app, office, [
    { isTest: false, staffId, phoneNumber: '+819012345678', externalId: 'ticket-1' },
    { isTest: true, staffId, phoneNumber: '+819012345678', externalId: 'ticket-2' },
  ]);
  const noted = await api.put(`/calls/${callId}`, { note: 'Wants the blue bicycle' });
  assert.equal(noted.status, 200, noted.text);
  return { customerId: made.body.data.results[0].customer_id, callId };
}

/** The option that the field stands for. */
async function chosenIn(page: Page): Promise<string | null> {
  const id = await page.getByRole('dialog').getByRole('combobox').getAttribute('aria-activedescendant');
  return id === null ? '' : page.locator(`[id="${id}"]`).textContent();
}

for (const { language, dark } of looks) {
  const say = texts[language];

  test(`everything is found with the keyboard alone (${language})`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    const { customerId, callId } = await buildContent(office);
    const person = await enterConsole(app, office, '/calls', { language, dark });
    const { page } = person;
    await page.getByRole('link', { name: /819\*{5}5678/ }).waitFor();
    const field = page.getByRole('combobox', { name: say.field });
    const open = async (text: string) => {
      await field.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await field.and(page.locator(':focus')).waitFor();
      await page.keyboard.insertText(text);
    };
    const arrive = async (path: string) => {
      await page.waitForURL((url) => url.pathname + url.search === `/live${path}`);
      await field.waitFor({ state: 'detached' });
      await page.locator('#content:focus').waitFor(); // The page, not the element that had the focus before the search.
    };

    // Without a text, there are all pages. A page is found by its name in either language.
    await open('');
    await page.getByRole('option', { name: say.keys }).waitFor();
    await assertSound(person);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    for (const [name, elsewhere] of [
      [say.reports, '/settings/api-keys'],
      [say.byOther, undefined],
    ]) {
      await open(name ?? '');
      await until(async () => (await chosenIn(page)) === say.reports);
      await page.keyboard.press('Enter');
      await arrive('/reports');
      if (elsewhere) {
        await open(say.keys);
        await until(async () => (await chosenIn(page)) === say.keys);
        await page.keyboard.press('Enter');
        await arrive(elsewhere);
      }
    }

    // Customers by name, reading, number in any form, and external id; calls by number, words, and ids.
    const group = (name: string) => page.getByRole('group', { name });
    for (const text of ['山田', 'やまだ', '090-1234-5678', '+81 90 1234 5678', 'CRM-7']) {
      await open(text);
      await group(say.customers).getByRole('option', { name: '山田 太郎' }).waitFor();
      await page.keyboard.press('Escape');
    }
    for (const text of ['09012345678', 'bicycle blue', 'ticket-1', callId]) {
      await open(text);
      await group(say.calls).getByRole('option').first().waitFor();
      assert.equal(await group(say.calls).getByRole('option').count(), 1, text);
      await page.keyboard.press('Escape');
    }

    // Arrow keys move in a circle through both groups.
    await open('090 1234 5678');
    await group(say.calls).getByRole('option').waitFor();
    assert.match((await chosenIn(page)) ?? '', /山田 太郎/);
    await assertSound(person);
    await page.keyboard.press('ArrowDown');
    assert.match((await chosenIn(page)) ?? '', /819\*{5}5678[\s\S]*ticket-1/);
    await page.keyboard.press('ArrowDown');
    assert.match((await chosenIn(page)) ?? '', /山田 太郎/);
    await page.keyboard.press('Enter');
    await arrive(`/customers/${customerId}`);
    await open(callId);
    await until(async () => /ticket-1/.test((await chosenIn(page)) ?? ''));
    await page.keyboard.press('Enter');
    await arrive(`/calls/${callId}`);

    // Many customers lead to their list; nothing is said to be found if nothing is.
    await open('sato');
    await page.getByRole('option', { name: say.all }).waitFor();
    await page.keyboard.press('ArrowUp');
    assert.equal(await chosenIn(page), say.all);
    await page.keyboard.press('Enter');
    await arrive('/customers?q=sato');
    await open('nothing like it');
    await page.getByRole('status').getByText(say.none).waitFor();
    await assertSound(person);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: say.order }).waitFor(); // Still the list.
  });

  test(`viewers find what they may see, of the current mode (${language})`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    await buildContent(office);
    const viewer = await buildAdministrator(app, office.tenantId, { role: 'viewer' });
    const signedIn = { console: await logIn(app, viewer.email) };
    const person = await enterConsole(app, signedIn, '/test/calls', { language, dark, phone: true });
    const { page } = person;
    await page.getByRole('banner').getByRole('button', { name: say.window }).click();
    const field = page.getByRole('combobox', { name: say.field });
    await page.getByRole('option', { name: say.keys }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Webhook' }).count(), 0);
    await assertSound(person);
    await field.fill('09012345678');
    const calls = page.getByRole('group', { name: say.calls }).getByRole('option');
    await calls.filter({ hasText: 'ticket-2' }).waitFor();
    assert.equal(await calls.count(), 1);
    await assertSound(person);
    await calls.click();
    await page.waitForURL(/\/test\/calls\/call_/);
  });

  test(`a search asks before unsaved text is lost (${language})`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    const { customerId } = await buildContent(office);
    const { page } = await enterConsole(app, office, `/customers/${customerId}`, { language, dark });
    await page.getByRole('textbox').first().fill('Another name');
    await page.keyboard.press('Control+k'); // Also in a field.
    await page.getByRole('combobox', { name: say.field }).fill(say.reports);
    await page.getByRole('option', { name: say.reports }).click();
    await page.getByRole('dialog', { name: say.discard }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/live/customers/${customerId}`);
  });
}

test("the last 30 days of a search, a customer and a mode are days of the tenant's time zone", {
  skip: isMissing,
}, async () => {
  const office = await buildOffice(app);
  const zone = 'Pacific/Pago_Pago'; // 20 hours behind the browser.
  await query(app, 'update tenants set timezone = $2 where tenant_id = $1', [office.tenantId, zone]);
  const customer = await office.api.post('/customers', { project_id: office.projectId, name: 'Mei Tanaka' });
  const { page } = await enterConsole(app, office, '/people');
  /** Does something, and returns the period of the request for calls that it causes. */
  const periodAfter = async (act: () => Promise<unknown>, parameter: string) => {
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith('/calls') && searchParams.has(parameter);
    });
    await act();
    const { searchParams } = new URL((await asked).url());
    return [searchParams.get('timezone'), searchParams.get('to')];
  };
  const here = [zone, new Date().toLocaleDateString('sv-SE', { timeZone: zone })];
  const search = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: texts.en.field }).and(page.locator(':focus')).waitFor();
    await page.keyboard.insertText('invoice');
  };
  assert.deepEqual(await periodAfter(search, 'q'), here);
  const history = () => page.goto(`/live/customers/${customer.body.data.customer_id}`);
  assert.deepEqual(await periodAfter(history, 'customer_id'), here);
  assert.deepEqual(await periodAfter(() => page.goto('/people'), 'per_page'), here);
});
