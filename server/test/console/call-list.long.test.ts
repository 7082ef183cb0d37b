import './at-length.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { decodeId } from '../../src/platform/ids.ts';
import { present } from '../../src/platform/present.ts';
import { atEnd } from '../at-end.ts';
import { buildAdministrator, logIn } from '../browser.ts';
import { buildCalls } from '../build/build-calls.ts';
import { query } from '../builders.ts';
import { until } from '../until.ts';
import { buildOffice, type Office, startOfficeCall } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-call-list-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const app = await startConsoleApp({ DATA_DIR: folder, SIMULATOR_SPEED: 20 });

const texts = {
  en: {
    ...{ customer: 'Outbound: Mei Tanaka 819*****5678', unknown: 'Inbound: 819*****0002', note: 'Note' },
    ...{ play: 'Play: Mei Tanaka', stop: 'Stop: Mei Tanaka', player: 'Player', pause: 'Pause', close: 'Close player' },
    ...{ started: 'Started', view: 'View', oldest: 'Oldest first', columns: ['Outcome', 'Project'] as const },
    ...{ connected: 'Connected', missed: 'Missed', total: (n: number) => `${n} total`, filters: /^Filters/ },
    ...{ direction: 'Direction', inbound: 'Inbound', saved: 'Saved filters', save: /^Save these/, name: 'Name' },
    ...{ saveIt: 'Save', remove: /^Delete “Inbound only”/, seconds: /^(\d+)s ago$/ },
  },
  ja: {
    ...{ customer: '発信: Mei Tanaka 819*****5678', unknown: '着信: 819*****0002', note: 'メモ' },
    ...{ play: '再生：Mei Tanaka', stop: '停止：Mei Tanaka', player: 'プレーヤー', pause: '一時停止' },
    ...{ close: 'プレーヤーを閉じる', started: '開始', view: '表示', oldest: '古い順' },
    ...{ columns: ['結果', 'プロジェクト'] as const, connected: '通話済み', missed: '不在着信' },
    ...{ total: (n: number) => `全 ${n} 件`, filters: /^絞り込み(?!を)/, direction: '方向', inbound: '着信' },
    ...{ saved: '保存した条件', save: /^この条件を保存/, name: '名前', saveIt: '保存' },
    ...{ remove: /^「Inbound only」を削除/, seconds: /^(\d+) 秒前$/ },
  },
};

const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** A recorded and annotated call with a customer, and a missed one from an unknown number. */
async function buildTwoCalls(office: Office): Promise<string> {
  const { console: api, projectId, tenantId } = office;
  await api.post('/customers', { name: 'Mei Tanaka', tel1: '+81-90-1234-5678', project_id: projectId });
  await query(app, 'update projects set analyses_calls = false where tenant_id = $1', [tenantId]);
  const missed = { status: 'missed_call', callType: 'inbound', phoneNumber: '+819000000002', isTest: false } as const;
  await buildCalls(app, office, [{ ...missed, at: new Date(Date.now() - 3 * 3_600_000) }]);
  const callId = await startOfficeCall(office);
  await until(async () => (await office.api.get(`/calls/${callId}`)).body.data.recording);
  await api.put(`/calls/${callId}`, { note: 'Call back', outcome: 'callback', tags: ['late'] });
  return callId;
}

