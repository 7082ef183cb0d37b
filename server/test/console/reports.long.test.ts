import './at-length.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { buildCalls, type CallToBuild } from '../build/build-calls.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';
import { at, day } from './tokyo.ts';

const app = await startConsoleApp();

/** Calls of three weeks; those before nine in the morning are on another day in London. */
async function buildMonth() {
  const office = await buildOffice(app);
  const { staffId, otherStaffId, otherProjectId } = office;
  const calls: CallToBuild[] = [
    { at: at(20, '01:30'), staffId, talkSeconds: 120, staffTalkMs: 60_000, customerTalkMs: 40_000 },
    { at: at(20, '10:00'), staffId, status: 'no_answer' },
    { at: at(13, '11:00'), staffId: otherStaffId, projectId: otherProjectId, talkSeconds: 61 },
    { at: at(13, '12:00'), callType: 'inbound', status: 'missed_call' },
    { at: at(2, '01:00'), staffId: otherStaffId, status: 'busy' },
    { at: at(2, '02:00'), callType: 'inbound', staffId, talkSeconds: 30, externalId: 'a "quoted", name' },
  ];
  await buildCalls(
    app,
    office,
    calls.map((call) => ({ ...call, isTest: false })),
  );
  return office;
}

const texts = {
  en: {
    ...{ calls: 'Calls', connected: 'Connected', rate: 'Success rate', period: 'Period', week: '7 days', by: 'By' },
    ...{ byWeek: 'Week', byMonth: 'Month', chart: 'Calls over time', rateChart: 'Success rate over time' },
    ...{ byStaff: 'By staff member', nobody: 'Nobody took it', staff: 'Staff', zone: 'Time zone', none: 'none' },
    ...{ csvOfPeriods: 'Download the periods as CSV', csvOfStaff: 'Download the staff as CSV' },
    ...{ csvOfCalls: 'All calls as CSV', empty: 'No call in this period', other: 'Other', from: 'From', to: 'To' },
    dayName: (of: string) => new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }).format(new Date(of)),
  },
  ja: {
    ...{ calls: '通話数', connected: '接続', rate: '接続率', period: '期間', week: '7日間', by: '単位' },
    ...{ byWeek: '週', byMonth: '月', chart: '通話数の推移', rateChart: '接続率の推移' },
    ...{ byStaff: '担当者別', nobody: '応対者なし', staff: '担当者', zone: 'タイムゾーン', none: 'なし' },
    ...{ csvOfPeriods: '期間別CSVをダウンロード', csvOfStaff: '担当者別CSVをダウンロード' },
    ...{
      csvOfCalls: '全通話をCSVで',
      empty: 'この期間に通話はありません',
      other: '指定',
      from: '開始日',
      to: '終了日',
    },
    dayName: (of: string) => new Intl.DateTimeFormat('ja', { month: 'short', day: 'numeric' }).format(new Date(of)),
  },
};

async function download(page: Page, button: Locator): Promise<string[][]> {
  const downloading = page.waitForEvent('download');
  await button.click();
  const text = readFileSync(await (await downloading).path(), 'utf8');
  assert.ok(text.startsWith('\uFEFF'), 'Excel needs a byte order mark');
  const lines = text.slice(1).trimEnd().split('\r\n');
  return lines.map((line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
      .slice(0, line.endsWith(',') ? undefined : -1)
      .map(([, field = '']) => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)),
  );
}

/** A file contains every field of the API's answer. */
async function assertSameAsApi({ console: api }: Office, file: string[][], path: string, of = (data: never) => data) {
  const [columns = [], ...rows] = file;
  const answer = await api.get(`/reports/${path}`);
  assert.equal(answer.status, 200, answer.text);
  const answered: Record<string, unknown>[] = of(answer.body.data as never);
  assert.deepEqual([...columns].sort(), Object.keys(answered[0] ?? {}).sort());
  assert.deepEqual(
    rows,
    answered.map((row) => columns.map((column) => String(row[column] ?? ''))),
  );
}

