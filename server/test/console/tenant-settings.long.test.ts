import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildAdministrator, buildSignedIn, logIn } from '../browser.ts';
import { query } from '../builders.ts';
import { client } from '../test-app.ts';
import { until } from '../until.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole, faulty } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp({ RECORDING_RETENTION_DAYS: 90 });

const texts = {
  en: {
    ...{ name: 'Organization name', country: 'Country', timezone: 'Time zone', language: 'Call language' },
    ...{ days: 'Delete recordings after (days)', retention: 'Delete recordings after', japan: 'Japan' },
    ...{
      analysis: 'Transcribe and analyze recordings',
      japanese: 'Japanese',
      on: 'On',
      limits: 'Limits of live calls',
    },
    ...{ save: 'Save', saved: 'Changes saved.', managed: 'Managed by your operator.', people: 'People' },
    ...{ locked: /^Managed by your operator while calls per day are limited, because each day starts at midnight/ },
    ...{ tooMany: 'Enter a number from 1 to 90.', shorten: 'Delete recordings after 30 days?', ninety: '90 days' },
    ...{
      confirm: 'Save and delete',
      discard: 'Discard unsaved changes?',
      keep: 'Keep editing',
      tooShort: 'Too short.',
    },
  },
  ja: {
    ...{ name: '組織名', country: '国', timezone: 'タイムゾーン', language: '通話の言語' },
    ...{ days: '録音を削除するまでの日数', retention: '録音を削除するまでの日数', japan: '日本' },
    ...{ analysis: '録音を文字起こし・分析する', japanese: '日本語', on: 'オン', limits: '本番の通話の上限' },
    ...{ save: '保存', saved: '変更を保存しました。', managed: '運用担当者が設定します。', people: '担当者' },
    ...{ locked: /^1日の通話数に上限がある間は、運用担当者が設定します。1日はこのタイムゾーンの午前0時に/ },
    ...{ tooMany: '1から90までの数を入力してください。', shorten: '録音を30日で削除しますか？', ninety: '90日' },
    ...{ confirm: '保存して削除', discard: '変更を破棄しますか？', keep: '編集を続ける', tooShort: '短すぎます。' },
  },
};

const operatorSets = (tenantId: number, assignment: string) =>
  query(app, `update tenants set ${assignment} where tenant_id = $1`, [tenantId]);
const shown = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const path = '/settings/general';

