import './at-length.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { buildAdministrator, logIn } from '../browser.ts';
import { buildCalls, type CallToBuild } from '../build/build-calls.ts';
import { query } from '../builders.ts';
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
  const { staffId, otherStaffId, projectId, otherProjectId } = office;
  const customerId = await buildCustomer(office, { project_id: projectId, name: 'Arnold, Alice' });
  // Of another project than one of its calls.
  const formula = await buildCustomer(office, { project_id: otherProjectId, name: '=1+1' });
  const calls: CallToBuild[] = [
    { at: at(20, '01:30'), staffId, customerId, talkSeconds: 120, staffTalkMs: 60_000, customerTalkMs: 40_000 },
    { at: at(20, '10:00'), staffId, status: 'no_answer' },
    { at: at(13, '11:00'), staffId: otherStaffId, projectId: otherProjectId, customerId: formula, talkSeconds: 61 },
    { at: at(13, '12:00'), callType: 'inbound', status: 'missed_call', endReason: 'caller_gave_up', ringSeconds: 33 },
    { at: at(2, '01:00'), staffId: otherStaffId, status: 'busy' },
    {
      at: at(2, '02:00'),
      callType: 'inbound',
      staffId,
      customerId: formula,
      talkSeconds: 30,
      externalId: 'a "quoted", name',
    },
  ];
  await buildCalls(
    app,
    office,
    calls.map((call) => ({ ...call, isTest: false })),
  );
  return office;
}

async function buildCustomer({ api }: Office, customer: { project_id: number; name: string }): Promise<number> {
  const answer = await api.post('/customers', customer);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.customer_id;
}