for (const look of looks) {
  const say = texts[look.language];

  test(`a row names the customer, shows what there is, and plays it (${look.language})`, {
    skip: isMissing,
  }, async () => {
    const office = await buildOffice(app);
    await buildTwoCalls(office);
    const { email } = await buildAdministrator(app, office.tenantId, { role: 'viewer' });
    const person = await enterConsole(app, { console: await logIn(app, email) }, '/calls', look);
    const { page } = person;
    await page.getByRole('link', { name: say.customer }).waitFor();
    await page.getByRole('link', { name: say.unknown }).waitFor();
    const [named, unnamed] = [rowWith(page, 'Mei Tanaka'), rowWith(page, '819*****0002')];
    await named.getByText(say.connected, { exact: true }).waitFor();
    await named.getByRole('img', { name: say.note }).waitFor();
    await unnamed.getByText(say.missed, { exact: true }).waitFor();
    await unnamed.getByRole('cell', { name: '—', exact: true }).waitFor(); // It never connected, so it has no duration.
    assert.equal(await unnamed.getByRole('img').count(), 0);
    assert.equal(await unnamed.getByRole('button').count(), 0);
    await assertSound(person);

    const player = page.getByRole('region', { name: say.player });
    await named.getByRole('button', { name: say.play }).click();
    const position = player.getByRole('slider');
    await until(async () => Number(await position.inputValue()) > 0.2);
    assert.match(page.url(), /\/live\/calls$/);
    await player.getByRole('button', { name: say.pause }).click();
    await assertSound(person);
    await named.getByRole('button', { name: say.stop }).click();
    await player.waitFor({ state: 'detached' });
    await named.getByRole('button', { name: say.play }).click();
    await player.getByRole('button', { name: say.close }).click();
    await player.waitFor({ state: 'detached' });
  });

  test(`order, columns and saved filters (${look.language})`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    await buildTwoCalls(office);
    const person = await enterConsole(app, office, '/calls', look);
    const { page } = person;
    const begins = (text: string) =>
      until(async () => (await page.getByRole('row').nth(1).textContent())?.includes(text));
    await begins('Mei Tanaka');
    await page.getByRole('button', { name: say.started }).click();
    await begins('819*****0002');
    await page.getByRole('columnheader', { name: say.started }).and(page.locator('[aria-sort="ascending"]')).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('sort'), 'oldest');
    await page.goBack();
    await begins('Mei Tanaka');

    const [outcome, project] = say.columns;
    await page.getByRole('button', { name: say.view, exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: outcome }).click();
    await page.getByRole('menuitemcheckbox', { name: project }).click();
    await assertSound(person);
    await page.keyboard.press('Escape');
    await page.reload();
    await rowWith(page, 'Mei Tanaka').getByText('callback', { exact: true }).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: project }).count(), 0);

    await page.getByRole('button', { name: say.filters }).click();
    await page.getByRole('combobox', { name: say.direction }).selectOption(say.inbound);
    await page.getByText(say.total(1), { exact: true }).waitFor();
    await page.getByRole('button', { name: say.saved }).click();
    await page.getByRole('menuitem', { name: say.save }).click();
    await page.getByRole('textbox', { name: say.name }).fill('Inbound only');
    await assertSound(person);
    await page.getByRole('button', { name: say.saveIt, exact: true }).click();
    await page.getByRole('button', { name: 'Inbound only' }).waitFor();
    await page.goBack(); // The filters are in the address, and so is their absence.
    await page.getByText(say.total(2), { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: say.saved }).click();
    await page.getByRole('menuitem', { name: 'Inbound only' }).click();
    await page.getByText(say.total(1), { exact: true }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('type'), 'inbound');
    await page.getByRole('button', { name: 'Inbound only' }).click();
    await page.getByRole('menuitem', { name: say.remove }).click();
    await page.getByRole('button', { name: say.saved }).waitFor();
  });

  test(`cards instead of a table on a phone (${look.language})`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    const callId = await buildTwoCalls(office);
    const person = await enterConsole(app, office, '/calls', { ...look, phone: true });
    const { page } = person;
    const card = page.getByRole('listitem').filter({ hasText: 'Mei Tanaka' });
    await card.getByText(say.connected, { exact: true }).waitFor();
    await page.getByRole('listitem').getByRole('link', { name: say.unknown }).waitFor();
    assert.equal(await page.getByRole('table').count(), 0);
    await card.getByRole('button', { name: say.play }).click();
    await page.getByRole('region', { name: say.player }).getByRole('slider').waitFor();
    await assertSound(person);
    await page.getByRole('button', { name: say.view, exact: true }).click();
    await page.getByRole('menuitemradio', { name: say.oldest }).click();
    await until(async () => (await page.getByRole('listitem').first().textContent())?.includes('819*****0002'));
    await page.keyboard.press('Escape');
    await card.getByRole('link', { name: say.customer }).click();
    await page.waitForURL(`**/calls/${callId}`);
  });
}

test('20 calls are visible on a screen of 900 pixels, and none moves when its signs arrive', {
  skip: isMissing,
}, async () => {
  const office = await buildOffice(app);
  const ids = await buildCalls(
    app,
    office,
    Array.from({ length: 30 }, (_, n) => ({
      isTest: false,
      staffId: office.staffId,
      phoneNumber: `+8190000001${n + 10}`,
    })),
  );
  await query(app, `update calls set note = 'x' where tenant_id = $1`, [office.tenantId]);
  const { page, context } = await enterConsole(app, office, '/start');
  await page.setViewportSize({ width: 1440, height: 900 });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await context.route('**/call-signs*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/live/calls');
  const boxes = () =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().bottom)`,
    );
  await until(async () => (await boxes()).length === ids.length);
  const before = await boxes();
  assert.ok(before.filter((bottom) => bottom <= 900).length >= 20, `${before}`);
  answer();
  await page.getByRole('img', { name: texts.en.note }).nth(29).waitFor();
  assert.deepEqual(await boxes(), before);
});

test('the time since a call ticks, with the exact time in its tooltip', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const [callId = ''] = await buildCalls(app, office, [{ isTest: false, status: 'busy' }]);
  const [row] = await query(app, 'select dialled_at from calls where call_id = $1', [decodeId('call', callId)]);
  const { page } = await enterConsole(app, office, '/calls');
  const time = page.getByRole('row').locator('time');
  const seconds = async () => Number(texts.en.seconds.exec((await time.textContent()) ?? '')?.[1]);
  const first = await until(seconds);
  await until(async () => (await seconds()) > first + 1);
  assert.equal(await time.getAttribute('datetime'), present(row).dialled_at.toISOString());
  assert.match((await time.getAttribute('title')) ?? '', /\d{4}.*\d\d:\d\d/);
});
