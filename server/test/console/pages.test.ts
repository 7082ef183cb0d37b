import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { paths } from '../../../console/src/paths.ts';
import { atEnd } from '../at-end.ts';
import { query } from '../builders.ts';
import { buildDemo } from './build-demo.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { assertSound, openConsole } from './open-console.ts';

// Every page in both languages, with what a company has after a month.

const dataFolder = mkdtempSync(join(tmpdir(), 'trunkline-pages-'));
atEnd(() => rmSync(dataFolder, { recursive: true, force: true }));
const app = await startConsoleApp({ DATA_DIR: dataFolder });
const demo = await buildDemo(app, dataFolder);
const customers = await query(app, 'select customer_id, name from customers where tenant_id = $1', [demo.tenantId]);
const { customer_id, name: customerName } = customers[0] ?? assert.fail();
const webhooks = await query(app, 'select label from webhooks where webhook_id = $1', [demo.webhookId]);
const { label: webhookLabel } = webhooks[0] ?? assert.fail();

/** The heading of each page that is not the log-in: in English and in Japanese. */
const headings: Record<Exclude<keyof typeof paths, 'logIn'>, { en: string | RegExp; ja: string | RegExp }> = {
  home: { en: 'First steps', ja: 'はじめに' },
  start: { en: 'First steps', ja: 'はじめに' },
  calls: { en: 'Calls', ja: '通話' },
  call: { en: /^Call \+81/, ja: /^通話 \+81/ },
  reports: { en: 'Reports', ja: 'レポート' },
  customers: { en: 'Customers', ja: '顧客' },
  customerImport: { en: 'Import customers', ja: '顧客の取り込み' },
  customer: { en: customerName, ja: customerName },
  people: { en: 'People', ja: '担当者' },
  projects: { en: 'Projects', ja: 'プロジェクト' },
  numbers: { en: 'Numbers and trunks', ja: '番号とトランク' },
  webhooks: { en: 'Webhooks', ja: 'Webhook' },
  webhook: { en: webhookLabel, ja: webhookLabel },
  settings: { en: 'API keys', ja: 'APIキー' },
  apiKeys: { en: 'API keys', ja: 'APIキー' },
  account: { en: 'Your account', ja: 'アカウント' },
  administrators: { en: 'Administrators', ja: '管理者' },
  auditLog: { en: 'Audit log', ja: '監査ログ' },
};

const redirects = new Set(['home', 'settings']);

const addressOf = (path: string) =>
  path
    .replace('/{-$mode}', '/live')
    .replace('$callId', demo.talkId)
    .replace('$customerId', customer_id)
    .replace('$webhookId', String(demo.webhookId));

suite('every page', { skip: isMissing }, () => {
  for (const language of ['en', 'ja'] as const) {
    const look = { language, dark: language === 'ja' };

    test(`is there and sound (${language})`, async () => {
      const person = await enterConsole(app, demo, '/live', look);
      for (const [page, heading] of Object.entries(headings)) {
        await person.page.goto(addressOf(paths[page as keyof typeof headings]));
        await person.page.getByRole('heading', { level: 1, name: heading[language], exact: true }).waitFor();
        assert.equal(await person.page.evaluate('document.documentElement.lang'), language);
        if (!redirects.has(page)) await assertSound(person);
      }
    });

    test(`the log-in is there and sound (${language})`, async () => {
      const person = await openConsole(app, look);
      await person.page.goto(paths.logIn);
      await person.page.getByRole('button', { name: language === 'ja' ? 'ログイン' : 'Log in' }).waitFor();
      await assertSound(person);
    });
  }
});
