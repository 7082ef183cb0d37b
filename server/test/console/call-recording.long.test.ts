import './at-length.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, buildAdministrator, logIn } from '../browser.ts';
import { until } from '../until.ts';
import { buildOffice, startOfficeCall } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';

/** A call on hold waits for as long as the browser takes. */
const app = await startConsoleApp({ SIMULATOR_SPEED: 0.5 });

const texts = {
  en: {
    ...{ pause: 'Pause recording', resume: 'Resume recording', paused: 'Recording paused', recording: 'Recording' },
    ...{ hangUp: 'Hang up', times: /^Recording paused: 0:\d\d–0:\d\d/, remove: 'Delete recording' },
    ...{ title: 'Delete this recording?', goes: /transcript, the summary and the voice analysis/, cancel: 'Cancel' },
    ...{ removed: 'Recording deleted.', gone: 'This recording was deleted.', play: 'Play' },
  },
  ja: {
    ...{ pause: '録音を一時停止', resume: '録音を再開', paused: '録音一時停止中', recording: '録音' },
    ...{ hangUp: '切断', times: /^録音の一時停止：0:\d\d–0:\d\d/, remove: '録音を削除' },
    ...{ title: 'この録音を削除しますか？', goes: /文字起こし・要約・音声分析/, cancel: 'キャンセル' },
    ...{ removed: '録音を削除しました。', gone: '録音は削除されました。', play: '再生' },
  },
};

for (const look of looks) {
  const say = texts[look.language];

  test(`a recording is paused, resumed and deleted on the page of its call (${look.language})`, {
    skip: isMissing,
  }, async () => {
    const office = await buildOffice(app);
    const callId = await startOfficeCall(office);
    const detail = async () => (await office.api.get(`/calls/${callId}`)).body.data;
    await until(async () => (await detail()).status === 'connected');
    assert.equal((await office.api.post(`/calls/${callId}/hold`)).status, 200);
    const { email } = await buildAdministrator(app, office.tenantId, { role: 'viewer' });
    const seen = { console: await logIn(app, email) };

    const person = await enterConsole(app, office, `/calls/${callId}`, look);
    const { page } = person;
    const state = page.getByRole('status').getByText(say.paused, { exact: true });
    const lane = page.getByRole('list', { name: say.recording, exact: true }).getByRole('listitem');
    await page.getByRole('button', { name: say.pause }).click();
    await state.waitFor();
    await lane.last().waitFor();
    assert.equal((await detail()).recording.pauses.at(-1).end_seconds, null);
    await assertSound(person);
    const viewer = await enterConsole(app, seen, `/calls/${callId}`, look);
    await viewer.page.getByRole('status').getByText(say.paused, { exact: true }).waitFor();
    assert.equal(await viewer.page.getByRole('button', { name: say.resume }).count(), 0);

    await page.getByRole('button', { name: say.resume }).click();
    await page.getByRole('button', { name: say.pause }).waitFor();
    await state.waitFor({ state: 'detached' });
    // The page also shows what another program does.
    assert.equal((await office.api.post(`/calls/${callId}/recording/pause`)).status, 200);
    await state.waitFor();
    assert.equal((await office.api.post(`/calls/${callId}/recording/resume`)).status, 200);
    await page.getByRole('button', { name: say.pause }).waitFor();
    await page.getByRole('button', { name: say.hangUp }).click();

    const section = page.getByRole('region', { name: say.recording, exact: true });
    await section.getByText(say.times).waitFor();
    await section.locator('svg[role="img"]').waitFor();
    assert.equal(await section.locator('svg[role="img"] rect').count(), 2);
    // The colors of a button under the mouse have enough contrast, too.
    await section.getByRole('button', { name: say.remove }).hover();
    await assertSound(person);
    await section.getByRole('button', { name: say.remove }).click();
    const dialog = page.getByRole('dialog', { name: say.title });
    await dialog.getByText(say.goes).waitFor();
    await assertSound(person);
    await dialog.getByRole('button', { name: say.cancel }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await detail()).recording.status, 'ready');
    const watcher = viewer.page.getByRole('region', { name: say.recording, exact: true });
    await watcher.getByRole('button', { name: say.play }).waitFor();
    assert.equal(await watcher.getByRole('button', { name: say.remove }).count(), 0);

    await section.getByRole('button', { name: say.remove }).click();
    await dialog.getByRole('button', { name: say.remove }).click();
    await page.getByText(say.removed).waitFor();
    await section.getByText(say.gone).waitFor();
    await assertSound(person);
    const { recording, transcription } = await detail();
    assert.deepEqual([recording.status, transcription.status], ['deleted', 'unavailable']);
    const audit = await auditOf(app, office.tenantId);
    const own = audit.filter(({ action }) => String(action).startsWith('recording.'));
    const actions = ['recording.deleted', 'recording.paused', 'recording.resumed'];
    assert.deepEqual(own.map(({ action }) => action).sort(), actions);
    assert.ok(!JSON.stringify(own).includes('5678'));
  });
}
