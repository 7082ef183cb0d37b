import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getTestContext } from 'node:test';
import type { RunOptions, run } from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { atEnd } from '../at-end.ts';
import type { TestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { executablePath, flags } from './chromium.ts';

// A person at the console: a real browser on a real server.

/** A name of the server that is not `localhost`, so that features for secure pages only are missing. */
export const plainHost = 'console.example';

export type Person = {
  page: Page;
  context: BrowserContext;
  /** The browser's complaints: script errors, violations of the page's policy, requests to other sites. */
  complaints: string[];
  /** Whether the same steps also run in Japanese: see `languages.ts`. */
  isTriedTwice: boolean;
};

/** `language` is `en` only for tests that run in each language. */
type Options = { language?: 'en' | 'ja'; phone?: boolean; dark?: boolean };

let started: ReturnType<typeof chromium.launch> | undefined;
async function browser() {
  if (!started) {
    started = chromium.launch({ executablePath, args: [...flags, `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`] });
    atEnd(async () => (await started)?.close());
  }
  return started;
}

// Minified, unlike its own `source`: every page under test parses all of it. The disabled rule is slow, and its findings are
// never serious.
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

/** A fresh browser at the address of the server. It is closed with the test, which fails if there were complaints. */
export async function openConsolePage(
  app: Pick<TestApp, 'address'>,
  { language, phone: isPhone = false, dark = false }: Options = {},
): Promise<Person> {
  const context = await (await browser()).newContext({
    baseURL: app.address,
    locale: language === 'ja' ? 'ja-JP' : 'en-GB',
    timezoneId: 'Asia/Tokyo',
    colorScheme: dark ? 'dark' : 'light',
    // Elements that fade in have colors that are not meant to be read.
    reducedMotion: 'reduce',
    viewport: isPhone ? phone : desktop,
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'], // Tests read the clipboard.
  });
  context.setDefaultTimeout(120_000); // The machine may be busy.
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`));
  context.on('console', (message) => {
    // The browser logs a refused request too; its effect is visible in the page.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin !== app.address) complaints.push(`request to ${origin}`);
  });
  afterTest(async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  });
  return { page: await context.newPage(), context, complaints, isTriedTwice: language === 'en' };
}

function afterTest(release: () => Promise<void>): void {
  const test = getTestContext();
  if (!test || !('after' in test)) throw new Error('Browsers are opened in tests.');
  test.after(release);
}

/**
 * Asserts that axe finds no serious barrier for people who cannot see or use a mouse: in the current colors, in the other
 * colors, and on a phone, where the page must not scroll sideways either. A test that runs in English and Japanese has the same
 * elements and colors in both, so axe checks the other colors and the phone in Japanese only.
 */
export async function assertSound({ page, complaints, isTriedTwice }: Person): Promise<void> {
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
  const size = page.viewportSize() ?? desktop;
  if (!(await page.evaluate<boolean>(`'axe' in window`)))
    await page.evaluate(`${axe}; axe.configure({ rules: [{ id: 'region', enabled: false }] });`);
  await settle(page);
  await assertNoViolation(page, 'as it is');

  if (!isTriedTwice) {
    await paint(page, isDark ? 'light' : 'dark');
    await assertNoViolation(page, isDark ? 'light' : 'dark', { runOnly: ['color-contrast'] });
    await paint(page, isDark ? 'dark' : 'light');
  }

  await page.setViewportSize(phone);
  await until(async () => (await page.evaluate<number>('document.documentElement.scrollWidth')) <= phone.width, 20);
  if (!isTriedTwice && size.width !== phone.width)
    await assertNoViolation(page, 'on a phone', { rules: { 'color-contrast': { enabled: false } } });
  await page.setViewportSize(size);
  assert.deepEqual(complaints, [], page.url());
}

async function paint(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The pages of the documentation have no Mantine: their colors follow the browser at once.
  await page
    .locator(`html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme="${colorScheme}"]`)
    .waitFor();
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  // Two frames: a part that measures itself after it appeared starts its transition in the next one.
  const fading = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
    resolve(document.getAnimations().filter((animation) => animation instanceof CSSTransition).length))))`;
  await until(async () => (await page.evaluate<number>(fading)) === 0);
}

async function assertNoViolation(page: Page, look: string, options: RunOptions = {}): Promise<void> {
  const violations = await page.evaluate(
    async (options) => {
      const { axe: here } = globalThis as unknown as { axe: { run: typeof run } };
      const found = await here.run(options);
      return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
    },
    { ...options, resultTypes: ['violations' as const] },
  );
  assert.deepEqual(violations, [], `${page.url()}, ${look}`);
}