suite('the settings of the tenant in the console', { skip: isMissing, concurrency: 2 }, () => {
  for (const look of looks) {
    const { language } = look;
    const say = texts[language];

    test(`an administrator changes settings, and they are effective (${language})`, async () => {
      const signedIn = await buildSignedIn(app, { country: 'JP' });
      const person = await enterConsole(app, signedIn, path, look);
      const { page } = person;
      const name = page.getByLabel(say.name);
      const zone = page.getByRole('combobox', { name: say.timezone });
      const save = page.getByRole('button', { name: say.save, exact: true });
      await shown(page, say.country).getByText(say.managed).waitFor();
      await shown(page, say.country).getByText(say.japan).waitFor();
      assert.equal(await save.isDisabled(), true, 'nothing to save');

      await name.fill('   ');
      await save.click();
      await faulty(name).waitFor();
      await page.getByText(say.tooShort).waitFor();
      await name.fill('Sakura Trading');
      await page.getByRole('navigation').getByRole('link', { name: say.people, exact: true }).click();
      const discard = page.getByRole('dialog', { name: say.discard });
      await discard.getByRole('button', { name: say.keep }).click();
      await discard.waitFor({ state: 'detached' });
      await zone.fill('Tokyo');
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      await page.getByLabel(say.language).selectOption(say.japanese);
      await page.getByRole('switch', { name: say.analysis }).uncheck();
      await assertSound(person);
      await save.click();
      await page.getByText(say.saved).waitFor();
      await page.getByRole('button', { name: 'Sakura Trading' }).waitFor();

      const { tenant } = (await client(app, signedIn.key).get('/me')).body.data;
      assert.deepEqual([tenant.name, tenant.timezone, tenant.language], ['Sakura Trading', 'Asia/Tokyo', 'ja']);
      await page.reload();
      await page.getByLabel(say.name).and(page.locator('[value="Sakura Trading"]')).waitFor();
      assert.equal(await zone.inputValue(), 'Asia/Tokyo');
      assert.equal(await page.getByRole('switch', { name: say.analysis }).isChecked(), false);
    });

    test(`retention only becomes shorter, after a confirmation (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      const person = await enterConsole(app, signedIn, path, look);
      const { page } = person;
      const days = page.getByRole('textbox', { name: say.days });
      const save = page.getByRole('button', { name: say.save, exact: true });
      const stored = async () => (await signedIn.console.get('/tenant')).body.data.recording_days;
      await days.fill('91');
      await save.click();
      await faulty(days).waitFor();
      await page.getByText(say.tooMany).waitFor();
      await assertSound(person);
      await days.fill('30');
      await save.click();
      const dialog = page.getByRole('dialog', { name: say.shorten });
      await dialog.getByRole('button', { name: say.confirm }).waitFor();
      assert.equal(await stored(), null, 'not before the confirmation');
      await assertSound(person);
      await dialog.getByRole('button', { name: say.confirm }).click();
      await page.getByText(say.saved).waitFor();
      assert.equal(await stored(), 30);

      await days.fill('');
      await save.click();
      await until(async () => (await stored()) === null);
    });

    test(`the operator's settings and limits are shown and cannot be changed (${language})`, async () => {
      const signedIn = await buildSignedIn(app);
      await operatorSets(signedIn.tenantId, `settings_by_tenant = '{country,timezone}', most_daily_live_calls = 1500`);
      const person = await enterConsole(app, signedIn, path, look);
      const { page } = person;
      await shown(page, say.timezone).getByText(say.locked).waitFor();
      await shown(page, say.timezone).getByText('UTC', { exact: true }).waitFor();
      for (const name of [say.name, say.language, say.retention, say.analysis])
        await shown(page, name).getByText(say.managed).waitFor();
      await shown(page, say.retention).getByText(say.ninety).waitFor();
      await page.getByRole('region', { name: say.limits }).getByText('1,500').waitFor();
      await assertSound(person);
      const country = page.getByRole('combobox', { name: say.country });
      await country.fill(say.japan);
      await page.getByRole('option', { name: say.japan, exact: true }).click();
      await page.getByRole('button', { name: say.save, exact: true }).click();
      await page.getByText(say.saved).waitFor();
      assert.equal((await signedIn.console.get('/tenant')).body.data.default_country, 'JP');

      await operatorSets(signedIn.tenantId, `settings_by_tenant = '{}'`);
      await page.reload();
      await shown(page, say.country).getByText(say.japan).waitFor();
      assert.equal(await page.getByRole('main').getByRole('button').count(), 0, 'nothing to save');
    });

    test(`what is typed while settings are saved stays, and is saved next (${language})`, async () => {
      const signedIn = await buildSignedIn(app, { country: 'JP' });
      const { page } = await enterConsole(app, signedIn, path, look);
      const name = page.getByLabel(say.name);
      const analysis = page.getByRole('switch', { name: say.analysis });
      const save = page.getByRole('button', { name: say.save, exact: true });
      const tenant = async () => (await signedIn.console.get('/tenant')).body.data;
      await name.fill('Sakura');
      const answer = Promise.withResolvers<void>();
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await page.route('**/admin/v1/tenant', async (route) => {
        if (route.request().method() === 'PUT') await answer.promise;
        await route.continue();
      });
      await save.click();
      await sent;
      await name.fill('Sakura Trading');
      answer.resolve();
      await page.getByText(say.saved).waitFor();
      await page.getByRole('button', { name: 'Sakura', exact: false }).waitFor();
      assert.equal((await tenant()).name, 'Sakura');
      assert.equal(await name.inputValue(), 'Sakura Trading');
      await analysis.uncheck();
      await save.click();
      await page.getByRole('button', { name: 'Sakura Trading' }).waitFor();
      await until(() => save.isDisabled());
      const { name: stored, analyses_calls } = await tenant();
      assert.deepEqual([stored, analyses_calls], ['Sakura Trading', false]);
    });

    test(`a viewer reads the settings (${language})`, async () => {
      const { tenantId } = await buildSignedIn(app);
      const viewer = await logIn(app, (await buildAdministrator(app, tenantId, { role: 'viewer' })).email);
      const person = await enterConsole(app, { console: viewer }, path, { ...look, phone: true });
      const { page } = person;
      await shown(page, say.name).getByText('Tenant', { exact: true }).waitFor();
      await shown(page, say.analysis).getByText(say.on, { exact: true }).waitFor();
      assert.equal(await shown(page, say.name).getByText(say.managed).count(), 0, 'administrators change it');
      assert.equal(await page.getByRole('main').locator('button, input, select').count(), 0);
      await assertSound(person);
    });
  }
});
