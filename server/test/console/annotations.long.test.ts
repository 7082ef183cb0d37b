import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { auditOf, buildAdministrator, logIn } from '../browser.ts';
import { buildCalls } from '../build/build-calls.ts';
import { until } from '../until.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole, faulty } from './enter-console.ts';
import { looks } from './languages.ts';
import { assertSound } from './open-console.ts';

// The note, the tags and the outcome of a call, on its page.

const app = await startConsoleApp();

const texts = {
  en: {
    ...{ section: 'Notes and tags', note: 'Note', tags: 'Tags', outcome: 'Outcome', save: 'Save' },
    ...{ saved: 'Changes saved.', meanwhile: /^Someone else changed this/, discard: 'Discard', people: 'People' },
    ...{ lost: 'Discard unsaved changes?', leave: 'Discard changes', nothing: 'No note, tags or outcome.' },
    ...{ noteAbout: 'Up to 10,000 characters.', noteLong: 'Shorten the note to 10,000 characters.' },
    ...{ tagLong: 'A tag has at most 50 characters.', comma: 'An outcome cannot contain a comma.' },
    tooMany: 'Remove tags: a call has at most 20.',
  },
  ja: {
    ...{ section: 'メモとタグ', note: 'メモ', tags: 'タグ', outcome: '結果', save: '保存' },
    ...{ saved: '変更を保存しました。', meanwhile: /^編集中にほかの人が変更しました/, discard: '破棄' },
    ...{ people: '担当者', lost: '変更を破棄しますか？', leave: '変更を破棄' },
    ...{ nothing: 'メモ、タグ、結果はありません。', noteAbout: '10,000文字まで。' },
    ...{ noteLong: 'メモは10,000文字以内にしてください。', tagLong: 'タグは50文字以内にしてください。' },
    ...{ comma: '結果にカンマは使えません。', tooMany: 'タグを減らしてください。付けられるのは20個までです。' },
  },
};
type Texts = (typeof texts)['en'];

const parts = (page: Page, say: Texts) => {
  const section = page.getByRole('region', { name: say.section });
  return {
    section,
    note: section.getByRole('textbox', { name: say.note }),
    tags: section.getByRole('combobox', { name: say.tags }),
    outcome: section.getByRole('combobox', { name: say.outcome }),
    save: section.getByRole('button', { name: say.save }),
  };
};

async function buildCall(office: Office): Promise<string> {
  const [callId = ''] = await buildCalls(app, office, [{ isTest: false, staffId: office.staffId }]);
  return callId;
}

async function annotate({ api }: Office, callId: string, annotation: object): Promise<void> {
  assert.equal((await api.put(`/calls/${callId}`, annotation)).status, 200);
}

async function annotationOf({ api }: Office, callId: string) {
  const { note, tags, outcome } = (await api.get(`/calls/${callId}`)).body.data;
  return { note, tags, outcome };
}

