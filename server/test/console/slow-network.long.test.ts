import './at-length.ts';
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

suite('a slow network', { skip: isMissing, concurrency: 2 }, () => {
  test('the page shows that it loads before any script or style sheet is there', async () => {
    const person = await openConsolePage(app, { language: 'en' });
    const { page } = person;
    const files = await holdFiles(page, /\/assets\/.*\.(js|css)$/);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByRole('img', { name: 'Trunkline' }).waitFor();
    await until(() => page.evaluate<boolean>(`performance.getEntriesByName('first-contentful-paint').length === 1`));
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
