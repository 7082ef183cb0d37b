import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { examples } from '../../src/call-detail/examples.ts';
import { decodeId } from '../../src/platform/ids.ts';
import { buildAdministrator, logIn } from '../browser.ts';
import { buildCalls } from '../build/build-calls.ts';
import { query } from '../builders.ts';
import { until } from '../until.ts';
import { buildInsights } from './build-insights.ts';
import { buildOffice, type Office, startOfficeCall } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { copyWith, enterConsole } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp({ SIMULATOR_SPEED: 20 });

const texts = {
  en: {
    ...{ completed: 'Completed', clearing: 'Normal clearing', unknown: 'Unknown number', add: 'Add customer' },
    ...{ name: /^Name/, number: 'Phone number', copy: 'Copy link to this moment', recording: 'Recording' },
    ...{ position: 'Position in the recording', transcript: 'Transcript', voice: 'Voice analysis', summary: 'Summary' },
    ...{ withNumber: 'Call 090-0000-0002', openCustomer: 'Open customer' },
    ...{ silent: /^No speech was detected/, answered: 'Answered', tooFew: /it takes 5 analyzed calls/ },
    lower: /12 semitones lower than usual for this staff member: 400 Hz on average in the last 5 analyzed calls\.$/,
    louder: /10 dB louder than usual for this staff member: -30 dBFS on average in the last 5 analyzed calls\.$/,
  },
  ja: {
    ...{ completed: '通話終了', clearing: '正常切断', unknown: '未登録の番号', add: '顧客を追加' },
    ...{ name: /^名前/, number: '電話番号', copy: 'この時点へのリンクをコピー', recording: '録音' },
    ...{ position: '録音の再生位置', transcript: '文字起こし', voice: '音声分析', summary: '要約' },
    ...{ withNumber: '通話 090-0000-0002', openCustomer: '顧客を開く' },
    ...{ silent: /^この録音では発話が検出されなかった/, answered: '応答', tooFew: /分析済みの通話が5件必要です/ },
    lower: /普段より 12 半音 低い声です（直近の分析済み 5 件の平均 400 Hz）。$/,
    louder: /普段より 10 dB 大きい声です（直近の分析済み 5 件の平均 -30 dBFS）。$/,
  },
};

async function recorded(office: Office): Promise<string> {
  const callId = await startOfficeCall(office);
  await until(async () => (await office.api.get(`/calls/${callId}`)).body.data.recording?.status === 'ready');
  return callId;
}

async function callWithAlice(office: Office) {
  const { api, projectId, staffId } = office;
  const customer = { project_id: projectId, name: 'Alice Arnold', tel1: '+819000000002' };
  const customerId: number = (await api.post('/customers', customer)).body.data.customer_id;
  const call = { isTest: false, staffId, customerId, phoneNumber: '+819000000002' };
  const [callId = ''] = await buildCalls(app, office, [call]);
  return { callId, customerId };
}

/** Collects every heading that a page has had. Timers run slowly, because a busy machine must not use up the time for answers. */
const collectHeadings = `
  window.headings = [];
  new MutationObserver(() => {
    const text = document.querySelector('h1')?.textContent;
    if (text && text !== headings.at(-1)) headings.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
  const { setTimeout: wait } = window;
  window.setTimeout = (run, ms, ...rest) => wait(run, 20 * ms, ...rest);`;