suite('the annotation of a call', { skip: isMissing, concurrency: 2 }, () => {
  for (const look of looks) {
    const say: Texts = texts[look.language];

    test(`is written with suggestions, and saved (${look.language})`, async () => {
      const office = await buildOffice(app);
      const callId = await buildCall(office);
      await annotate(office, await buildCall(office), { tags: ['delivery'], outcome: 'callback' });
      const person = await enterConsole(app, office, `/calls/${callId}`, look);
      const { page } = person;
      const { section, note, tags, outcome, save } = parts(page, say);
      await section.getByText(say.noteAbout).waitFor();
      await note.fill('Wants a\nnew invoice');
      await tags.fill('deli');
      await page.getByRole('option', { name: 'delivery' }).click();
      await tags.fill('急ぎ');
      await tags.press('Enter');
      await outcome.fill('call');
      await page.getByRole('option', { name: 'callback' }).click();
      await assertSound(person);
      await save.click();
      await page.getByText(say.saved).waitFor();
      const written = { note: 'Wants a\nnew invoice', tags: ['delivery', '急ぎ'], outcome: 'callback' };
      assert.deepEqual(await annotationOf(office, callId), written);
      assert.ok(await save.isDisabled());

      await note.fill('');
      await tags.press('Backspace');
      await outcome.fill('');
      await save.click();
      await until(async () => (await annotationOf(office, callId)).note === null);
      assert.deepEqual(await annotationOf(office, callId), { note: null, tags: ['delivery'], outcome: null });
      const audit = (await auditOf(app, office.tenantId)).filter(({ action }) => action === 'call.annotated');
      assert.equal(audit.length, 2);
      assert.ok(!JSON.stringify(audit).includes('invoice'));
    });

    test(`is guarded, and keeps what is typed while a colleague writes (${look.language})`, async () => {
      const office = await buildOffice(app);
      const callId = await buildCall(office);
      await annotate(office, callId, { note: 'Before', tags: ['vip'] });
      const person = await enterConsole(app, office, `/calls/${callId}`, look);
      const { page } = person;
      const { section, note, tags, outcome, save } = parts(page, say);
      await note.fill('Mine');
      await annotate(office, callId, { note: 'Theirs', outcome: 'sold' });
      await until(async () => (await outcome.inputValue()) === 'sold');
      assert.equal(await note.inputValue(), 'Mine');
      await section.getByText(say.meanwhile).waitFor();
      await assertSound(person);

      await page.getByRole('navigation').getByRole('link', { name: say.people, exact: true }).click();
      const question = page.getByRole('dialog', { name: say.lost });
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      assert.equal(await note.inputValue(), 'Mine');
      await section.getByRole('button', { name: say.discard }).click();
      assert.equal(await note.inputValue(), 'Theirs');
      assert.equal(await section.getByText(say.meanwhile).count(), 0);

      // Only the changed field is sent.
      await tags.fill('late,');
      await tags.press('Enter');
      await annotate(office, callId, { note: 'Theirs again' });
      await save.click();
      await page.getByText(say.saved).waitFor();
      const kept = { note: 'Theirs again', tags: ['vip', 'late'], outcome: 'sold' };
      assert.deepEqual(await annotationOf(office, callId), kept);
      await page.getByRole('navigation').getByRole('link', { name: say.people, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: say.people }).waitFor();
    });

    test(`is shown if a colleague writes before the stream of events is open (${look.language})`, async () => {
      const office = await buildOffice(app);
      const callId = await buildCall(office);
      const person = await enterConsole(app, office, '/settings/account', look);
      const { page } = person;
      const { note } = parts(page, say);
      await page.route('**/events/stream*', async (route) => {
        await note.waitFor();
        await annotate(office, callId, { note: 'Just now' });
        await route.continue();
      });
      await page.goto(`/live/calls/${callId}`);
      await until(async () => (await note.inputValue()) === 'Just now');
      await assertSound(person);
    });

    test(`is refused beside the field if it is too long (${look.language})`, async () => {
      const office = await buildOffice(app);
      const callId = await buildCall(office);
      const person = await enterConsole(app, office, `/calls/${callId}`, look);
      const { section, note, tags, outcome, save } = parts(person.page, say);
      await note.fill('あ'.repeat(10_001));
      await section.getByText(say.noteLong).waitFor();
      await outcome.fill('sold, again');
      await section.getByText(say.comma).waitFor();
      await tags.fill('t'.repeat(51));
      await tags.press('Enter');
      await section.getByText(say.tagLong).waitFor();
      await assertSound(person);
      await tags.press('Backspace');
      await tags.fill(Array.from({ length: 21 }, (_, at) => `tag ${at}`).join(','));
      await tags.press('Enter');
      await section.getByText(say.tooMany).waitFor();
      await save.click();
      await faulty(note).and(person.page.locator(':focus')).waitFor();
      assert.deepEqual(await annotationOf(office, callId), { note: null, tags: [], outcome: null });
      await note.fill('あ'.repeat(10_000));
      await tags.press('Backspace');
      await outcome.fill('sold');
      await save.click();
      await person.page.getByText(say.saved).waitFor();
      assert.equal((await annotationOf(office, callId)).tags.length, 20);
    });

    test(`is read by viewers, who cannot change it (${look.language})`, async () => {
      const office = await buildOffice(app);
      const callId = await buildCall(office);
      const { email } = await buildAdministrator(app, office.tenantId, { role: 'viewer' });
      const viewer = await enterConsole(app, { console: await logIn(app, email) }, `/calls/${callId}`, look);
      const { section, note, save } = parts(viewer.page, say);
      await section.getByText(say.nothing).waitFor();
      await annotate(office, callId, { note: 'Wants a new invoice', tags: ['delivery'], outcome: 'callback' });
      await section.getByText('Wants a new invoice').waitFor(); // Without a reload.
      await section.getByText('delivery').waitFor();
      await section.getByText('callback').waitFor();
      assert.deepEqual([await note.count(), await save.count()], [0, 0]);
      await assertSound(viewer);
    });
  }
});
