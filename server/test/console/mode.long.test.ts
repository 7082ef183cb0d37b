import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser } from '../browser.ts';
import { buildCalls } from '../build/build-calls.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { testedLanguages } from './languages.ts';
import { assertSound } from './open-console.ts';

// Test and live calls are separate, and the address says which of them a page shows.

const app = await startConsoleApp();
/** At any hour of the day. */
const lately = () => `from=${dayOf(-1)}&to=${dayOf(1)}`;
const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const texts = {
  en: {
    ...{ empty: 'No calls in this period', others: '3 test calls in this period.', toTest: 'Switch to Test' },
    ...{
      banner: /Live calls are simulated on this server/,
      newCall: 'Start a call',
      notFound: 'Page not found',
    },
    ...{ simulated: /This live call is simulated/, home: 'Go to home', title: 'Home' },
    ...{ keysAbout: /both kinds of key simulate calls/, createKey: 'Create key' },
    liveKey: 'Calls are simulated here too',
  },
  ja: {
    ...{
      empty: 'この期間に通話はありません',
      others: 'この期間にテスト通話が 3 件あります。',
      toTest: 'テストに切り替える',
    },
    ...{ banner: /本番の通話もシミュレーションです/, newCall: '発信する', notFound: 'ページが見つかりません' },
    ...{ simulated: /この本番通話はシミュレーションです/, home: 'ホームへ', title: 'ホーム' },
    ...{ keysAbout: /通話はどちらのキーでもシミュレーションです/, createKey: 'キーを作成' },
    liveKey: '通話はシミュレーションです。電話は鳴りません。',
  },
};

const realWarning = 'This is a real call. Phones will ring.';
/** Texts that call a live call or a live key real, in either language. */
const realWords =
  /This is a real call|real telephones|Calls are real|telephones ring|実際の通話です|実際に|電話が鳴ります/;

async function buildCall(office: Office, isTest: boolean): Promise<string> {
  await buildCalls(app, office, [{ isTest, staffId: office.staffId }]);
  const [call] = (await office.console.get(`/calls?mode=${isTest ? 'test' : 'live'}&${lately()}`)).body.data;
  return call.call_id;
}

const mode = (page: Page) => page.getByRole('radiogroup', { name: 'Mode' });