for (const { language, dark } of looks) {
  const say = texts[language];

  test(`reports show a month by day, week and month, and as files (${language})`, { skip: isMissing }, async () => {
    const office = await buildMonth();
    const person = await enterConsole(app, office, '/reports', { language, dark });
    const { page } = person;
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    const chart = page.getByRole('img', { name: say.chart, exact: true });
    const period = `from=${day(29)}&to=${day(0)}&timezone=Asia/Tokyo`;
    const figure = (name: string) => page.getByRole('group', { name, exact: true });
    await chart
      .getByText(say.dayName(day(29)), { exact: true })
      .first()
      .waitFor();
    await page.getByRole('img', { name: say.rateChart }).waitFor();
    await figure(say.calls).getByText('6', { exact: true }).waitFor();
    await figure(say.connected).getByText('3', { exact: true }).waitFor();
    await figure(say.rate).getByText('50 %', { exact: true }).waitFor();
    await assertSound(person);
    const periodsFile = () => download(page, page.getByRole('button', { name: say.csvOfPeriods }));
    const days = await periodsFile();
    assert.equal(days.length, 31);
    await assertSameAsApi(office, days, `summary?${period}`, ({ periods }) => periods);

    for (const [granularity, word] of [
      ['week', say.byWeek],
      ['month', say.byMonth],
    ] as const) {
      const answered = page.waitForResponse((answer) => answer.url().includes(`granularity=${granularity}`));
      await page.getByRole('radiogroup', { name: say.by, exact: true }).getByText(word, { exact: true }).click();
      await answered;
      const path = `summary?${period}&granularity=${granularity}`;
      await assertSameAsApi(office, await periodsFile(), path, ({ periods }) => periods);
    }

    const member = (name: string) => section(say.byStaff).getByRole('row').filter({ hasText: name });
    const valuesOf = async (name: string) =>
      (await member(name).getByRole('cell').allInnerTexts()).map((text) => text.trim());
    assert.deepEqual(await valuesOf('Hanako Sato'), ['Hanako Sato', '3', '2', '1', '66.7 %', '1:15', '60 %']);
    assert.deepEqual(await valuesOf('Taro Suzuki'), ['Taro Suzuki', '2', '2', '0', '50 %', '1:01', say.none]);
    assert.deepEqual(await valuesOf(say.nobody), [say.nobody, '1', '0', '1', '0 %', say.none, say.none]);
    const staff = await download(page, page.getByRole('button', { name: say.csvOfStaff }));
    await assertSameAsApi(office, staff, `users?${period}`);
    const calls = await download(page, page.getByRole('button', { name: say.csvOfCalls }));
    await assertSameAsApi(office, calls, `calls?${period}&sort=asc`);
    await assertSound(person);
  });

  test(`reports are of the days of a time zone, a period and a person (${language})`, { skip: isMissing }, async () => {
    const office = await buildMonth();
    const person = await enterConsole(app, office, '/reports', { language, dark, phone: dark });
    const { page } = person;
    const calls = page.getByRole('group', { name: say.calls, exact: true });
    await calls.getByText('6', { exact: true }).waitFor();
    await page.getByRole('radiogroup', { name: say.period }).getByText(say.other, { exact: true }).click();
    await page.getByLabel(say.from, { exact: true }).fill(day(20));
    await page.getByLabel(say.to, { exact: true }).fill(day(20));
    await calls.getByText('2', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: say.zone }).selectOption('Europe/London');
    await calls.getByText('1', { exact: true }).waitFor(); // One of them was on the evening before, in London.
    await page.getByRole('combobox', { name: say.zone }).selectOption('Asia/Tokyo');
    await page.getByRole('combobox', { name: say.staff, exact: true }).selectOption('Taro Suzuki');
    await page.getByText(say.empty).waitFor();
    await assertSound(person);
    await page.getByRole('radiogroup', { name: say.period }).getByText(say.week, { exact: true }).click();
    await calls.getByText('1', { exact: true }).waitFor();
    await assertSound(person);
  });
}
