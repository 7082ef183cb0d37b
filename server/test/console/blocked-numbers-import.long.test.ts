import './at-length.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { holdTable } from './hold-table.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp();

const texts = {
  en: {
    ...{ import: 'Import list', list: 'Numbers', choose: 'Choose a CSV file', openList: 'Open the list' },
    ...{ twoFaulty: '2 lines cannot be imported', oneFaulty: '1 line cannot be imported', stop: 'Stop' },
    ...{
      start: (count: number) => `Add ${count} ${count === 1 ? 'number' : 'numbers'}`,
      emptyFile: /file is empty/,
      noText: /^This is not a CSV file/,
    },
    ...{ added: (count: number) => `${count} ${count === 1 ? 'number' : 'numbers'} added.` },
    ...{ listed: '1 number was already on the list.', left: (count: number) => `${count} lines are left below.` },
    ...{ leftOne: '1 line is left below. Correct it, or import it again.' },
    ...{ importing: /^Importing \d+ of \d+$/, leave: 'Stop the import?', stay: 'Stay', discard: 'Discard changes' },
  },
  ja: {
    ...{ import: 'リストを取り込む', list: '番号', choose: 'CSVファイルを選択', openList: 'リストを開く' },
    ...{ twoFaulty: '2 行は取り込めません', oneFaulty: '1 行は取り込めません', stop: '停止' },
    ...{
      start: (count: number) => `${count} 件を追加`,
      emptyFile: /データ行がありません/,
      noText: /CSVファイルではありません/,
    },
    ...{ added: (count: number) => `${count} 件の番号を追加しました。` },
    ...{ listed: '1 件はすでにリストにありました。', left: (count: number) => `下に ${count} 行が残っています。` },
    ...{ leftOne: '下に 1 行が残っています。修正するか、もう一度取り込んでください。' },
    ...{
      importing: /^取り込み中 \d+ \/ \d+$/,
      leave: '取り込みを停止しますか？',
      stay: 'とどまる',
      discard: '変更を破棄',
    },
  },
};

const numbersOf = async ({ api }: Office): Promise<[string, string | null][]> =>
  (await api.get('/blocked-numbers?per_page=200')).body.data.map(
    ({ number, reason }: { number: string; reason: string | null }) => [number, reason],
  );

const manyLines = (count: number) => Array.from({ length: count }, (_, at) => `090-1234-${5000 + at},Asked`);

for (const { language, dark } of looks) {
  const say = texts[language];

  test(`a pasted list is imported, and the lines with faults stay to be corrected (${language})`, {
    skip: isMissing,
  }, async () => {
    const office = await buildOffice(app);
    await office.api.post('/blocked-numbers', { number: '090-1234-5678', reason: 'Before' });
    const person = await enterConsole(app, office, '/blocked-numbers', { language, dark });
    const { page } = person;
    await page.getByRole('main').getByRole('link', { name: say.import }).first().press('Enter');
    const list = page.getByRole('textbox', { name: say.list });
    const start = (count: number) => page.getByRole('button', { name: say.start(count), exact: true });
    assert.ok(await start(0).isDisabled());
    // The server alone knows that 0901 is no number of the country.
    await list.fill(
      'number,reason\n090-1234-5678,again\n０９０ー１２３４ー５６７９，依頼\nMr. Smith\n0901\n+819012345680',
    );
    const faulty = (title: string) => page.getByRole('region', { name: title });
    await faulty(say.oneFaulty).getByRole('row').filter({ hasText: 'Mr. Smith' }).waitFor();
    await assertSound(person);
    await start(4).press('Enter');
    await page.getByText(say.added(2)).waitFor();
    await page.getByText(say.listed).waitFor();
    await page.getByText(say.left(2)).waitFor();
    assert.equal(await list.inputValue(), 'Mr. Smith\n0901');
    const entries = (await office.console.get('/audit-log')).body.data as { action: string; details: object }[];
    const imports = entries.filter(({ action }) => action === 'blocked_numbers.imported');
    assert.deepEqual(
      imports.map(({ details }) => details),
      [{ numbers: 3 }], // One of them was listed already.
      'one entry for the whole import',
    );
    await faulty(say.twoFaulty).getByRole('row').filter({ hasText: '0901' }).waitFor();
    assert.ok(await start(0).isDisabled(), 'a refused line is not sent again as it is');
    await assertSound(person);

    await list.fill('Mr. Smith\n090-1234-5681,"says ""no"""');
    await start(1).press('Enter');
    await page.getByText(say.added(1)).waitFor();
    await page.getByText(say.leftOne).waitFor();
    assert.equal(await list.inputValue(), 'Mr. Smith');
    assert.deepEqual(await numbersOf(office), [
      ['+819012345678', 'Before'],
      ['+819012345679', '依頼'],
      ['+819012345680', null],
      ['+819012345681', 'says "no"'],
    ]);
    await page.getByRole('link', { name: say.openList }).click(); // A line is left: the console asks.
    await page.getByRole('dialog').getByRole('button', { name: say.discard }).click();
    await page.getByText('090-1234-5681').waitFor();
  });

  test(`a file is read, and an import can be stopped and continued (${language})`, { skip: isMissing }, async (t) => {
    const office = await buildOffice(app);
    const person = await enterConsole(app, office, '/blocked-numbers/import', { language, dark });
    const { page } = person;
    const choose = async (content: string | Buffer) => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: say.choose }).click();
      const buffer = typeof content === 'string' ? Buffer.from(content) : content;
      await (await choosing).setFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer });
    };
    const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64');
    await choose(picture);
    await page.getByText(say.noText).waitFor();
    // Chromium reports no change when the same file is chosen again, unless its field was emptied.
    assert.equal(await page.locator('input[type=file]').inputValue(), '');
    await choose('\n');
    await page.getByText(say.emptyFile).waitFor();
    await choose(['\uFEFF電話番号,理由', ...manyLines(60)].join('\r\n'));
    const release = await holdTable(app, 'blocked_numbers');
    t.after(release);
    await page.getByRole('button', { name: say.start(60) }).click();
    await page.getByRole('region', { name: say.importing }).waitFor();
    await assertSound(person);
    await page.getByRole('link', { name: /^← / }).click();
    await page.getByRole('dialog', { name: say.leave }).getByRole('button', { name: say.stay }).click();
    await page.getByRole('button', { name: say.stop }).click();
    await release();
    await page.getByText(say.added(1)).waitFor(); // It was sent already, and the others wait for it.
    await page.getByText(say.left(59)).waitFor();
    assert.equal((await numbersOf(office)).length, 1);
    await page.getByRole('button', { name: say.start(59) }).click();
    await page.getByText(say.added(59)).waitFor();
    assert.equal(await page.getByRole('textbox', { name: say.list }).inputValue(), '');
    assert.equal((await numbersOf(office)).length, 60);

    // The fault of a file ends when the person types, or imports what was there before.
    await choose(picture);
    await page.getByText(say.noText).waitFor();
    await page.getByRole('textbox', { name: say.list }).fill('090-1234-6000');
    await page.getByText(say.noText).waitFor({ state: 'detached' });
    await choose(picture);
    await page.getByText(say.noText).waitFor();
    await page.getByRole('button', { name: say.start(1), exact: true }).click();
    await page.getByText(say.added(1)).waitFor();
    assert.equal(await page.getByText(say.noText).count(), 0);
    await page.getByRole('link', { name: say.openList }).click();
    await page.getByText('090-1234-5000').waitFor();
  });
}