suite('test and live', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say = texts[language];

    test(`calls of the other mode are found from an empty list (${language})`, async () => {
      const office = await buildOffice(app);
      await buildCalls(app, office, [{ isTest: true }, { isTest: true }, { isTest: true }]);
      const person = await enterConsole(app, office, '/live/calls?period=month', { language });
      const { page } = person;
      await page.getByText(say.empty).waitFor();
      await page.getByText(say.others).waitFor();
      await assertSound(person);
      await page.getByRole('button', { name: say.toTest }).click();
      await page.waitForURL('**/test/calls?period=month');
      await page.getByRole('link', { name: /819/ }).nth(2).waitFor();
    });

    test(`live calls that are simulated are called simulated (${language})`, async () => {
      const office = await buildOffice(app);
      const { page } = await enterConsole(app, office, '/calls', { language });
      await page.getByText(say.banner).waitFor();
      await page.getByRole('button', { name: say.newCall }).first().click();
      await page.getByRole('dialog').getByText(say.simulated).waitFor();
      assert.equal(await page.getByText(realWords).count(), 0);
      await page.goto('/settings/api-keys');
      await page.getByText(say.keysAbout).waitFor();
      await page.getByRole('button', { name: say.createKey }).click();
      await page.getByRole('dialog').getByText(say.liveKey).waitFor();
      assert.equal(await page.getByText(realWords).count(), 0);
    });

    test(`an unknown address has a page that says so (${language})`, async () => {
      const office = await buildOffice(app);
      const person = await enterConsole(app, office, '/people', { language });
      const { page } = person;
      for (const path of ['/nowhere', '/nowhere/at/all', '/tset/calls', '/live/nowhere']) {
        assert.equal((await page.goto(path))?.status(), 404, path);
        await page.getByRole('heading', { level: 1, name: say.notFound }).waitFor();
      }
      await assertSound(person);
      await page.getByRole('link', { name: say.home }).click();
      await page.getByRole('heading', { level: 1, name: say.title }).waitFor();
    });
  }

  test('the console opens where the calls are, and otherwise where no telephone rings', async () => {
    for (const { calls, opens } of [
      { calls: [], opens: 'test' },
      { calls: [true], opens: 'test' },
      { calls: [false], opens: 'live' },
      { calls: [true, false], opens: 'live' },
    ]) {
      const office = await buildOffice(app);
      await buildCalls(
        app,
        office,
        calls.map((isTest) => ({ isTest })),
      );
      const { page } = await enterConsole(app, office, '/test/people');
      await page.goto('/');
      await page.waitForURL(`**/${opens}`);
      await page.goto('/customers?q=Sato');
      await page.waitForURL(`**/${opens}/customers?q=Sato`);
    }
  });

  test('the mode that was chosen last is opened again, as long as it has calls', async () => {
    const office = await buildOffice(app);
    await buildCalls(app, office, [{ isTest: true }, { isTest: false }]);
    const { page } = await enterConsole(app, office, '/people');
    await mode(page).getByText('Test', { exact: true }).click();
    await page.waitForURL('**/test/people');
    await page.goto('/');
    await page.waitForURL('**/test');
  });

  test('a link to a call from before modes were in addresses finds it, and so does one with the wrong mode', async () => {
    const office = await buildOffice(app);
    const [testCall, liveCall] = [await buildCall(office, true), await buildCall(office, false)];
    const { page } = await enterConsole(app, office, '/people');
    const opens = async (path: string, where: string) => {
      await page.goto(path);
      await page.waitForURL(`**${where}`);
      await page.getByRole('heading', { level: 1, name: /090-/ }).waitFor();
    };
    await opens(`/calls/${testCall}`, `/test/calls/${testCall}`);
    await opens(`/calls/${liveCall}`, `/live/calls/${liveCall}`);
    await opens(`/live/calls/${testCall}`, `/test/calls/${testCall}`);
    await page.goBack();
    await page.waitForURL(`**/live/calls/${liveCall}`);
    await page.goto('/live/calls/call_00000000000000000000000000000000');
    await page.getByText('Not found. It may have been removed.').waitFor();
  });

  test('switching the mode keeps the page, and a call gives way to the list', async () => {
    const office = await buildOffice(app);
    const callId = await buildCall(office, false);
    const { page } = await enterConsole(app, office, '/live/calls?period=month&type=outbound');
    await page.getByRole('link', { name: /819/ }).waitFor();
    await mode(page).getByText('Test', { exact: true }).click();
    await page.waitForURL('**/test/calls?period=month&type=outbound');
    await page.getByText('No calls found').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /819/ }).click();
    await page.waitForURL(`**/live/calls/${callId}`);
    await mode(page).getByText('Test', { exact: true }).click();
    await page.waitForURL('**/test/calls');
    for (const name of ['People', 'Audit log', 'Calls']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      assert.match(page.url(), /\/test\//);
    }
  });

  test('so does a call whose page is still loading', async () => {
    const office = await buildOffice(app);
    const callId = await buildCall(office, false);
    const { page } = await enterConsole(app, office, '/people');
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/call-page*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto('/live/calls?period=month');
    await page.getByRole('link', { name: /819/ }).click();
    await page.waitForURL(`**/live/calls/${callId}`);
    await mode(page).getByText('Test', { exact: true }).click();
    code.resolve();
    await page.waitForURL('**/test/calls');
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
  });

  test('after a log-in the mode of the link is kept', async () => {
    const office = await buildOffice(app);
    const { page, context } = await enterConsole(app, office, '/people');
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.goto('/test/reports?period=month');
    await page.getByLabel('Email').waitFor();
    await context.addCookies(cookies);
    await page.reload();
    await page.waitForURL('**/test/reports?period=month');
  });

  test('with a telephone system a live call is called real', async () => {
    const real = await startConsoleApp({ ASTERISK_URL: ['http://ari:secret@127.0.0.1:9'] });
    const office = await buildOffice(real);
    const { page } = await enterConsole(real, office, '/calls');
    await page.getByRole('button', { name: 'Start a call' }).first().click();
    await page.getByRole('dialog').getByText(realWarning).waitFor();
    assert.equal(await page.getByText(/simulated/).count(), 0);
    await page.goto('/live/settings/api-keys');
    await page.getByText('live keys ring real phones').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    const drawer = page.getByRole('dialog');
    for (const text of ['Calls are real.', 'Live keys ring real phones.']) await drawer.getByText(text).waitFor();
  });
});

test('the session says how live calls are made', async () => {
  const office = await buildOffice(app);
  assert.equal((await office.console.get('/session')).body.data.live_calls, 'simulated');
  const refusing = await startConsoleApp({ DATABASE_URL: app.databaseUrl });
  const other = await buildOffice(refusing);
  assert.equal((await browser(refusing, other.console.cookie()).get('/session')).body.data.live_calls, 'unavailable');
});
