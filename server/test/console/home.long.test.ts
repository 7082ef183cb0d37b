import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildAdministrator, buildSignedIn, logIn } from '../browser.ts';
import { buildCalls, type CallToBuild } from '../build/build-calls.ts';
import { buildKey, query } from '../builders.ts';
import { buildOffice, type Office, startOfficeCall } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { testedLanguages } from './languages.ts';
import { assertSound } from './open-console.ts';

// So slow that a call goes on until it is hung up.
const app = await startConsoleApp({ SIMULATOR_SPEED: 0.1 });

const texts = {
  en: {
    ...{ title: 'Home', calls: 'Calls today', answered: 'Answered', missed: 'Missed', wait: 'Avg. wait' },
    ...{ talk: 'Avg. talk time', before: (value: string) => `${value} before`, compared: /^Compared with .*, up to / },
    ...{ noCalls: 'No calls in progress.', hours: 'Calls by hour', reports: 'View reports', reportsTitle: 'Reports' },
    ...{ attention: 'Needs attention', failing: /“CRM” are failing/, gone: /“Old” was turned off/ },
    ...{ expires: /API key “Key” expires on/, openWebhook: 'Open webhook', openKeys: 'Open API keys' },
    ...{ steps: 'First steps', dismiss: 'Dismiss', key: 'Create your first API key', noStaff: 'No staff yet.' },
    ...{ closed: "Today's figures", busy: 'On a call', unreachable: 'Unreachable' },
  },
  ja: {
    ...{ title: 'ホーム', calls: '本日の通話数', answered: '通話済み', missed: '不在着信', wait: '平均待ち時間' },
    ...{ talk: '平均通話時間', before: (value: string) => `前回 ${value}`, compared: /まで）との比較$/ },
    ...{ noCalls: '進行中の通話はありません。', hours: '時間帯別の通話数', reports: 'レポートを見る' },
    ...{
      reportsTitle: 'レポート',
      attention: '要確認',
      failing: /「CRM」への送信に失敗/,
      gone: /「Old」を停止しました/,
    },
    ...{ expires: /APIキー「Key」の有効期限/, openWebhook: 'Webhookを開く', openKeys: 'APIキーを開く' },
    ...{ steps: 'はじめに', dismiss: '表示しない', key: '最初のAPIキーを作成', noStaff: '担当者はまだいません。' },
    ...{ closed: '本日の集計', busy: '通話中', unreachable: '接続不可' },
  },
};

/** A time zone in which it is noon, so that a test does not meet midnight. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
const setZone = (tenantId: number, zone: string) =>
  query(app, 'update tenants set timezone = $2 where tenant_id = $1', [tenantId, zone]);

/** The builder's calls ring two seconds after they arrive. */
const callsOf = ({ staffId }: Office): CallToBuild[] => {
  const live = { isTest: false, staffId };
  const week = new Date(Date.now() - 7 * 86_400_000 - 1_000);
  return [
    { ...live, callType: 'inbound', ringSeconds: 8, talkSeconds: 60 },
    { ...live, callType: 'inbound', ringSeconds: 28, talkSeconds: 120 },
    { ...live, talkSeconds: 90 },
    { isTest: false, callType: 'inbound', status: 'missed_call', endReason: 'caller_gave_up' },
    { ...live, at: week, callType: 'inbound', ringSeconds: 3, talkSeconds: 30 },
    // Later than now on the same weekday, and a test call: neither is compared or counted.
    { ...live, at: new Date(week.getTime() + 3_600_000) },
    { isTest: true },
  ];
};

const figure = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

