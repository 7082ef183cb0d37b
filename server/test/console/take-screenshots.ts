// `npm run screenshots`: pictures of the console for the README and for people who want a first look. They are kept small,
// because they stay in the repository forever.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { atEnd } from '../at-end.ts';
import { buildDemo } from './build-demo.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';

const folder = join(import.meta.dirname, '../../../docs/screenshots');
const mostBytes = 150_000;

const dataFolder = mkdtempSync(join(tmpdir(), 'trunkline-screenshots-'));
atEnd(() => rmSync(dataFolder, { recursive: true, force: true }));
const app = await startConsoleApp({ DATA_DIR: dataFolder });
const demo = await buildDemo(app, dataFolder);
mkdirSync(folder, { recursive: true });

type Picture = {
  name: string;
  path: string;
  look?: Parameters<typeof enterConsole>[3];
  /** Waits and actions before the picture is taken. */
  prepare: (page: Page) => Promise<unknown>;
  height?: number;
};

const call = `/calls/${demo.talkId}`;
const isDrawn = (page: Page) => page.getByRole('img', { name: /^Waveform|^上が/ }).waitFor();
const hasRows = (page: Page) => page.getByRole('row').nth(3).waitFor();
const isCharted = (page: Page) => page.getByRole('img', { name: /^Success rate over time|^接続率の推移/ }).waitFor();

const isCounted = (page: Page) => page.getByRole('img', { name: /^Calls by hour|^時間帯別/ }).waitFor();

const pictures: Picture[] = [
  { name: 'home', path: '/', height: 1_000, prepare: isCounted },
  { name: 'home-phone-ja', path: '/', look: { phone: true, language: 'ja' }, prepare: isCounted },
  { name: 'calls', path: '/calls', height: 640, prepare: hasRows },
  {
    name: 'call',
    path: call,
    height: 900,
    async prepare(page) {
      await isDrawn(page);
      await page.getByRole('slider').fill('8.5');
      // The page is stable when the transcript has reached this position.
      await page.locator('[aria-current="true"]').hover({ trial: true });
    },
  },
  {
    name: 'call-voice',
    path: call,
    async prepare(page) {
      await isDrawn(page);
      await page.getByRole('region', { name: 'Voice analysis' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'reports', path: '/reports', height: 1_100, prepare: isCharted },
  { name: 'api-keys', path: '/settings/api-keys', prepare: hasRows },
  { name: 'webhook', path: `/webhooks/${demo.webhookId}`, prepare: hasRows },
  { name: 'people', path: '/people', prepare: hasRows },
  { name: 'numbers', path: '/numbers', prepare: hasRows },
  { name: 'customers-ja', path: '/customers', height: 840, look: { language: 'ja' }, prepare: hasRows },
  { name: 'calls-ja', path: '/calls', height: 620, look: { language: 'ja' }, prepare: hasRows },
  { name: 'reports-dark', path: '/reports', look: { dark: true }, prepare: isCharted },
  { name: 'call-phone', path: call, look: { phone: true }, prepare: isDrawn },
];

for (const { name, path, look, prepare, height } of pictures)
  test(`a picture of ${name}`, async () => {
    const { page, context } = await enterConsole(app, demo, path, look);
    if (height) await page.setViewportSize({ width: 1280, height });
    await prepare(page);
    await page.evaluate('document.fonts.ready');
    const file = join(folder, `${name}.png`);
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    await context.close();
    const { size } = statSync(file);
    assert.ok(size <= mostBytes, `${name}.png has ${size} bytes`);
  });
