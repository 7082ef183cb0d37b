import assert from 'node:assert/strict';
import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { atEnd } from '../at-end.ts';
import type { TestApp } from '../test-app.ts';
import { executablePath, flags } from './chromium.ts';

// A person in front of the console: a real browser on a real server.

export type Person = {
  page: Page;
  context: BrowserContext;
  /** What the browser complained about: errors in scripts, what the policy of the page forbids, requests elsewhere. */
  complaints: string[];
};

type Options = { language?: 'en' | 'ja'; phone?: boolean; dark?: boolean };

let started: ReturnType<typeof chromium.launch> | undefined;
async function browser() {
  if (!started) {
    started = chromium.launch({ executablePath, args: flags });
    atEnd(async () => (await started)?.close());
  }
  return started;
}

/** A browser with nothing in it, at the address of the server. */
export async function openConsole(
  app: Pick<TestApp, 'address'>,
  { language = 'en', phone = false, dark = false }: Options = {},
): Promise<Person> {
  const context = await (await browser()).newContext({
    baseURL: app.address,
    locale: language === 'ja' ? 'ja-JP' : 'en-GB',
    timezoneId: 'Asia/Tokyo',
    colorScheme: dark ? 'dark' : 'light',
    // What fades in has colours that nobody is meant to read.
    reducedMotion: 'reduce',
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    acceptDownloads: true,
  });
  context.setDefaultTimeout(60_000); // The machine may have much else to do.
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // An answer that refuses is told by the browser, too; what comes of it is seen in the page.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== app.address) complaints.push(`request to ${origin}`);
  });
  return { page, context, complaints };
}

/** What stands in the way of people who cannot see or use a mouse, as axe finds it: nothing serious, and no complaint. */
export async function assertSound({ page, complaints }: Person): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  });
  assert.deepEqual(violations, [], page.url());
  assert.deepEqual(complaints, [], page.url());
}
