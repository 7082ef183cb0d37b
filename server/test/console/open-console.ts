import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getTestContext } from 'node:test';
import type { RunOptions, run } from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { atEnd } from '../at-end.ts';
import type { TestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { executablePath, flags } from './chromium.ts';

// A person in front of the console: a real browser on a real server.

/** A name of the server that is no `localhost`: what browsers allow to secure pages alone is not there. */
export const plainHost = 'console.example';

export type Person = {
  page: Page;
  context: BrowserContext;
  /** What the browser complained about: errors in scripts, what the policy of the page forbids, requests elsewhere. */
  complaints: string[];
  /** Whether the same steps are also taken in Japanese: see `languages.ts`. */
  isTriedTwice: boolean;
};

/** Only what is tried in each language says that it is English. */
type Options = { language?: 'en' | 'ja'; phone?: boolean; dark?: boolean };

let started: ReturnType<typeof chromium.launch> | undefined;
async function browser() {
  if (!started) {
    started = chromium.launch({ executablePath, args: [...flags, `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`] });
    atEnd(async () => (await started)?.close());
  }
  return started;
}

// Minified, as its own `source` is not: every page that is looked at reads all of it. The rule that is left out is slow, and what it
// finds is never serious.
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

/** A browser with nothing in it, at the address of the server. It is closed with the test, which fails if it had complaints. */
export async function openConsole(
  app: Pick<TestApp, 'address'>,
  { language, phone: isPhone = false, dark = false }: Options = {},
): Promise<Person> {
  const context = await (await browser()).newContext({
    baseURL: app.address,
    locale: language === 'ja' ? 'ja-JP' : 'en-GB',
    timezoneId: 'Asia/Tokyo',
    colorScheme: dark ? 'dark' : 'light',
    // What fades in has colours that nobody is meant to read.
    reducedMotion: 'reduce',
    viewport: isPhone ? phone : desk,
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'], // What is copied is looked at.
  });
  context.setDefaultTimeout(60_000); // The machine may have much else to do.
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`));
  context.on('console', (message) => {
    // An answer that refuses is told by the browser, too; what comes of it is seen in the page.
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
 * Nothing stands in the way of people who cannot see or use a mouse, as axe finds it, nothing serious: as the page looks
 * now, in the other colors, and on a phone, where it need not be pushed sideways either. What is tried in English and Japanese
 * has the same elements and colors in both, so axe looks at the other colors and the phone in Japanese only.
 */
export async function assertSound({ page, complaints, isTriedTwice }: Person): Promise<void> {
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
  const size = page.viewportSize() ?? desk;
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
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  const fading = 'document.getAnimations().filter((animation) => animation instanceof CSSTransition).length';
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