test('a file replaces lines that were typed only after a question, and an empty file replaces nothing', {
  skip: isMissing,
}, async () => {
  const say = texts.en;
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/blocked-numbers/import');
  const list = page.getByRole('textbox', { name: say.list });
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  const choose = async (content: string) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: say.choose }).click();
    await (await choosing).setFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  };
  await list.fill('090-1234-5678');
  await choose('\n');
  await page.getByText(say.emptyFile).waitFor();
  assert.equal(await list.inputValue(), '090-1234-5678');
  await choose('090-1234-5679');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await list.inputValue(), '090-1234-5678');
  await choose('090-1234-5679');
  await question.getByRole('button', { name: say.discard }).click();
  await page.getByText('090-1234-5679').waitFor();
  // The lines of a file are in the file.
  await choose('090-1234-5680');
  await page.getByText('090-1234-5680').waitFor();
  assert.equal(await question.count(), 0);
});

test('an import waits as long as the server asks, and a lost connection keeps the lines that are left', {
  skip: isMissing,
}, async () => {
  const say = texts.en;
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/blocked-numbers/import');
  const requests = '**/admin/v1/blocked-numbers';
  const refusals: number[] = [];
  await page.route(requests, async (route) => {
    if (refusals.length >= 4) return route.continue();
    refusals.push(Date.now());
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': '2', 'x-request-id': 'limited' },
      json: { error: { code: 'rate_limited', message: 'Too many requests.', details: [], request_id: 'limited' } },
    });
  });
  await page.getByRole('textbox', { name: say.list }).fill(manyLines(12).join('\n'));
  await page.getByRole('button', { name: say.start(12) }).click();
  await page.getByText(say.added(12)).waitFor();
  assert.ok(Date.now() - (refusals[0] ?? 0) >= 2_000);
  assert.equal((await numbersOf(office)).length, 12);
  await page.unroute(requests);

  // The numbers arrive, but the answers do not.
  await page.route(requests, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('textbox', { name: say.list }).fill(manyLines(20).slice(12).join('\n'));
  await page.getByRole('button', { name: say.start(8) }).click();
  await page.getByText(say.left(8)).waitFor();
  await page.unroute(requests);
  const arrived = (await numbersOf(office)).length - 12;
  assert.ok(arrived > 0 && arrived < 8, `${arrived} arrived`);
  await page.getByRole('button', { name: say.start(8) }).click();
  await page.getByText(say.added(8 - arrived)).waitFor();
  assert.equal((await numbersOf(office)).length, 20);
});
