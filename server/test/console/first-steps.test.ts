import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildSignedIn } from '../browser.ts';
import { query } from '../builders.ts';
import { startReceiver } from '../stand-ins/webhook-receiver.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { testedLanguages } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp({ WEBHOOK_ALLOW_PRIVATE: true });

const texts = {
  en: {
    ...{
      home: 'Home',
      steps: 'First steps',
      done: (count: number) => `${count} of 3 done`,
      stepDone: 'Done',
      navigation: 'Open',
    },
    ...{ key: 'Create your first API key', toKeys: 'Open API keys', createKey: 'Create key' },
    ...{ keyName: 'Name', kept: 'Done', call: 'Make your first call', addPerson: 'Add a person' },
    ...{ name: 'Name', save: 'Save', addProject: 'Add a project', newProject: 'New project' },
    ...{ startCall: 'Start a test call', callIt: 'Call', testMode: /Test mode/, connected: 'Connected' },
    ...{ webhook: 'Receive events', toWebhooks: 'Set up webhooks', addEndpoint: 'Add endpoint' },
    ...{ url: 'Endpoint URL', seeCalls: 'View calls' },
    ...{ mode: 'Mode', live: 'Live', hours: 'Calls by hour' },
  },
  ja: {
    ...{
      home: 'ホーム',
      steps: 'はじめに',
      done: (count: number) => `3 件中 ${count} 件完了`,
      stepDone: '完了',
      navigation: '開く',
    },
    ...{ key: '最初のAPIキーを作成', toKeys: 'APIキーへ', createKey: 'キーを作成' },
    ...{ keyName: '用途', kept: '保管しました', call: '最初の通話をする', addPerson: '担当者を追加' },
    ...{ name: '名前', save: '保存', addProject: 'プロジェクトを追加', newProject: 'プロジェクトを追加' },
    ...{ startCall: 'テスト発信する', callIt: '発信', testMode: /テストモード/, connected: '通話済み' },
    ...{ webhook: 'イベントを受け取る', toWebhooks: 'Webhookへ', addEndpoint: 'エンドポイントを追加' },
    ...{ url: 'エンドポイントのURL', seeCalls: '通話を見る' },
    ...{ mode: 'モード', live: '本番', hours: '時間帯別の通話数' },
  },
};
type Texts = (typeof texts)['en'];

suite('the first steps in the console', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say: Texts = texts[language];

    test(`an empty tenant is led to its first key, its first call and its first webhook (${language})`, async () => {
      const receiver = await startReceiver({ protocol: 'http' });
      const signedIn = await buildSignedIn(app, { licenses: ['open_api_advanced'] });
      for (const table of ['api_keys', 'projects'])
        await query(app, `delete from ${table} where tenant_id = $1`, [signedIn.tenantId]);
      const isPhone = language === 'ja';
      const person = await enterConsole(app, signedIn, '/', { language, phone: isPhone, dark: isPhone });
      const { page } = person;
      const window = page.getByRole('dialog');
      const comeBack = async (count: number) => {
        if (isPhone) await page.getByRole('button', { name: say.navigation }).click();
        await page.getByRole('link', { name: say.home, exact: true }).click();
        await page.getByRole('heading', { level: 1, name: say.home }).waitFor();
        if (count < 3) await page.getByText(say.done(count)).waitFor();
      };
      const stepOf = (name: string) => page.getByRole('region', { name });
      await page.getByText(say.done(0)).waitFor();
      await assertSound(person);

      await stepOf(say.key).getByRole('link', { name: say.toKeys }).click();
      await page.getByRole('button', { name: say.createKey }).first().click();
      await window.getByLabel(say.keyName).fill('First');
      await window.getByRole('button', { name: say.createKey }).click();
      await window.getByRole('button', { name: say.kept }).click();
      await comeBack(1);
      await stepOf(say.key).getByText(say.stepDone, { exact: true }).waitFor();

      // A call needs a staff member and a project.
      await stepOf(say.call).getByRole('link', { name: say.addPerson }).click();
      await page.getByRole('button', { name: say.addPerson }).first().click();
      await window.getByLabel(say.name).fill('Hanako');
      await window.getByRole('button', { name: say.save }).click();
      await window.getByRole('button', { name: say.kept }).click(); // The password of the SIP account.
      await window.waitFor({ state: 'hidden' });
      await comeBack(1);
      await stepOf(say.call).getByRole('link', { name: say.addProject }).click();
      await page.getByRole('button', { name: say.newProject }).first().click();
      await window.getByLabel(say.name).fill('Sales');
      await window.getByRole('button', { name: say.save }).click();
      await window.waitFor({ state: 'hidden' });
      await comeBack(1);
      await stepOf(say.call).getByRole('button', { name: say.startCall }).click();
      await window.waitFor();
      await assertSound(person);
      await window.getByRole('button', { name: say.callIt, exact: true }).click();
      await page.waitForURL(/\/calls\/call_/);
      await page.getByText(say.testMode).waitFor();
      await page.getByText(say.connected, { exact: true }).first().waitFor();
      await assertSound(person);
      await comeBack(2);
      // The step stays done in live mode too, and leads to the call.
      if (isPhone) await page.getByRole('button', { name: say.navigation }).click();
      await page.getByRole('radiogroup', { name: say.mode }).getByText(say.live, { exact: true }).click();
      await page.getByText(say.testMode).waitFor({ state: 'detached' });
      // The mode is in the address, and the navigation of a phone closes when the address changes.
      await page.getByText(say.done(2)).waitFor();
      await stepOf(say.call).getByRole('link', { name: say.seeCalls }).click();
      await page.getByRole('link', { name: /819\*{5}5678/ }).waitFor();
      await comeBack(2);

      await stepOf(say.webhook).getByRole('link', { name: say.toWebhooks }).click();
      await page.getByRole('button', { name: say.addEndpoint }).first().click();
      await window.getByLabel(say.url).fill(receiver.url);
      await window.getByRole('button', { name: say.addEndpoint }).click();
      await window.getByRole('button', { name: say.kept }).click();
      await comeBack(3);
      // The steps disappear when all of them are done.
      await page.getByRole('region', { name: say.hours }).waitFor();
      await stepOf(say.steps).waitFor({ state: 'detached' });
      await assertSound(person);
      const [key] = (await signedIn.console.get('/keys')).body.data;
      assert.deepEqual([key.name, key.kind], ['First', 'test'], 'whoever only presses buttons rings nobody');
    });
  }
});
