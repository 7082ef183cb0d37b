import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../until.ts';
import { breakableLine } from './breakable-line.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { testedLanguages } from './languages.ts';
import { assertSound, openConsolePage } from './open-console.ts';

// The console while the connection fails: nothing happens behind people's backs, and the console says what it knows.

const app = await startConsoleApp();
/** At any hour of the day. */
const lately = () => `from=${dayOf(-1)}&to=${dayOf(1)}`;
const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const texts = {
  en: {
    ...{ start: 'Start a call', number: /^Number to call/, call: 'Call', cancel: 'Cancel', calls: 'Calls' },
    ...{ noConnection: /No connection to the server/, lost: /Connection lost/, retry: 'Retry now' },
    ...{ mayBePlaced: /the call may still be placed/, mayBeMade: /the change may still be made/ },
    ...{ noAnswer: /never carried out twice/, polling: /^Every 5 s$|^Real time$/, projects: 'Projects' },
    ...{
      notLoaded: "This page couldn't be loaded",
      tryAgain: 'Try again',
      reload: 'Reload',
      newer: /may have been updated/,
    },
    ...{ newProject: 'New project', name: 'Name', save: 'Save', close: 'Close', people: 'People' },
  },
  ja: {
    ...{ start: '発信する', number: /^発信先の番号/, call: '発信', cancel: 'キャンセル', calls: '通話' },
    ...{ noConnection: /サーバーに接続できません/, lost: /接続が切れました/, retry: '今すぐ再試行' },
    ...{ mayBePlaced: /発信される場合があります/ },
    ...{ polling: /^5秒ごと$|^リアルタイム$/ },
  },
};

const callsOf = async ({ api }: Office) => (await api.get(`/calls?${lately()}`)).body.pagination.total;

async function fillIn(page: Page, say: { start: string; number: RegExp; call: string }) {
  await page.getByRole('button', { name: say.start }).first().click();
  const dialog = page.getByRole('dialog', { name: say.start });
  await dialog.getByLabel(say.number).fill('+81-90-1234-5678');
  return { dialog, call: dialog.getByRole('button', { name: say.call, exact: true }) };
}

/**
 * Waits until the last script was preloaded, which happens while the browser is idle. Requests for scripts that get no answer
 * would take all six connections of the browser.
 */
const loadedAhead = (page: Page) =>
  until(() =>
    page.evaluate<boolean>(
      `performance.getEntriesByType('resource').some(({ name }) => name.includes('audit-log-page'))`,
    ),
  );

const nav = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

