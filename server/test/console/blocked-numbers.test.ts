import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAdministrator, logIn } from '../browser.ts';
import { buildOffice } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole, faulty } from './enter-console.ts';
import { looks, testAtLength } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp();

const texts = {
  en: {
    ...{ list: 'Never-call list', add: 'Add number', addIt: 'Add', number: 'Phone number', reason: /^Reason/ },
    ...{ empty: 'No numbers on the list', find: 'Find a number', whole: 'Enter the whole number' },
    ...{ notListed: 'This number is not on the list', remove: 'Remove', cancel: 'Cancel' },
    already: '090-1234-5678 is already on the list and keeps its reason: Asked by mail',
    ...{ removeOf: 'Remove 090-1234-5678', added: '03-1234-5678 added to the list.', next: 'Next page' },
    total: (rows: number) => `${rows} total`,
  },
  ja: {
    ...{ list: '発信禁止リスト', add: '番号を追加', addIt: '追加', number: '電話番号', reason: /^理由/ },
    ...{ empty: 'リストに番号はありません', find: '番号を検索', whole: '番号全体を入力してください' },
    ...{ notListed: 'この番号はリストにありません', remove: '削除', cancel: 'キャンセル' },
    already: '090-1234-5678 はすでにリストにあります。理由は変わりません：Asked by mail',
    ...{ removeOf: '090-1234-5678 を削除', added: '03-1234-5678 をリストに追加しました。', next: '次のページ' },
    total: (rows: number) => `全 ${rows} 件`,
  },
};

for (const { language, dark } of looks) {
  const say = texts[language];

  test(`a number is blocked, found and removed with the keyboard (${language})`, { skip: isMissing }, async () => {
    const [office, stranger] = [await buildOffice(app), await buildOffice(app)];
    await stranger.api.post('/blocked-numbers', { number: '+819000000000' });
    const person = await enterConsole(app, office, '/customers', { language, dark });
    const { page } = person;
    const row = (number: string) => page.getByRole('row').filter({ hasText: number });
    await page.getByRole('navigation').getByRole('link', { name: say.list }).press('Enter');
    await page.getByText(say.empty).waitFor();
    await assertSound(person);

    await page.getByRole('button', { name: say.add }).first().press('Enter');
    const dialog = page.getByRole('dialog', { name: say.add });
    const number = dialog.getByLabel(say.number);
    await number.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await faulty(number).waitFor();
    await assertSound(person);
    await number.fill('090-1234-5678');
    await dialog.getByLabel(say.reason).fill('Asked by mail');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.match((await row('090-1234-5678').textContent()) ?? '', /Asked by mail.*20\d\d/);
    const call = { phone_number: '+819012345678', staff_id: office.staffId, project_id: office.projectId };
    assert.equal((await office.api.post('/calls/initiate', call)).body.error.details[0].code, 'number_blocked');

    await page.getByRole('button', { name: say.add }).press('Enter');
    await number.fill('+81 90 1234 5678');
    await dialog.getByLabel(say.reason).fill('Another one');
    await page.keyboard.press('Enter');
    await dialog.getByText(say.already).waitFor();
    await assertSound(person);
    await number.fill('03-1234-5678');
    await dialog.getByRole('button', { name: say.addIt, exact: true }).press('Enter');
    await page.getByText(say.added).waitFor();
    await page.getByText(say.total(2), { exact: true }).waitFor();
    await assertSound(person);

    const find = page.getByRole('searchbox', { name: say.find });
    await find.fill('09');
    await page.getByText(say.whole).waitFor();
    await assertSound(person);
    await find.fill('+81312345679');
    await page.getByText(say.notListed).waitFor();
    await find.fill('+81 90-1234-5678');
    await page.getByText(say.total(1), { exact: true }).waitFor();
    await row('Asked by mail').waitFor();

    await page.getByRole('button', { name: say.removeOf }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: say.cancel }).press('Enter');
    await page.getByRole('button', { name: say.removeOf }).press('Enter');
    await assertSound(person);
    await page.getByRole('dialog').getByRole('button', { name: say.remove, exact: true }).press('Enter');
    await page.getByText(say.notListed).waitFor();
    await find.fill('');
    await row('03-1234-5678').waitFor();
    const { data } = (await office.api.get('/blocked-numbers')).body;
    assert.deepEqual(
      data.map(({ number }: { number: string }) => number),
      ['+81312345678'],
    );
  });
}

testAtLength('a viewer only reads the list, page by page', { skip: isMissing }, async () => {
  const say = texts.en;
  const office = await buildOffice(app);
  for (let at = 0; at < 51; at++)
    await office.api.post('/blocked-numbers', { number: `+8190123456${String(at).padStart(2, '0')}` });
  const { email } = await buildAdministrator(app, office.tenantId, { role: 'viewer' });
  const person = await enterConsole(app, { console: await logIn(app, email) }, '/blocked-numbers', { phone: true });
  const { page } = person;
  await page.getByText(say.total(51), { exact: true }).waitFor();
  await page.getByRole('button', { name: say.next }).click();
  await page.getByText('090-1234-5650').waitFor();
  assert.equal(await page.getByRole('main').getByRole('link').count(), 0);
  assert.equal(await page.getByRole('button', { name: /Add|Remove/ }).count(), 0);
  await assertSound(person);
});

testAtLength('the page before is shown when the last page becomes empty', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  for (let at = 0; at < 51; at++)
    await office.api.post('/blocked-numbers', { number: `+8190123456${String(at).padStart(2, '0')}` });
  const { page } = await enterConsole(app, office, '/blocked-numbers');
  await page.getByRole('button', { name: texts.en.next }).click();
  await page.getByRole('button', { name: 'Remove 090-1234-5650' }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.en.remove, exact: true }).click();
  await page.getByText(texts.en.total(50), { exact: true }).waitFor();
  await page.getByText('090-1234-5649').waitFor();
});