suite('the page of a call', { skip: isMissing, concurrency: 2 }, () => {
  for (const look of looks) {
    const say = texts[look.language];

    test(`names the customer, and says in words how the call ended (${look.language})`, async () => {
      const office = await buildOffice(app);
      const { callId } = await callWithAlice(office);
      await query(
        app,
        `update calls set end_reason = 'completed', q850_cause = 16 where tenant_id = $1 and call_id = $2`,
        [office.tenantId, decodeId('call', callId)],
      );
      const person = await enterConsole(app, office, `/calls/${callId}`, look);
      const { page } = person;
      await page.getByRole('heading', { level: 1, name: 'Alice Arnold' }).waitFor();
      await page.getByRole('status').getByText('090-0000-0002').waitFor();
      for (const [word, code] of [
        [say.completed, 'completed'],
        [say.clearing, 'Q.850 16'],
      ] as const) {
        await page.getByText(word, { exact: true }).focus();
        await page.getByRole('tooltip').getByText(code, { exact: true }).waitFor();
      }
      // Times of a call differ by seconds.
      await page
        .getByRole('definition')
        .filter({ hasText: /\d:\d\d:\d\d/ })
        .first()
        .waitFor();
      await assertSound(person);
    });

    test(`has the name of the customer as its first heading (${look.language})`, async () => {
      const office = await buildOffice(app);
      const { callId } = await callWithAlice(office);
      const { page } = await enterConsole(app, office, '/settings/account', look);
      await page.addInitScript(collectHeadings);
      await page.goto(`/live/calls/${callId}`);
      await page.getByRole('status').getByText('090-0000-0002').waitFor();
      assert.deepEqual(await page.evaluate('headings'), ['Alice Arnold']);
    });

    test(`is whole if its customer cannot be read (${look.language})`, async () => {
      const office = await buildOffice(app);
      const { callId, customerId } = await callWithAlice(office);
      const person = await enterConsole(app, office, '/settings/account', look);
      const { page } = person;
      const customer = `**/admin/v1/customers/${customerId}`;
      const heading = page.getByRole('heading', { level: 1, name: say.withNumber, exact: true });
      await page.route(customer, (route) =>
        route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'Failed.' } } }),
      );
      await page.goto(`/live/calls/${callId}`);
      await heading.waitFor();
      await page.getByRole('link', { name: say.openCustomer, exact: true }).waitFor();
      await page.getByRole('region', { name: say.recording, exact: true }).waitFor();
      await assertSound(person);

      // Deleted after the call was read.
      await page.unroute(customer);
      await page.route(customer, async (route) => {
        await office.api.send('DELETE', `/customers/${customerId}`);
        await route.continue();
      });
      await page.reload();
      await page.getByText(say.unknown).waitFor();
      await heading.waitFor();
      await page.getByRole('region', { name: say.recording, exact: true }).waitFor();
      await assertSound(person);
    });

    test(`adds an unknown caller to the customers (${look.language})`, async () => {
      const office = await buildOffice(app);
      const [callId = ''] = await buildCalls(app, office, [{ isTest: false, phoneNumber: '+819000000003' }]);
      const person = await enterConsole(app, office, `/calls/${callId}`, look);
      const { page } = person;
      await page.getByText(say.unknown).waitFor();
      await page.getByRole('heading', { level: 1, name: /090-0000-0003/ }).waitFor();
      await page.getByRole('button', { name: say.add }).click();
      const dialog = page.getByRole('dialog', { name: say.add });
      assert.equal(await dialog.getByLabel(say.number).inputValue(), '090-0000-0003');
      await dialog.getByLabel(say.name).fill('Bob Brown');
      await assertSound(person);
      await dialog.getByRole('button', { name: say.add }).click();
      await page.getByRole('heading', { level: 1, name: 'Bob Brown' }).waitFor();
      const [made] = (await office.api.get('/customers?q=Bob')).body.data;
      const { tel1, project_id } = (await office.api.get(`/customers/${made.customer_id}`)).body.data;
      assert.deepEqual([tel1.replace(/\D/g, ''), project_id], ['819000000003', office.projectId]);

      const { email } = await buildAdministrator(app, office.tenantId, { role: 'viewer' });
      const viewer = await enterConsole(app, { console: await logIn(app, email) }, `/calls/${callId}`, look);
      await viewer.page.getByText(say.unknown).waitFor();
      assert.equal(await viewer.page.getByRole('button', { name: say.add }).count(), 0);
    });

    test(`opens at the moment in its address (${look.language})`, async () => {
      const office = await buildOffice(app);
      const callId = await recorded(office);
      const { page } = await enterConsole(app, office, `/calls/${callId}?at=1.5`, look);
      const position = page.getByRole('slider', { name: say.position });
      await until(async () => (await position.inputValue()) === '1.5');
      await position.fill('0.7');
      const link = await copyWith(page.getByRole('button', { name: say.copy }));
      assert.equal(link, `${app.address}/live/calls/${callId}?at=0.7`);
      // A link to a call finds it in either mode, and so does the moment.
      await page.goto(link.replace('/live/', '/test/'));
      await page.waitForURL(link);
      await until(async () => (await position.inputValue()) === '0.7');
    });

    test(`pitch and loudness are compared with the staff member's own average (${look.language})`, async () => {
      const office = await buildOffice(app);
      const { staff, customer } = examples.call.voice_analysis.speakers;
      const speak = (callId: string | undefined, median_hz: number, loudness_dbfs: number) =>
        buildInsights(app, office.tenantId, callId ?? '', {
          ...{ language: look.language, lines: [], summary: '', keyPoints: [], keywords: [] },
          voice: {
            speakers: {
              staff: { ...staff, speech_rate: null, pitch: { median_hz, stdev_semitones: 2 }, loudness_dbfs },
              customer: { ...customer, speech_rate: null },
            },
          },
        });
      const before = [1, 2, 3, 4, 5].map((days) => ({
        ...{ at: new Date(Date.now() - days * 86_400_000), staffId: office.staffId, isTest: false, staffTalkMs: 5_000 },
      }));
      const callId = await recorded(office);
      await speak(callId, 200, -20);
      const person = await enterConsole(app, office, `/calls/${callId}`, look);
      const { page } = person;
      const voice = page.getByRole('region', { name: say.voice, exact: true });
      await until(async () => (await voice.getByText(say.tooFew).count()) === 2);
      await assertSound(person);

      for (const earlier of await buildCalls(app, office, before)) await speak(earlier, 400, -30);
      await page.reload();
      await voice.getByText(say.lower).waitFor();
      await voice.getByText(say.louder).waitFor();
      await assertSound(person);
    });

    test(`says so if nobody speaks in the recording (${look.language})`, async () => {
      const office = await buildOffice(app);
      const callId = await recorded(office);
      const { staff, customer } = examples.call.voice_analysis.speakers;
      const silent = { talk_seconds: 0, longest_monologue_seconds: 0, pitch: null, speech_rate: null };
      await buildInsights(app, office.tenantId, callId, {
        ...{ language: look.language, lines: [], summary: '', keyPoints: [], keywords: [] },
        voice: { talk_ratio: null, speakers: { staff: { ...staff, ...silent }, customer: { ...customer, ...silent } } },
      });
      const without = `update insights set summary = $3 where tenant_id = $1 and call_id = $2`;
      const none = { ...examples.call.summary, status: 'unavailable', reason: 'no_speech', text: null };
      await query(app, without, [office.tenantId, decodeId('call', callId), none]);
      const person = await enterConsole(app, office, `/calls/${callId}`, look);
      const { page } = person;
      await page.getByRole('region', { name: say.recording, exact: true }).getByText(say.silent).waitFor();
      for (const name of [say.transcript, say.voice, say.summary])
        assert.equal(await page.getByRole('region', { name, exact: true }).count(), 0, name);
      await assertSound(person);
    });
  }
});