const texts = {
  en: {
    ...{ calls: 'Calls', connected: 'Connected', rate: 'Success rate', period: 'Period', week: '7 days', by: 'By' },
    ...{ byWeek: 'Week', byMonth: 'Month', chart: 'Calls over time', rateChart: 'Success rate over time' },
    ...{ byStaff: 'By staff member', nobody: 'Unanswered', staff: 'Staff', zone: 'Time zone', none: '—' },
    ...{ csvOfPeriods: 'Download periods as CSV', csvOfStaff: 'Download staff as CSV' },
    ...{
      csvOfCalls: 'Download all calls (CSV)',
      empty: 'No calls in this period',
      other: 'Custom',
      from: 'From',
      to: 'To',
    },
    ...{ today: 'Today', up: '▲ 50 %', byHour: 'Calls by hour', busyHours: 'Busiest hours', asTable: 'Show as table' },
    ...{ abandoned: 'Abandoned', longest: 'Longest wait', within: 'Answered within', byProject: 'By project' },
    ...{ staffMember: 'Staff member', started: 'Started (Asia/Tokyo)', direction: 'Direction' },
    ...{ out: 'Outbound', in: 'Inbound', waitsOfAll: 'Waiting times are not counted by staff member.' },
    zones: 'Days are those of UTC. Times are shown in Asia/Tokyo.',
    total: (n: number) => `${n} total`,
    withinOf: (seconds: number) => `Answered within ${seconds} s`,
    periodColumns: { From: 'period_start', To: 'period_end', Calls: 'total_calls', 'Success rate': 'success_rate' },
    staffColumns: { 'Staff ID': 'staff_id', Calls: 'total_calls', 'Total talk time (s)': 'total_duration_seconds' },
    callColumns: {
      'Call ID': 'call_id',
      'Project ID': 'project_id',
      'Customer ID': 'customer_id',
      'External ID': 'external_id',
    },
    customer: 'Customer',
    named: {
      week: (of: string) => `Week of ${texts.en.dayName(of)}`,
      month: (of: string) => new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' }).format(new Date(of)),
    },
    dayName: (of: string) => new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }).format(new Date(of)),
  },
  ja: {
    ...{ calls: '通話数', connected: '通話済み', rate: '接続率', period: '期間', week: '7日間', by: '単位' },
    ...{ byWeek: '週', byMonth: '月', chart: '通話数の推移', rateChart: '接続率の推移' },
    ...{ byStaff: '担当者別', nobody: '応答者なし', staff: '担当者', zone: 'タイムゾーン', none: '—' },
    ...{ csvOfPeriods: '期間別CSVをダウンロード', csvOfStaff: '担当者別CSVをダウンロード' },
    ...{
      csvOfCalls: '全通話をCSVでダウンロード',
      empty: 'この期間に通話はありません',
      other: '期間を指定',
      from: '開始日',
      to: '終了日',
    },
    ...{ today: '今日', up: '+50 %', byHour: '時間帯別の通話数', busyHours: '混雑する時間帯', asTable: '表で見る' },
    ...{ abandoned: '放棄呼', longest: '最長待ち時間', within: '応答までの時間', byProject: 'プロジェクト別' },
    ...{ staffMember: '担当者', started: '開始日時（Asia/Tokyo）', direction: '方向' },
    ...{ out: '発信', in: '着信', waitsOfAll: '待ち時間は担当者別には集計されません。' },
    zones: '日付の区切りは UTC、時刻の表示は Asia/Tokyo です。',
    total: (n: number) => `全 ${n} 件`,
    withinOf: (seconds: number) => `${seconds} 秒以内の応答`,
    periodColumns: { 開始日: 'period_start', 終了日: 'period_end', 通話数: 'total_calls', 接続率: 'success_rate' },
    staffColumns: { 担当者ID: 'staff_id', 通話数: 'total_calls', '総通話時間（秒）': 'total_duration_seconds' },
    callColumns: { 通話ID: 'call_id', プロジェクトID: 'project_id', 顧客ID: 'customer_id', 外部ID: 'external_id' },
    customer: '顧客',
    named: {
      week: (of: string) => `${texts.ja.dayName(of)}の週`,
      month: (of: string) => new Intl.DateTimeFormat('ja', { month: 'short', year: 'numeric' }).format(new Date(of)),
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

const columnOf = ([headings = [], ...rows]: string[][], name: string) => rows.map((row) => row[headings.indexOf(name)]);

/** The file has a row for each one of the API's answer, with these of its values. */
async function assertSameAsApi(
  { console: api }: Office,
  [headings = [], ...rows]: string[][],
  path: string,
  columns: Record<string, string>,
  of = (data: never) => data,
) {
  const answer = await api.get(`/reports/${path}`);
  assert.equal(answer.status, 200, answer.text);
  const answered: Record<string, unknown>[] = of(answer.body.data as never);
  assert.ok(answered.length > 0);
  for (const [heading, name] of Object.entries(columns)) {
    const at = headings.indexOf(heading);
    assert.ok(at >= 0, `${heading} is not among ${headings}`);
    assert.deepEqual(
      rows.map((row) => row[at]),
      answered.map((row) => String(row[name] ?? '')),
      heading,
    );
  }
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
    await assertSameAsApi(office, days, `summary?${period}`, say.periodColumns, ({ periods }) => periods);

    for (const [granularity, word] of [
      ['week', say.byWeek],
      ['month', say.byMonth],
    ] as const) {
      const answered = page.waitForResponse((answer) => answer.url().includes(`granularity=${granularity}`));
      await page.getByRole('radiogroup', { name: say.by, exact: true }).getByText(word, { exact: true }).click();
      await answered;
      const path = `summary?${period}&granularity=${granularity}`;
      await assertSameAsApi(office, await periodsFile(), path, say.periodColumns, ({ periods }) => periods);
      await chart.getByText(say.named[granularity](day(29)), { exact: true }).waitFor();
    }

    const member = (name: string) => section(say.byStaff).getByRole('row').filter({ hasText: name });
    const valuesOf = async (name: string) =>
      (await member(name).getByRole('cell').allInnerTexts()).map((text) => text.trim());
    await member('Hanako Sato').waitFor();
    assert.deepEqual(await valuesOf('Hanako Sato'), ['Hanako Sato', '3', '2', '1', '66.7 %', '1:15', '60 %']);
    assert.deepEqual(await valuesOf('Taro Suzuki'), ['Taro Suzuki', '2', '2', '0', '50 %', '1:01', say.none]);
    assert.deepEqual(await valuesOf(say.nobody), [say.nobody, '1', '0', '1', '0 %', say.none, say.none]);
    const staff = await download(page, page.getByRole('button', { name: say.csvOfStaff }));
    await assertSameAsApi(office, staff, `users?${period}`, say.staffColumns);
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/call-signs?')) requests++;
    });
    const calls = await download(page, page.getByRole('button', { name: say.csvOfCalls }));
    await assertSameAsApi(office, calls, `calls?${period}&sort=asc`, say.callColumns);
    const column = (name: string) => columnOf(calls, name);
    assert.deepEqual(column(say.customer), ['Arnold, Alice', '', "'=1+1", '', '', "'=1+1"]);
    assert.equal(requests, 1);
    assert.deepEqual(column(say.staffMember), [
      'Hanako Sato',
      'Hanako Sato',
      'Taro Suzuki',
      '',
      'Taro Suzuki',
      'Hanako Sato',
    ]);
    assert.deepEqual(column(say.started)[0], `${day(20)} 01:30:07`);
    assert.deepEqual(column(say.direction), [say.out, say.out, say.out, say.in, say.out, say.in]);

    // The chart has a table, and the hours of the week are one.
    await section(say.chart).getByText(say.asTable).click();
    assert.equal(await section(say.chart).getByRole('row').count(), (await periodsFile()).length);
    const week = section(say.busyHours).getByRole('table');
    await week.waitFor();
    assert.equal(await week.getByRole('row').count(), 8);

    const project = section(say.byProject).getByRole('row').nth(1);
    const [, total = ''] = await project.getByRole('cell').allInnerTexts();
    assert.equal(total.trim(), '5');
    await assertSound(person);
  });

  test(`the file of calls names no customer whom a supervisor may not see (${language})`, {
    skip: isMissing,
  }, async () => {
    const office = await buildMonth();
    const { tenantId, projectId } = office;
    const { email } = await buildAdministrator(app, tenantId, { role: 'supervisor', projectIds: [projectId] });
    const { page } = await enterConsole(app, { console: await logIn(app, email) }, '/reports', { language, dark });
    const calls = await download(page, page.getByRole('button', { name: say.csvOfCalls }));
    assert.deepEqual(columnOf(calls, say.customer), ['Arnold, Alice', '', '', '', '']);
  });

  test(`reports show waits of callers, and today beside a week before (${language})`, { skip: isMissing }, async () => {
    const office = await buildMonth();
    const now = Date.now();
    const ago = (minutes: number, more: Partial<CallToBuild>): CallToBuild => ({
      ...{ at: new Date(now - minutes * 60_000), isTest: false, staffId: office.staffId, ...more },
    });
    const week = 7 * 24 * 60;
    await buildCalls(app, office, [ago(0, {}), ago(0, {}), ago(0, {}), ago(week, {}), ago(week, {})]);
    const person = await enterConsole(app, office, '/reports', { language, dark, phone: dark });
    const { page } = person;
    const figure = (name: string) => page.getByRole('group', { name, exact: true });
    await figure(say.abandoned).getByText('1', { exact: true }).waitFor();
    await figure(say.longest).getByText('0:35', { exact: true }).waitFor();
    await figure(say.withinOf(20)).getByText('50 %', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: say.within }).selectOption('10');
    await figure(say.withinOf(10)).getByText('50 %', { exact: true }).waitFor();
    await assertSound(person);
    await page.getByRole('radiogroup', { name: say.period }).getByText(say.today, { exact: true }).click();
    await figure(say.calls).getByText('3', { exact: true }).waitFor();
    await figure(say.calls).getByText(say.up).waitFor();
    await page.getByRole('img', { name: say.byHour, exact: true }).waitFor();
    await assertSound(person);
    await page.getByRole('combobox', { name: say.staff, exact: true }).selectOption('Hanako Sato');
    await page.getByText(say.waitsOfAll).waitFor();
  });

  test(`reports are of the days of a time zone, a period and a person (${language})`, { skip: isMissing }, async () => {
    const office = await buildMonth();
    const person = await enterConsole(app, office, '/reports', { language, dark, phone: dark });
    const { page } = person;
    const calls = page.getByRole('group', { name: say.calls, exact: true });
    await calls.getByText('6', { exact: true }).waitFor();
    await page.getByRole('radiogroup', { name: say.period }).getByText(say.other, { exact: true }).click();
    const [from, to] = [page.getByLabel(say.from, { exact: true }), page.getByLabel(say.to, { exact: true })];
    // The page may wait for figures while a person goes on typing.
    const figures = Promise.withResolvers<void>();
    await page.route('**/admin/v1/reports/**', (route) => figures.promise.then(() => route.continue()));
    await to.fill(day(20));
    await from.fill(day(13)); // Moves the end along.
    figures.resolve();
    await calls.getByText('2', { exact: true }).waitFor();
    assert.equal(await to.inputValue(), day(13));
    await from.fill(day(20)); // The end that was chosen before returns.
    await calls.getByText('2', { exact: true }).waitFor();
    assert.equal(await to.inputValue(), day(20));
    // A year that is being typed changes nothing, nor does one of five digits.
    for (const typed of ['0002-01-01', '20261-05-11']) {
      await to.fill(typed);
      await from.focus();
      assert.deepEqual([await from.inputValue(), await to.inputValue()], [day(20), day(20)]);
    }
    assert.equal(await to.getAttribute('max'), '9999-12-31'); // Browsers then end the year after four digits.
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

  test(`reports and calls are of the days of the tenant's time zone, and name it (${language})`, {
    skip: isMissing,
  }, async () => {
    const office = await buildMonth();
    await query(app, "update tenants set timezone = 'UTC' where tenant_id = $1", [office.tenantId]);
    // The calls of this day in UTC are those of the next morning where the browser is.
    const days = `from=${day(3)}&to=${day(3)}`;
    const person = await enterConsole(app, office, `/reports?${days}`, { language, dark, phone: dark });
    const { page } = person;
    await page.getByRole('group', { name: say.calls, exact: true }).getByText('2', { exact: true }).waitFor();
    assert.equal(await page.getByRole('combobox', { name: say.zone }).inputValue(), 'UTC');
    await page.goto(`/live/calls?${days}`);
    await page.getByText(say.total(2)).waitFor();
    await page.getByText(say.zones, { exact: true }).waitFor();
    await assertSound(person);
    await query(app, "update tenants set timezone = 'Asia/Tokyo' where tenant_id = $1", [office.tenantId]);
    await page.goto(`/live/calls?from=${day(2)}&to=${day(2)}`);
    await page.getByText(say.total(2)).waitFor();
    assert.equal(await page.getByText(say.zones, { exact: true }).count(), 0);
  });
}
