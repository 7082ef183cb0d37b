import './at-length.ts';
import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { suite, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import type { Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { buildSignedIn, type SignedInTenant } from '../browser.ts';
import { buildDeliveries } from '../build/build-deliveries.ts';
import { buildWebhook } from '../build/build-webhooks.ts';
import { buildStaff, query } from '../builders.ts';
import { secretsOf } from '../secrets.ts';
import { type Receiver, receiverAnswers, startReceiver } from '../stand-ins/webhook-receiver.ts';
import { until } from '../until.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { copyWith, enterConsole } from './enter-console.ts';
import { testedLanguages } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp({ WEBHOOK_ALLOW_PRIVATE: true });
const box = await secretsOf(app);

const texts = {
  en: {
    ...{ create: 'Add endpoint', url: 'Endpoint URL', badUrl: /^Must start with/, label: 'Label' },
    ...{ none: 'None', choose: 'Choose at least one.', projects: 'Projects', noAnswer: 'No answer' },
    ...{ statuses: 'Call statuses', copy: 'Copy', kept: 'Done', enabled: 'Enabled' },
    ...{ sendTest: 'Send test event', answered: /The endpoint returned 200 in \d+ ms/, done: 'Done', edit: 'Edit' },
    ...{ refused: /The endpoint returned 500/, again: 'Try again', save: 'Save', saved: 'Endpoint saved.' },
    ...{ more: 'More', rotate: 'Rotate secret', until: /also signed with the old secret until/, delete: 'Delete' },
    ...{
      empty: 'No endpoints yet',
      waiting: 'Pending',
      delivered: 'Delivered',
      failed: 'Failed',
      canceled: 'Canceled',
    },
    ...{ noneWithStatus: 'No deliveries with this status.', deliveries: 'Deliveries', attempt: /Attempt / },
    ...{
      retry: 'Resend',
      close: 'Close',
      replay: 'Replay events',
      since: 'Since',
      onlyFailed: 'Undelivered events only',
      startReplay: 'Replay',
    },
    ...{ replayed: 'Replaying 3 deliveries.', stopped: 'Stopped', gone: /returned 410 Gone/ },
    ...{ enable: 'Enable', answered503: 'The endpoint returned 503.', everything: /^All events/ },
    ...{
      closed: 'The endpoint closed the connection without responding.',
      until120: /Every attempt failed for 120 hours/,
    },
    ...{ replayUntil: /^Until/, replayedAll: 'Replaying 2 deliveries.' },
  },
  ja: {
    ...{ create: 'エンドポイントを追加', url: 'エンドポイントのURL', badUrl: /正しくありません/, label: 'ラベル' },
    ...{ none: 'なし', choose: '1つ以上選んでください。', projects: '対象プロジェクト', noAnswer: '応答なし' },
    ...{ statuses: '対象の通話ステータス', copy: 'コピー', kept: '保管しました', enabled: '有効' },
    ...{ sendTest: 'テスト送信', answered: /\d+ ミリ秒後に 200 が返りました/, done: '完了', edit: '編集' },
    ...{ refused: /500 が返りました/, again: '再試行', save: '保存', saved: 'エンドポイントを保存しました。' },
    ...{
      more: 'その他',
      rotate: 'シークレットをローテーション',
      until: /までは古いシークレットでも署名/,
      delete: '削除',
    },
    ...{
      empty: 'エンドポイントはまだありません',
      waiting: '待機中',
      delivered: '送信済み',
      failed: '失敗',
      canceled: 'キャンセル',
    },
    ...{ noneWithStatus: 'このステータスの送信はありません。', deliveries: '送信履歴', attempt: / 回目/ },
    ...{
      retry: '再送',
      close: '閉じる',
      replay: '期間を指定して再送',
      since: '開始',
      onlyFailed: '届いていない分のみ',
      startReplay: '再送する',
    },
    ...{ replayed: '3 件を再送しています。', stopped: '停止中', gone: /410 Gone を返したため/ },
    ...{ enable: '再び有効にする', answered503: '503 が返りました。', everything: /^届いた分も/ },
    ...{ closed: '応答のないまま接続が閉じられました。', until120: /120時間すべての送信に失敗/ },
    ...{ replayUntil: /^終了/, replayedAll: '2 件を再送しています。' },
  },
};
type Texts = (typeof texts)['en'];

const buildLicensed = () => buildSignedIn(app, { licenses: ['open_api_advanced'] });

async function takeSecret(page: Page, say: Texts): Promise<string> {
  const window = page.getByRole('dialog');
  const secret = await copyWith(window.getByRole('button', { name: say.copy, exact: true }).first());
  await window.getByText(secret, { exact: true }).waitFor();
  await window.getByRole('button', { name: say.kept }).click();
  return secret;
}

/** Runs the sample code of the window, as developers would, on the last request of the endpoint. */
function isOursBySample(sample: string, secret: string, { received }: Receiver): boolean {
  const { body: rawBody, headers } = received.at(-1) ?? assert.fail();
  const [, code] = sample.split("from 'node:crypto';");
  return runInNewContext(`${code}\nisOurs`, {
    ...{ createHmac, timingSafeEqual, Buffer, secret, rawBody },
    request: { headers },
  });
}

async function chooseMore(page: Page, say: Texts, item: string) {
  await page.getByRole('button', { name: say.more }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Runs a test call that connects and ends. */
async function makeCall({ tenantId, projectId, api }: SignedInTenant) {
  const staff_id = await buildStaff(app, tenantId);
  const call = { phone_number: '+819012345678', staff_id, project_id: projectId };
  const answer = await api.post('/calls/initiate', call);
  assert.equal(answer.status, 200, answer.text);
}

/** The request as the endpoint received it: the request line, each header, and the body byte for byte. */
async function assertRequestShown(window: Locator, { received, url }: Receiver) {
  const { body, headers } = received.at(-1) ?? assert.fail();
  const shown = await window.getByText(body).textContent();
  const [first, ...lines] = (shown ?? '').split('\n');
  assert.equal(first, 'POST / HTTP/1.1');
  assert.equal(lines.shift(), `host: ${new URL(url).host}`);
  assert.deepEqual(lines.splice(-2), ['', body]);
  for (const line of lines) {
    const [name = '', value] = line.split(/: (.*)/);
    assert.equal(value, headers[name], name);
  }
  assert.ok(lines.some((line) => line.startsWith('x-service-signature: t=')));
}

const eventOf = ({ received }: Receiver) => JSON.parse(received.at(-1)?.body ?? '{}');

suite('webhooks in the console', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say: Texts = texts[language];

    test(`an endpoint is added, tried, given another secret, changed and deleted (${language})`, async () => {
      const receiver = await startReceiver({ protocol: 'http' });
      const signedIn = await buildLicensed();
      const person = await enterConsole(app, signedIn, '/webhooks', { language, phone: language === 'ja' });
      const { page } = person;
      await page.getByRole('button', { name: say.create }).nth(1).click();
      const window = page.getByRole('dialog');
      await window.getByLabel(say.label).fill('CRM');
      await window.getByLabel(say.url).fill('ftp://hooks.example.com/');
      await window.getByRole('button', { name: say.none, exact: true }).click();
      await window.getByText(say.choose).waitFor();
      await window.getByRole('checkbox', { name: 'call.completed' }).check();
      await window.getByRole('checkbox', { name: 'customer.created' }).check();
      await window.getByRole('combobox', { name: say.projects }).click();
      await page.getByRole('option', { name: 'Project' }).click();
      await window.getByRole('combobox', { name: say.statuses }).click();
      await page.getByRole('option', { name: say.noAnswer }).click();
      await page.keyboard.press('Tab');
      await window.getByRole('button', { name: say.create }).click();
      await window.getByText(say.badUrl).waitFor();
      await window.getByLabel(say.url).and(page.locator(':focus')).waitFor();
      await assertSound(person);
      await window.getByLabel(say.url).fill(receiver.url);
      await window.getByRole('button', { name: say.create }).dblclick();
      await window.getByText(/^whsec_/).waitFor();
      await assertSound(person);
      const first = await takeSecret(page, say);

      await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor();
      for (const text of [receiver.url, 'call.completed', 'customer.created', 'Project', say.noAnswer, say.enabled])
        await page.getByText(text, { exact: true }).first().waitFor();
      const [webhook, ...others] = (await signedIn.console.get('/webhooks')).body.data;
      assert.deepEqual(others, [], 'a double click adds one');
      const filters = { project_ids: [signedIn.projectId], call_status: ['no_answer'] };
      assert.deepEqual([webhook.events, webhook.filters], [['call.completed', 'customer.created'], filters]);

      await page.getByRole('button', { name: say.sendTest }).click();
      await window.getByText(say.answered).waitFor();
      await window.getByText('ok', { exact: true }).waitFor();
      await assertRequestShown(window, receiver);
      await assertSound(person);
      receiver.answerWith(receiverAnswers.status(500));
      await window.getByRole('button', { name: say.again }).click();
      await window.getByText(say.refused).first().waitFor();
      await window.getByText('status 500', { exact: true }).waitFor();
      receiver.answerWith(receiverAnswers.close);
      await window.getByRole('button', { name: say.again }).click();
      await window.getByText(say.closed).waitFor();
      await window.getByRole('button', { name: say.done }).click();

      receiver.answerWith(receiverAnswers.ok);
      await chooseMore(page, say, say.rotate);
      await window.getByRole('button', { name: say.rotate }).click();
      await window.getByText(say.until).waitFor();
      const sample = (await window.getByText('isOurs').textContent()) ?? assert.fail();
      const second = await takeSecret(page, say);
      await page.getByRole('button', { name: say.sendTest }).click();
      await window.getByText(say.answered).waitFor();
      await window.getByRole('button', { name: say.done }).click();
      const { body, headers } = receiver.received.at(-1) ?? assert.fail();
      for (const secret of [first, second]) {
        assert.ok(new Webhook(secret).verify(body, headers));
        assert.ok(isOursBySample(sample, secret, receiver));
      }
      assert.ok(!isOursBySample(sample, 'whsec_b3RoZXI=', receiver));

      await page.getByRole('button', { name: say.edit }).click();
      await window.getByLabel(say.label).fill('Warehouse');
      await window.getByRole('checkbox', { name: 'customer.created' }).uncheck();
      await window.getByRole('button', { name: say.save }).click();
      await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor();
      await chooseMore(page, say, say.delete);
      await window.getByRole('button', { name: say.delete }).click();
      await page.getByRole('heading', { name: say.empty }).waitFor();
      await assertSound(person);
    });

    test(`an undelivered event is found, examined and sent again, and a disabling is explained (${language})`, async () => {
      // The next attempt is in an hour, unless it is retried by hand.
      const later = receiverAnswers.status(503, { 'retry-after': '3600' });
      const receiver = await startReceiver({ protocol: 'http', answer: later });
      const signedIn = await buildLicensed();
      const webhook = await buildWebhook(app, signedIn.tenantId, receiver.url, { box });
      const person = await enterConsole(app, signedIn, '/webhooks', { language, dark: language === 'en' });
      const { page } = person;
      await makeCall(signedIn);
      await until(() => receiver.received.length === 1);
      await buildDeliveries(app, webhook, { status: 'failed', count: 3, at: new Date(Date.now() - 3_600_000) });
      await page.getByRole('link', { name: 'Hook', exact: true }).click();
      const log = page.getByRole('region', { name: say.deliveries });
      const rows = log.getByRole('row').filter({ hasText: 'call.completed' });
      const filter = async (status: string, count: number) => {
        await log.getByText(status, { exact: true }).first().click();
        if (count === 0) return log.getByText(say.noneWithStatus).waitFor();
        await rows.nth(count - 1).waitFor();
        await rows.nth(count).waitFor({ state: 'detached' });
      };
      await rows.filter({ hasText: '503' }).waitFor();
      await assertSound(person);
      await filter(say.failed, 3);
      await filter(say.delivered, 0);
      await filter(say.waiting, 1);

      await rows.getByRole('button').click();
      const window = page.getByRole('dialog');
      await window.getByText(say.answered503, { exact: true }).waitFor();
      await window.getByText(receiver.received[0]?.body ?? '', { exact: true }).waitFor();
      await window.getByText('status 503', { exact: true }).waitFor();
      await window.getByText(eventOf(receiver).id, { exact: true }).waitFor();
      await assertSound(person);
      receiver.answerWith(receiverAnswers.ok);
      await window.getByRole('button', { name: say.retry }).click();
      await until(() => receiver.received.length === 2);
      assert.equal(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id']);
      await window.getByText(say.attempt).nth(1).waitFor();
      await window.getByText(say.delivered, { exact: true }).waitFor();
      await window.getByRole('button', { name: say.close }).click();
      await filter(say.delivered, 1);

      await chooseMore(page, say, say.replay);
      await window.getByLabel(say.since).fill(localMinute(Date.now() - 7_200_000));
      await window.getByRole('radio', { name: say.onlyFailed }).check();
      await assertSound(person);
      await window.getByRole('button', { name: say.startReplay }).click();
      await page.getByText(say.replayed).waitFor();
      await until(() => receiver.received.length === 5);
      await filter(say.delivered, 4);

      receiver.answerWith(receiverAnswers.gone);
      await makeCall(signedIn);
      await page.getByText(say.gone).waitFor();
      await page.getByText(say.stopped, { exact: true }).waitFor();
      await assertSound(person);
      await page.getByRole('button', { name: say.enable }).click();
      await page.getByText(say.enabled, { exact: true }).waitFor();
      await page.getByText(say.gone).waitFor({ state: 'detached' });
    });

    test(`all of a period is sent again, and an endpoint that was away for 120 hours is explained (${language})`, async () => {
      const receiver = await startReceiver({ protocol: 'http' });
      const signedIn = await buildLicensed();
      const webhook = await buildWebhook(app, signedIn.tenantId, receiver.url, { box });
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
      await buildDeliveries(app, webhook, { status: 'delivered', count: 2, at: hoursAgo(3) });
      await buildDeliveries(app, webhook, { status: 'delivered', count: 2, at: hoursAgo(1) });
      const person = await enterConsole(app, signedIn, `/webhooks/${webhook.webhookId}`, { language });
      const { page } = person;
      await chooseMore(page, say, say.replay);
      const window = page.getByRole('dialog');
      await window.getByLabel(say.since).fill('20261-05-11T00:00');
      await window.getByLabel(say.since).and(page.locator(':out-of-range')).waitFor(); // The browser says why.
      await window.getByLabel(say.since).fill(localMinute(hoursAgo(4).getTime()));
      assert.equal(await window.locator(':out-of-range').count(), 0);
      await window.getByLabel(say.replayUntil).fill(localMinute(hoursAgo(2).getTime()));
      await window.getByRole('radio', { name: say.everything }).check();
      await assertSound(person);
      await window.getByRole('button', { name: say.startReplay }).click();
      await page.getByText(say.replayedAll).waitFor();
      await until(() => receiver.received.length === 2);
      // A success that is written only now would end the failing time that is set next.
      const unwritten = `select from deliveries where webhook_id = $1 and status <> 'delivered'`;
      await until(async () => (await query(app, unwritten, [webhook.webhookId])).length === 0);

      receiver.answerWith(receiverAnswers.close);
      const long = `update webhooks set failing_since = now() - interval '121 hours' where webhook_id = $1`;
      await query(app, long, [webhook.webhookId]);
      await makeCall(signedIn);
      await page.getByText(say.until120).waitFor();
      await page.getByText(say.stopped, { exact: true }).waitFor();
      await assertSound(person);
    });
  }

  test('an edit changes nothing that someone else has changed meanwhile', async () => {
    const say = texts.en;
    const signedIn = await buildLicensed();
    const { webhookId } = await buildWebhook(app, signedIn.tenantId, 'https://hooks.example.com/', { box });
    const { page } = await enterConsole(app, signedIn, `/webhooks/${webhookId}`);
    const window = page.getByRole('dialog');
    const save = async () => {
      await window.getByRole('button', { name: say.save }).click();
      await window.waitFor({ state: 'detached' });
    };
    const stored = async () => (await signedIn.console.get(`/webhooks/${webhookId}`)).body.data;
    await page.getByRole('button', { name: say.edit }).click();
    await window.getByLabel(say.label).fill('Warehouse');
    const stopped = `update webhooks set is_enabled = false, disabled_reason = 'endpoint_gone' where webhook_id = $1`;
    await query(app, stopped, [webhookId]);
    await signedIn.console.put(`/webhooks/${webhookId}`, {
      events: ['call.missed'],
      filters: { call_status: ['busy'] },
    });
    await page.getByText(say.gone).waitFor(); // The page is read again while the form is open.
    await save();
    await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor();
    const { label, is_enabled, disabled_reason, events, filters } = await stored();
    assert.deepEqual([label, is_enabled, disabled_reason], ['Warehouse', false, 'endpoint_gone']);
    assert.deepEqual([events, filters], [['call.missed'], { call_status: ['busy'] }]);

    // Turned on in the form, it starts again.
    await page.getByRole('button', { name: say.edit }).click();
    await window.getByRole('switch', { name: 'Send events to this endpoint' }).check({ force: true });
    await save();
    await page.getByText(say.gone).waitFor({ state: 'detached' });
    const started = await stored();
    assert.deepEqual([started.is_enabled, started.disabled_reason], [true, null]);

    const notes = page.getByText(say.saved);
    await until(async () => (await notes.count()) === 0); // Those of the earlier edits.
    await page.getByRole('button', { name: say.edit }).click();
    await save();
    await notes.waitFor();
    assert.deepEqual(await stored(), started);
  });
});

/** In Tokyo, where the browser is. */
const localMinute = (moment: number) => new Date(moment + 9 * 3_600_000).toISOString().slice(0, 16);
