import './at-length.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeId } from '../../src/platform/ids.ts';
import { buildAdministrator, logIn } from '../browser.ts';
import { buildCalls } from '../build/build-calls.ts';
import { query } from '../builders.ts';
import { until } from '../until.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole, faulty } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp();

const number = '+819055512345';
const office = '+81355510000';

const texts = {
  en: {
    ...{ actions: 'Actions', erasePerson: 'Erase person…', eraseTitle: 'Erase 田中 一郎?', willGo: 'Will be erased' },
    ...{ type: 'Type ERASE to confirm', word: 'erase', erase: 'Erase', cancel: 'Cancel', close: 'Close' },
    ...{ done: 'The person was erased.', othersStay: /^1 other customer shares a number and stays/ },
    ...{ callsStay: /^The calls stay in lists/, customers: 'Customers', deleteCustomer: 'Delete customer' },
    ...{ deleted: 'Customer deleted.', deleteTitle: 'Delete 田中 一郎?', phone: 'Phone number', preview: 'Preview' },
    ...{ blockedStay: /^1 number stays on the never-call list/, nothing: 'Nothing is stored about this person.' },
    ...{ past: 'Past erasures', none: 'No erasures yet', running: 'Running', finished: 'Finished', none0: 'None' },
    ...{ files: 'Deleting recordings…', goesOn: /^You can close this window/, operator: 'Operator' },
    ...{ callInProgress: /^A call with this person is in progress/, newCustomer: 'New customer' },
    ...{ name: 'Name', call: 'Call', loading: 'Loading', notFound: 'Not found. It may have been removed.' },
    ...{ counts: ['Customers1', 'Live calls2', 'Test calls1', 'Recordings1', 'Notes1', 'Events1'] },
  },
  ja: {
    ...{
      actions: '操作',
      erasePerson: '個人データを消去…',
      eraseTitle: '田中 一郎 を消去しますか？',
      willGo: '消去されるもの',
    },
    ...{
      type: '確認のため「消去」と入力してください',
      word: '消去',
      erase: '消去する',
      cancel: 'キャンセル',
      close: '閉じる',
    },
    ...{ done: '消去が完了しました。', othersStay: /^同じ番号を持つ他の顧客 1 件は残ります/ },
    ...{ callsStay: /^通話そのものは一覧と/, customers: '顧客', deleteCustomer: '顧客を削除' },
    ...{
      deleted: '顧客を削除しました。',
      deleteTitle: '田中 一郎 を削除しますか？',
      phone: '電話番号',
      preview: 'プレビュー',
    },
    ...{ blockedStay: /^1 件の番号は発信禁止リストに/, nothing: 'この人について保存されているものはありません。' },
    ...{
      past: '過去の消去',
      none: '消去の記録はまだありません',
      running: '実行中',
      finished: '完了',
      none0: 'なし',
    },
    ...{ files: '録音を削除しています…', goesOn: /^このウィンドウを閉じても/, operator: '運用担当者' },
    ...{ callInProgress: /^この人との通話が続いています/, newCustomer: '顧客を追加' },
    ...{ name: '名前', call: '発信', loading: '読み込み中', notFound: '対象が見つかりません。' },
    ...{ counts: ['顧客1', '本番の通話2', 'テストの通話1', '録音1', 'メモ1', 'イベント1'] },
  },
};

async function newCustomer({ api, projectId }: Office, customer: object): Promise<number> {
  const answer = await api.post('/customers', { project_id: projectId, name: '田中 一郎', ...customer });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.customer_id;
}

/** Three ended calls with the number; the first has a note, and a recording that lies in a store this server does not have. */
async function callsWith(tenant: Office): Promise<string[]> {
  const calls = [{ isTest: false }, { isTest: false }, { isTest: true }];
  const ids = await buildCalls(
    app,
    tenant,
    calls.map((call) => ({ ...call, phoneNumber: number })),
  );
  await query(app, 'update calls set e164 = phone_number where tenant_id = $1', [tenant.tenantId]);
  const first = [tenant.tenantId, decodeId('call', ids[0] ?? '')];
  const recording = `{"status":"ready","duration_seconds":1,"size_bytes":9,"channels":2}`;
  await query(
    app,
    `update calls set note = 'x', recording = '${recording}' where tenant_id = $1 and call_id = $2`,
    first,
  );
  await query(
    app,
    `insert into recordings (tenant_id, is_test, call_id, wav_bytes, place) values ($1, false, $2, 9, 's3')`,
    first,
  );
  return ids;
}