suite('the home page', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say = texts[language];

    test(`figures of today stand beside those of the same weekday before (${language})`, async () => {
      const office = await buildOffice(app);
      const stranger = await buildOffice(app);
      const zone = zoneAtNoon();
      await setZone(office.tenantId, zone);
      await buildCalls(app, office, callsOf(office));
      await buildCalls(app, stranger, [{ isTest: false }]);
      const person = await enterConsole(app, office, '/', { language });
      const { page } = person;
      await page.getByRole('heading', { level: 1, name: say.title }).waitFor();
      const shows = async (name: string, value: string, before: string) => {
        await figure(page, name).getByText(value, { exact: true }).waitFor();
        await figure(page, name).getByText(say.before(before)).waitFor();
      };
      await shows(say.calls, '4', '1');
      await shows(say.answered, '3', '1');
      await shows(say.missed, '1', '0');
      await shows(say.wait, '0:20', '0:05');
      await shows(say.talk, '1:30', '0:30');
      await page.getByText(say.compared).waitFor();
      const day = Temporal.Now.plainDateISO(zone).toString();
      const listed = await office.console.get(`/calls?mode=live&from=${day}&to=${day}&timezone=${zone}`);
      assert.equal(listed.body.pagination.total, 4, 'the list of calls agrees');
      await section(page, say.hours).getByRole('img').waitFor();
      await assertSound(person);
      await page.getByRole('link', { name: say.reports }).click();
      await page.getByRole('heading', { level: 1, name: say.reportsTitle }).waitFor();
      assert.match(decodeURIComponent(page.url()), new RegExp(`/live/reports.*zone=${zone.replace('+', '.')}`));
    });

    test(`problems are named, with a link to where they are solved (${language})`, async () => {
      const office = await buildOffice(app);
      const insert = `insert into webhooks (tenant_id, label, url, events, is_enabled, disabled_reason, failing_since, secret)
        values ($1, $2, 'https://hooks.example.com/', '{call.completed}', $3, $4, now(), '')`;
      await query(app, insert, [office.tenantId, 'CRM', true, null]);
      await query(app, insert, [office.tenantId, 'Old', false, 'endpoint_gone']);
      await buildKey(app, office.tenantId, { kind: 'live', expiresAt: new Date(Date.now() + 5 * 86_400_000) });
      const person = await enterConsole(app, office, '/', { language });
      const attention = section(person.page, say.attention);
      for (const sentence of [say.failing, say.gone, say.expires]) await attention.getByText(sentence).waitFor();
      await assertSound(person);
      await attention.getByRole('link', { name: say.openWebhook }).first().click();
      await person.page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor();

      const email = (await buildAdministrator(app, office.tenantId, { role: 'viewer' })).email;
      const viewer = await enterConsole(app, { console: await logIn(app, email) }, '/', { language });
      const seen = section(viewer.page, say.attention);
      await seen.getByText(say.expires).waitFor();
      assert.deepEqual([await seen.getByText(say.failing).count(), await seen.getByRole('link').count()], [0, 1]);
      assert.equal(await section(viewer.page, say.steps).count(), 0, 'a viewer can do none of the steps');
      await assertSound(viewer);
    });

    test(`an empty tenant gets the first steps, which can be dismissed, and no figures but zero (${language})`, async () => {
      const empty = await buildSignedIn(app, { licenses: ['open_api_advanced'] });
      for (const table of ['api_keys', 'projects'])
        await query(app, `delete from ${table} where tenant_id = $1`, [empty.tenantId]);
      const person = await enterConsole(app, empty, '/live/start', { language });
      const { page } = person;
      await page.waitForURL('**/live');
      await section(page, say.steps).first().waitFor();
      await figure(page, say.calls).getByText('0', { exact: true }).waitFor();
      await page.getByText(say.noCalls).waitFor();
      await page.getByText(say.noStaff).waitFor();
      assert.equal(await section(page, say.attention).count(), 0);
      await assertSound(person);
      await page.getByRole('button', { name: say.dismiss }).click();
      await page.getByRole('region', { name: say.key }).waitFor({ state: 'detached' });
      await page.reload();
      await page.getByText(say.noStaff).waitFor();
      assert.equal(await section(page, say.steps).count(), 0, 'the dismissal is remembered');
    });

    test(`without the license the page shows what it may (${language})`, async () => {
      const office = await buildOffice(app);
      await query(app, 'delete from tenant_licenses where tenant_id = $1', [office.tenantId]);
      const person = await enterConsole(app, office, '/', { language });
      const { page } = person;
      await section(page, say.closed).waitFor();
      await page.getByText(say.noCalls).waitFor();
      await figure(page, say.unreachable).getByText('2', { exact: true }).waitFor();
      await assertSound(person);
    });

    test(`a call appears while it goes on, and its staff member is on a call (${language})`, async () => {
      const office = await buildOffice(app);
      const person = await enterConsole(app, office, '/', { language });
      const { page } = person;
      await page.getByText(say.noCalls).waitFor();
      const callId = await startOfficeCall(office);
      await page.locator(`a[href$="/calls/${callId}"]`).waitFor();
      await figure(page, say.busy).getByText('1', { exact: true }).waitFor();
      await page.getByText('Hanako Sato').nth(1).waitFor();
      await office.api.post(`/calls/${callId}/hangup`);
      await page.getByText(say.noCalls).waitFor();
      await figure(page, say.busy).getByText('0', { exact: true }).waitFor();
      await figure(page, say.calls).getByText('1', { exact: true }).waitFor();
    });
  }
});
