import './at-length.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCalls } from '../build/build-calls.ts';
import { until } from '../until.ts';
import { buildOffice } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole, faulty } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';
import { day } from './tokyo.ts';

const app = await startConsoleApp();

const texts = {
  en: {
    ...{ tag: 'Tag', outcome: 'Outcome', words: 'Words of the call', number: 'Phone number', reset: 'Reset filters' },
    ...{
      tooShort: 'Enter at least 2 characters.',
      unread: /^Enter a phone number/,
      bad: 'A filter cannot be used',
    },
    ...{ filters: /^Filters/, total: (n: number) => `${n} total`, back: '← All calls' },
  },
  ja: {
    ...{ tag: 'タグ', outcome: '結果', words: '通話内の言葉', number: '電話番号', reset: '絞り込みを解除' },
    ...{ tooShort: '2文字以上入力してください。', unread: /^電話番号が正しくありません/ },
    ...{ bad: '絞り込みの条件が正しくありません', filters: /^絞り込み(?!を)/, total: (n: number) => `全 ${n} 件` },
    back: '← 通話一覧',
  },
};

for (const look of looks) {
  const say = texts[look.language];

  test(`calls are found by label, words and number, and the address keeps it (${look.language})`, {
    skip: isMissing,
  }, async () => {
    const office = await buildOffice(app);
    const { staffId } = office;
    const ids = await buildCalls(
      app,
      office,
      [1, 2, 3].map((digit) => ({ isTest: false, staffId, phoneNumber: `+81900000000${digit}` })),
    );
    const annotations = [
      { tags: ['delivery', 'late'], outcome: 'callback', note: 'The invoice is wrong' },
      { tags: ['late'], outcome: 'sold', note: '請求書を再発行' },
      {},
    ];
    for (const [at, annotation] of annotations.entries())
      assert.equal((await office.api.put(`/calls/${ids[at]}`, annotation)).status, 200);

    const person = await enterConsole(app, office, '/calls', look);
    const { page } = person;
    const tag = page.getByRole('combobox', { name: say.tag, exact: true });
    const outcome = page.getByRole('combobox', { name: say.outcome, exact: true });
    const words = page.getByRole('textbox', { name: say.words });
    const number = page.getByRole('textbox', { name: say.number });
    const reset = page.getByRole('button', { name: say.reset });
    const shows = async (...digits: number[]) => {
      await page.getByText(say.total(digits.length), { exact: true }).waitFor();
      for (const digit of digits) await page.getByRole('link', { name: `819*****000${digit}` }).waitFor();
    };
    await shows(1, 2, 3);

    await page.getByRole('button', { name: say.filters }).click();
    await tag.click();
    await page.getByRole('option', { name: 'late' }).click();
    await shows(1, 2);
    await outcome.fill('sold');
    await outcome.press('Enter');
    await shows(2);
    await assertSound(person);
    await page.reload();
    await shows(2);
    await page.getByRole('link', { name: '819*****0002' }).click();
    await page.getByRole('link', { name: say.back }).waitFor();
    await page.goBack();
    await shows(2);
    await reset.click();
    await shows(1, 2, 3);

    await words.fill('WRONG invoice');
    await words.press('Enter');
    await shows(1);
    await words.fill('請求書');
    await words.blur();
    await shows(2);
    await words.fill('a');
    await words.press('Enter');
    await page.getByText(say.tooShort).waitFor();
    await page.getByText(say.bad).waitFor();
    await assertSound(person);
    await words.fill('');
    await words.press('Enter');
    await shows(1, 2, 3);

    await number.fill('090-0000-0003');
    await number.press('Enter');
    await shows(3);
    await page.reload();
    await shows(3);
    await number.fill('12');
    await number.press('Enter');
    await faulty(number).waitFor();
    await page.getByText(say.unread).waitFor();
    await assertSound(person);
    await number.fill('+81 90 0000 0001');
    await number.press('Enter');
    await shows(1);
    assert.equal(new URL(page.url()).searchParams.get('number'), '+81 90 0000 0001');
  });
}

test('words that are typed while the calls of the first words load are kept', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/calls');
  const words = page.getByRole('textbox', { name: 'Words of the call' });
  await words.fill('hello');
  const answer = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/\/calls\?.*q=hello/);
  await page.route(/\/calls\?.*q=hello/, (route) => answer.promise.then(() => route.continue()));
  // The page waits a quarter of a second for the calls, and then takes the words without them.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await words.press('Enter');
  await asked;
  await words.pressSequentially(' world');
  answer.resolve();
  await page.clock.resume();
  // Appears when the page has taken the words from the address.
  const reset = page.getByRole('button', { name: 'Reset filters' });
  await reset.waitFor();
  assert.equal(await words.inputValue(), 'hello world');
  await words.press('Enter');
  await page.waitForURL(/q=hello(\+|%20)world/);
  await reset.click();
  await until(async () => (await words.inputValue()) === '');
  assert.equal(new URL(page.url()).search, '');
});

test('a reset also removes words whose calls were still loading', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/calls?type=outbound');
  const words = page.getByRole('textbox', { name: 'Words of the call' });
  const reset = page.getByRole('button', { name: 'Reset filters' });
  await reset.waitFor();
  const answer = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/\/calls\?.*q=hello/);
  await page.route(/\/calls\?.*q=hello/, (route) => answer.promise.then(() => route.continue()));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await words.fill('hello');
  await reset.click(); // The field is left, so the words are sent first.
  await asked;
  await page.clock.resume();
  await page.waitForURL((address) => address.search === '');
  await until(async () => (await words.inputValue()) === '');
  answer.resolve();
  await words.fill('hello');
  await words.press('Enter');
  await page.waitForURL(/q=hello/);
});

test('Back leads past all days of a period that were typed', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/calls?type=outbound');
  const period = page.getByRole('radiogroup', { name: 'Period' });
  await period.getByText('30 days', { exact: true }).click();
  await page.waitForURL(/period=month/);
  await period.getByText('Custom', { exact: true }).click();
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
  for (const days of [9, 8, 7]) await from.fill(day(days));
  for (const days of [6, 5]) await to.fill(day(days));
  await page.waitForURL((address) => address.searchParams.get('to') === day(5));
  await page.goBack();
  await page.waitForURL(/period=month/);
  await from.waitFor({ state: 'detached' });
});

test('the filters are behind a button on a phone', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  await buildCalls(app, office, [{ isTest: false, staffId: office.staffId }]);
  const person = await enterConsole(app, office, '/calls', { phone: true });
  const number = person.page.getByRole('textbox', { name: texts.en.number });
  await person.page.getByText(texts.en.total(1), { exact: true }).waitFor();
  assert.equal(await number.isVisible(), false);
  await person.page.getByRole('button', { name: texts.en.filters }).click();
  await number.fill('090-1234-5678');
  await number.press('Enter');
  await person.page.getByRole('button', { name: texts.en.reset }).waitFor();
  await person.page.getByText(texts.en.total(1), { exact: true }).waitFor();
  await assertSound(person);
});