for (const { language, dark } of looks) {
  const say = texts[language];

  test(`a person is erased on the page of the customer (${language})`, { skip: isMissing }, async () => {
    const tenant = await buildOffice(app);
    const customerId = await newCustomer(tenant, { tel1: number, tel2: office });
    await newCustomer(tenant, { name: 'Hanako', tel1: office });
    const [callId] = await callsWith(tenant);
    const person = await enterConsole(app, tenant, '/customers', { language, dark });
    const { page } = person;
    await page.getByRole('link', { name: '田中 一郎' }).click();
    const openWindow = async () => {
      await page.getByRole('button', { name: say.actions, exact: true }).click();
      await page.getByRole('menuitem', { name: say.erasePerson }).click();
    };
    await openWindow();
    const dialog = page.getByRole('dialog', { name: say.eraseTitle });
    const willGo = dialog.getByRole('region', { name: say.willGo });
    await willGo.waitFor();
    const shown = await willGo.locator('dl > div').allTextContents();
    assert.deepEqual(shown, say.counts);
    await dialog.getByText(say.othersStay).waitFor();
    await dialog.getByText(say.callsStay).waitFor();
    assert.ok(await dialog.getByRole('button', { name: say.erase }).isDisabled());
    await assertSound(person);
    await dialog.getByLabel(say.type).fill('yes');
    assert.ok(await dialog.getByRole('button', { name: say.erase }).isDisabled());
    await dialog.getByRole('button', { name: say.cancel }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await tenant.api.get(`/customers/${customerId}`)).status, 200);

    // A call begins between the preview and the erasure.
    await openWindow();
    await dialog.getByLabel(say.type).fill(say.word);
    const [goingOn] = await buildCalls(app, tenant, [{ isTest: false, phoneNumber: number, goesOn: true }]);
    const open = [tenant.tenantId, decodeId('call', goingOn ?? '')];
    await query(app, 'update calls set e164 = phone_number where tenant_id = $1 and call_id = $2', open);
    await dialog.getByLabel(say.type).press('Enter');
    await dialog.getByText(say.callInProgress).waitFor();
    await assertSound(person);
    await query(app, 'update calls set e164 = null, phone_number = null where tenant_id = $1 and call_id = $2', open);

    // The file of the recording is in a store that this server does not have: the erasure waits for a server that has it.
    await dialog.getByRole('button', { name: say.erase }).click();
    const progress = page.getByRole('dialog');
    await progress.getByText(say.files).waitFor();
    await progress.getByText(say.goesOn).waitFor();
    assert.ok(!(await page.content()).includes('田中'), 'the customer is not shown behind the window');
    await assertSound(person);
    const of = [tenant.tenantId];
    await query(app, `update recordings set place = 'folder' where tenant_id = $1`, of);
    await query(app, `update erasures set continued_at = now() - interval '1 minute' where tenant_id = $1`, of);
    await progress.getByText(say.done).waitFor();
    await assertSound(person);
    await progress.getByRole('button', { name: say.close }).last().click();
    await page.getByRole('heading', { name: say.customers, level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Hanako' }).waitFor();
    assert.equal(await page.getByRole('link', { name: '田中 一郎' }).count(), 0);
    assert.equal((await tenant.api.get(`/customers/${customerId}`)).status, 404);
    assert.equal((await tenant.api.get(`/calls/${callId}`)).body.data.phone_number, null);

    // The Back button shows nothing from the memory of the browser, neither at first nor after the answer.
    const mayRead = Promise.withResolvers<void>();
    await page.route(`**/customers/${customerId}`, async (route) => {
      await mayRead.promise;
      await route.continue();
    });
    await page.goBack();
    await page.getByRole('status', { name: say.loading }).first().waitFor();
    assert.ok(!(await page.content()).includes('田中'));
    mayRead.resolve();
    await page.getByText(say.notFound).waitFor();
    assert.ok(!(await page.content()).includes('田中'));
    assert.equal(await page.getByRole('button', { name: say.call, exact: true }).count(), 0);
    await assertSound(person);
  });

  test(`a person is erased by number, and erasures are listed without the person (${language})`, {
    skip: isMissing,
  }, async () => {
    const tenant = await buildOffice(app);
    const stranger = await buildOffice(app);
    await newCustomer(stranger, { tel1: number });
    await newCustomer(tenant, { tel1: number });
    await newCustomer(tenant, { tel3: number });
    await callsWith(tenant);
    await tenant.api.post('/blocked-numbers', { number, reason: 'asked' });
    const person = await enterConsole(app, tenant, '/settings/erasures', { language, dark });
    const { page } = person;
    const past = page.getByRole('region', { name: say.past });
    await past.getByText(say.none, { exact: true }).waitFor();
    await assertSound(person);

    const field = page.getByRole('textbox', { name: say.phone });
    await field.fill('none');
    await page.getByRole('button', { name: say.preview }).click();
    await faulty(field).waitFor();
    await assertSound(person);
    await field.fill('+81 90-0000-0000');
    await page.getByRole('button', { name: say.preview }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(say.nothing).waitFor();
    await dialog.getByRole('button', { name: say.close }).last().click();
    await dialog.waitFor({ state: 'hidden' });

    await field.fill('090-5551-2345');
    await page.getByRole('button', { name: say.preview }).click();
    await dialog.getByText(say.blockedStay).waitFor();
    await dialog.getByLabel(say.type).fill(say.word);
    await dialog.getByRole('button', { name: say.erase }).click();
    await dialog.getByText(say.goesOn).waitFor();
    await dialog.getByRole('button', { name: say.close }).last().click();
    assert.equal(await field.inputValue(), '');

    const row = past.getByRole('row').nth(1);
    await row.getByText(say.running, { exact: true }).waitFor();
    const { email } = (await tenant.console.get('/session')).body.data.administrator;
    await row.getByText(email).waitFor();
    await assertSound(person);
    const of = [tenant.tenantId];
    await query(app, `update recordings set place = 'folder' where tenant_id = $1`, of);
    await query(app, `update erasures set continued_at = now() - interval '1 minute' where tenant_id = $1`, of);
    await row.getByText(say.finished, { exact: true }).waitFor(); // The page reads it again by itself.
    await assertSound(person);
    assert.ok(!/5551/.test((await past.textContent()) ?? ''));
    assert.equal((await tenant.api.get('/customers')).body.pagination.total, 0);
    assert.equal((await stranger.api.get('/customers')).body.pagination.total, 1);
  });

  test(`a customer is deleted, and the calls stay (${language})`, { skip: isMissing }, async () => {
    const tenant = await buildOffice(app);
    const customerId = await newCustomer(tenant, { tel1: number });
    const [callId] = await callsWith(tenant);
    const person = await enterConsole(app, tenant, '/customers', { language, dark });
    const { page } = person;
    await page.getByRole('link', { name: '田中 一郎' }).click();
    // What was typed is lost with the customer, without another question.
    await page.getByRole('textbox', { name: say.name, exact: true }).fill('Typed, and not saved');
    await page.getByRole('button', { name: say.actions, exact: true }).click();
    await page.getByRole('menuitem', { name: say.deleteCustomer }).waitFor();
    await assertSound(person);
    await page.getByRole('menuitem', { name: say.deleteCustomer }).click();
    const dialog = page.getByRole('dialog', { name: say.deleteTitle });
    await dialog.waitFor();
    await assertSound(person);
    await dialog.getByRole('button', { name: say.deleteCustomer }).click();
    await page.getByText(say.deleted).waitFor();
    await page.getByRole('heading', { name: say.customers, level: 1 }).waitFor();
    await page.waitForURL(/\/customers$/);
    await page.goBack();
    await page.getByText(say.notFound).waitFor();
    assert.ok(!(await page.content()).includes('田中'));
    await until(async () => (await tenant.api.get(`/customers/${customerId}`)).status === 404);
    assert.equal((await tenant.api.get(`/calls/${callId}`)).body.data.phone_number, number);
  });
}

test('a viewer sees neither the menu of a customer nor the page of erasures', { skip: isMissing }, async () => {
  const tenant = await buildOffice(app);
  const customerId = await newCustomer(tenant, { tel1: number });
  const { email } = await buildAdministrator(app, tenant.tenantId, { role: 'viewer' });
  const person = await enterConsole(app, { console: await logIn(app, email) }, `/customers/${customerId}`);
  const { page } = person;
  await page.getByRole('heading', { name: '田中 一郎' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Actions', exact: true }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Erase a person' }).count(), 0);
  await page.goto('/live/settings/erasures');
  await page.getByRole('heading', { name: 'No access to this page' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Preview' }).count(), 0);
});