suite('a connection that fails', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say = texts[language];

    test(`a call that was canceled without a connection is never placed (${language})`, async () => {
      const office = await buildOffice(app);
      const person = await enterConsole(app, office, '/calls', { language });
      const { page, context } = person;
      await page.getByText(say.polling).waitFor();
      const { dialog, call } = await fillIn(page, say);
      await context.setOffline(true);
      await call.click();
      await dialog.getByRole('alert').getByText(say.noConnection).waitFor();
      const bar = page.getByRole('status').filter({ hasText: say.lost });
      await bar.waitFor();
      assert.equal(await page.getByText(say.polling).count(), 0, 'nothing is read');
      await assertSound(person);
      await dialog.getByRole('button', { name: say.cancel }).click();
      await dialog.waitFor({ state: 'detached' });
      const again = page.waitForResponse((answer) => answer.url().includes('/admin/v1/calls?'));
      await context.setOffline(false);
      await bar.waitFor({ state: 'detached' });
      await again;
      await page.getByText(say.polling).waitFor();
      assert.equal(await callsOf(office), 0);
      assert.match(page.url(), /\/live\/calls$/);
    });

    test(`canceling a call without an answer says that it may have been placed (${language})`, async () => {
      const office = await buildOffice(app);
      const line = await breakableLine(app);
      const { page } = await enterConsole(line, office, '/calls', { language });
      const { dialog, call } = await fillIn(page, say);
      await loadedAhead(page);
      line.loseAnswers();
      await call.dblclick();
      await until(async () => (await callsOf(office)) === 1);
      await dialog.getByRole('button', { name: say.cancel }).click();
      await page.getByRole('alert').getByText(say.mayBePlaced).waitFor();
      line.mend();
      // The list shows the call, and the page does not change.
      await page.getByRole('link', { name: /819\*{5}5678/ }).waitFor();
      assert.match(page.url(), /\/live\/calls$/);
      assert.equal(await callsOf(office), 1);
    });
  }

  const say = texts.en;

  test('an answer of a proxy for a server that is down is a lost connection, until the server answers itself', async () => {
    const office = await buildOffice(app);
    const line = await breakableLine(app);
    const { page } = await enterConsole(line, office, '/people');
    const bar = page.getByRole('status').filter({ hasText: say.lost });
    await loadedAhead(page);
    line.stopServer();
    const refused = () =>
      page.waitForResponse((answer) => answer.status() === 502 && answer.url().includes('/admin/v1/'));
    const first = refused();
    await nav(page, say.projects).click();
    await first;
    await bar.waitFor();
    await refused(); // The list is requested again meanwhile.
    assert.equal(await bar.count(), 1);
    line.mend();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: say.newProject }).waitFor();
  });

  test('a proxy that finds no server removes nothing from the page', async () => {
    const office = await buildOffice(app);
    const { data } = (await office.api.post('/customers', { project_id: office.projectId, name: 'Alice Arnold' })).body;
    for (const status of ['404 Not Found', '403 Forbidden']) {
      const line = await breakableLine(app);
      const { page } = await enterConsole(line, office, `/customers/${data.customer_id}`);
      const notes = page.getByLabel('Notes');
      await notes.fill('Prefers to be called in the morning');
      await loadedAhead(page);
      line.stopServer(status);
      const refused = ['/session', `/customers/${data.customer_id}`].map((path) =>
        page.waitForResponse((answer) => answer.url().endsWith(`/admin/v1${path}`)),
      );
      await page.getByRole('button', { name: say.save }).click();
      await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
      await Promise.all(refused);
      const bar = page.getByRole('status').filter({ hasText: say.lost });
      await bar.waitFor();
      await bar.getByRole('button', { name: say.retry }).click(); // Later, the bar might be gone before the click.
      line.mend();
      await bar.waitFor({ state: 'detached' });
      assert.equal(await notes.inputValue(), 'Prefers to be called in the morning', status);
    }
  });

  test('to try again after an answer was lost makes no second call', async () => {
    const office = await buildOffice(app);
    const line = await breakableLine(app);
    const { page } = await enterConsole(line, office, '/people');
    await page.clock.install(); // This removes the entries that `loadedAhead` reads.
    const ahead = page.waitForEvent('requestfinished', (request) => request.url().includes('audit-log-page'));
    await page.goto('/live/calls');
    const { dialog, call } = await fillIn(page, say);
    await ahead;
    line.loseAnswers();
    await call.click();
    const [first] = await until(async () => {
      const { data } = (await office.api.get(`/calls?${lately()}`)).body;
      return data[0]?.ended_at && data; // The staff member is free for another call.
    });
    await page.clock.fastForward(31_000);
    await dialog.getByRole('alert').getByText(say.noAnswer).waitFor();
    line.mend();
    await call.click();
    await page.waitForURL(`**/live/calls/${first.call_id}`);
    assert.equal(await callsOf(office), 1);
  });

  test('a form that is left before it is answered says that it may be saved', async () => {
    const office = await buildOffice(app);
    const line = await breakableLine(app);
    const { page } = await enterConsole(line, office, '/projects');
    await loadedAhead(page);
    const asked = page.waitForResponse((answer) => answer.url().includes('/admin/v1/trunks'));
    await page.getByRole('button', { name: say.newProject }).click();
    await asked; // No other request is under way.
    const form = page.getByRole('dialog', { name: say.newProject });
    await form.getByLabel(say.name).fill('Returns');
    line.loseAnswers();
    await form.getByRole('button', { name: say.save }).click();
    await until(async () => (await office.console.get('/projects')).body.pagination.total === 3);
    await form.getByRole('button', { name: say.cancel }).click();
    await page.getByRole('alert').getByText(say.mayBeMade).waitFor();
    line.mend();
    await page.getByText('Returns').waitFor();
  });

  for (const phone of [false, true])
    test(`the note of the lost connection hides no button and no other note${phone ? ' on a phone' : ''}`, async () => {
      const office = await buildOffice(app);
      const { page, context } = await enterConsole(app, office, '/projects', { phone });
      await page.getByRole('button', { name: say.newProject }).click();
      const form = page.getByRole('dialog', { name: say.newProject });
      await form.getByLabel(say.name).fill('Returns');
      await context.setOffline(true);
      const bar = page.getByRole('status').filter({ hasText: say.lost });
      await bar.waitFor();
      await form.getByRole('button', { name: say.save }).click(); // The button can be reached.
      const note = page.getByRole('alert').filter({ hasText: say.noConnection });
      // The note may still be sliding in.
      await until(async () => {
        const [above, below] = [await note.boundingBox(), await bar.boundingBox()];
        return above && below && above.y + above.height <= below.y;
      });
      const around = await note.boundingBox();
      for (const name of [say.cancel, say.save, say.close]) {
        const button = await form.getByRole('button', { name, exact: true }).boundingBox();
        assert.ok(around && button);
        const isBeside = around.x + around.width <= button.x;
        const isApart = around.y + around.height <= button.y || button.y + button.height <= around.y;
        assert.ok(isBeside || isApart, `${name} is under the note`);
      }
    });

  test('a server that is down is shown on every page until it is back', async () => {
    const office = await buildOffice(app);
    const line = await breakableLine(app);
    const person = await enterConsole(line, office, '/calls');
    const { page } = person;
    const bar = page.getByRole('status').filter({ hasText: say.lost });
    await page.getByText('Real time').waitFor();
    await loadedAhead(page);
    line.cut(); // The stream of events notices it.
    await bar.waitFor();
    await nav(page, say.people).click();
    await page.getByRole('heading', { level: 1, name: say.people }).waitFor();
    await page.getByText(say.noConnection).waitFor(); // A list does not stay a skeleton forever.
    await bar.waitFor();
    await bar.getByRole('button', { name: say.retry }).click(); // Later, the bar might be gone before the click.
    line.mend();
    await bar.waitFor({ state: 'detached' });
    await page.getByText('Hanako Sato').waitFor();
    await nav(page, say.calls).click();
    await page.getByText('Real time').waitFor();
  });

  test('an idle page notices a server that is down, and so does the log-in page', async () => {
    const office = await buildOffice(app);
    const line = await breakableLine(app);
    const signedIn = await enterConsole(line, office, '/people');
    await signedIn.page.clock.install();
    await signedIn.page.goto('/live/settings/api-keys');
    await signedIn.page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    const stranger = await openConsolePage(line);
    await stranger.page.clock.install();
    await stranger.page.goto('/login');
    await stranger.page.getByLabel('Email').waitFor();
    line.cut();
    for (const { page } of [signedIn, stranger]) {
      await page.clock.fastForward(21_000);
      await page.getByText(say.lost).waitFor();
    }
    line.mend();
    for (const { page } of [signedIn, stranger]) {
      await page.clock.fastForward(4_000);
      await page.getByText(say.lost).waitFor({ state: 'detached' });
    }
  });

  test('a page that cannot be loaded says so in its place, and opens when it can', async () => {
    const office = await buildOffice(app);
    const line = await breakableLine(app);
    const person = await enterConsole(line, office, '/people');
    const { page } = person;
    await page.addInitScript('window.requestIdleCallback = () => 0'); // Nothing is preloaded.
    await page.reload();
    await page.getByText('Hanako Sato').waitFor();
    line.cut();
    await nav(page, say.projects).click();
    await page.getByRole('heading', { name: say.notLoaded }).waitFor();
    assert.match(page.url(), /\/live\/projects$/);
    await assertSound(person);
    await page.getByRole('button', { name: say.tryAgain }).click();
    await page.getByRole('heading', { name: say.notLoaded }).waitFor();
    line.mend(); // It recovers without a click.
    await page.getByRole('heading', { level: 1, name: say.projects }).waitFor();
  });

  test('a tab from before an update asks to be reloaded', async () => {
    const office = await buildOffice(app);
    const { page, context } = await enterConsole(app, office, '/people');
    // As if the script had another name now.
    await context.route('**/assets/projects-page*', async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${app.address}/assets/gone.js` }) }),
    );
    await page.reload();
    await nav(page, say.projects).click();
    await page.getByText(say.newer).waitFor();
    await context.unroute('**/assets/projects-page*');
    await page.getByRole('button', { name: say.reload }).click();
    await page.getByRole('heading', { level: 1, name: say.projects }).waitFor();
  });

  test('pages that were never opened open without a connection', async () => {
    const office = await buildOffice(app);
    const { page, context } = await enterConsole(app, office, '/people');
    await loadedAhead(page);
    await context.setOffline(true);
    for (const name of [say.projects, 'Administrators', 'Audit log']) {
      await nav(page, name).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await page.getByText(say.noConnection).waitFor();
    await context.setOffline(false);
    await page.getByTitle('session.started').first().waitFor();
  });
});
