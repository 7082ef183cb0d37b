import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../until.ts';
import { buildOffice } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { assertSound, openConsolePage } from './open-console.ts';

// The console on a slow network: something is there at once, and a page that is on its way says so.

const app = await startConsoleApp();

/** Keeps the browser waiting for the files whose names match, until `release`. */
async function holdFiles(page: Page, names: RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(names, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

/** A piece of the page beside the loading picture, which has the same size. */
const blankPicture = (page: Page) => page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 76 } });

suite('a slow network', { skip: isMissing, concurrency: 2 }, () => {
  for (const [name, path] of [
    ['the log-in page', '/login'],
    ['a page of the console', '/live/calls'],
  ] as const)
    test(`${name} shows that it loads before any other file is there`, async () => {
      const person = await openConsolePage(app, { language: 'en' });
      const { page } = person;
      // Only the page itself: no script, style sheet, font, picture or answer of the API.
      const files = await holdFiles(page, /\/assets\/|\/admin\/v1\//);
      const answer = await page.goto(path, { waitUntil: 'commit' });
      // It fits into the first packets of a connection (ten of 1,460 bytes), so it takes a slow network one round trip.
      assert.ok(Buffer.byteLength((await answer?.text()) ?? '') < 14_600);
      await page.getByRole('img', { name: 'Trunkline' }).waitFor();
      await until(() => page.evaluate<boolean>(`performance.getEntriesByName('first-contentful-paint').length === 1`));
      const picture = page.getByRole('img', { name: 'Trunkline' });
      // The picture has several colors, a blank page only one.
      assert.ok((await picture.screenshot()).length > 2 * (await blankPicture(page)).length);
      await assertSound(person);
      files.release();
      await page.getByRole('textbox').first().waitFor();
      await page.locator('.arriving').waitFor({ state: 'detached' });
    });

  test('a bar shows that the next page is on its way, and the old page stays', async () => {
    const office = await buildOffice(app);
    const person = await enterConsole(app, office, '/calls', { language: 'en' });
    const { page } = person;
    const files = await holdFiles(page, /\/assets\/reports-page.*\.js$/);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Reports', exact: true }).click();
    const bar = page.getByRole('progressbar', { name: 'Loading' });
    await bar.waitFor();
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    await assertSound(person);
    files.release();
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
    await bar.waitFor({ state: 'detached' });
  });
});
