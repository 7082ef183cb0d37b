import './at-length.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { atEnd } from '../at-end.ts';
import { query } from '../builders.ts';
import { buildDemo } from './build-demo.ts';
import { isMissing } from './chromium.ts';
import { consoleFolder, startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { testedLanguages } from './languages.ts';
import { assertSound, openConsolePage } from './open-console.ts';

// Every page, with the data of a company after a month.

const dataFolder = mkdtempSync(join(tmpdir(), 'trunkline-pages-'));
atEnd(() => rmSync(dataFolder, { recursive: true, force: true }));
const app = await startConsoleApp({ DATA_DIR: dataFolder });
const demo = await buildDemo(app, dataFolder);
const [customer] = await query(app, 'select customer_id, name from customers where tenant_id = $1', [demo.tenantId]);
const [webhook] = await query(app, 'select label from webhooks where webhook_id = $1', [demo.webhookId]);

type Headings = { en: string | RegExp; ja: string | RegExp; redirects?: true };

/** The heading of each page. */
const pages: Record<string, Headings> = {
  '/live': { en: 'Home', ja: 'ホーム' },
  '/live/start': { en: 'Home', ja: 'ホーム', redirects: true },
  '/live/calls': { en: 'Calls', ja: '通話' },
  '/live/calls/:callId': { en: '田中 美咲', ja: '田中 美咲' },
  '/live/reports': { en: 'Reports', ja: 'レポート' },
  '/live/customers': { en: 'Customers', ja: '顧客' },
  '/live/customers/import': { en: 'Import customers', ja: '顧客の取り込み' },
  '/live/customers/:customerId': { en: customer?.name, ja: customer?.name },
  '/live/blocked-numbers': { en: 'Never-call list', ja: '発信禁止リスト' },
  '/live/blocked-numbers/import': { en: 'Import into the never-call list', ja: '発信禁止リストへの取り込み' },
  '/live/people': { en: 'People', ja: '担当者' },
  '/live/projects': { en: 'Projects', ja: 'プロジェクト' },
  '/live/numbers': { en: 'Numbers and trunks', ja: '番号とトランク' },
  '/live/webhooks': { en: 'Webhooks', ja: 'Webhook' },
  '/live/webhooks/:webhookId': { en: webhook?.label, ja: webhook?.label },
  '/live/settings': { en: 'API keys', ja: 'APIキー', redirects: true },
  '/live/settings/general': { en: 'General', ja: '基本設定' },
  '/live/settings/api-keys': { en: 'API keys', ja: 'APIキー' },
  '/live/settings/requests': { en: 'Request log', ja: 'リクエストログ' },
  '/live/settings/account': { en: 'Your account', ja: 'アカウント' },
  '/live/settings/administrators': { en: 'Administrators', ja: '管理者' },
  '/live/settings/erasures': { en: 'Erase a person', ja: '個人データの消去' },
  '/live/settings/audit-log': { en: 'Audit log', ja: '監査ログ' },
};

const addressOf = (path: string) =>
  path
    .replace(':callId', demo.talkId)
    .replace(':customerId', customer?.customer_id)
    .replace(':webhookId', String(demo.webhookId));

/** The elements that are wider inside than outside and can be scrolled, the page itself included. */
const scrolledSideways = `[...document.querySelectorAll('*')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
  .map((one) => one.outerHTML.slice(0, 160))`;

test('no page is left out', () => {
  const served: string[] = JSON.parse(readFileSync(join(consoleFolder, 'paths.json'), 'utf8'));
  assert.deepEqual(Object.keys(pages).sort(), served.filter((path) => /^\/live\b/.test(path)).sort());
});

suite('every page', { skip: isMissing }, () => {
  for (const language of testedLanguages) {
    const look = { language, dark: language === 'ja' };

    test(`is there and sound (${language})`, async () => {
      const person = await enterConsole(app, demo, '/live', look);
      for (const [path, { [language]: name, redirects }] of Object.entries(pages)) {
        await person.page.goto(addressOf(path));
        await person.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
        assert.equal(await person.page.evaluate('document.documentElement.lang'), language);
        if (!redirects) await assertSound(person);
      }
    });

    test(`nothing has to be scrolled sideways on a phone (${language})`, async () => {
      const { page } = await enterConsole(app, demo, '/live', { ...look, phone: true });
      for (const [path, { [language]: name, redirects }] of Object.entries(pages)) {
        if (redirects) continue;
        await page.goto(addressOf(path));
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
        await page
          .getByRole('status', { name: language === 'ja' ? '読み込み中' : 'Loading' })
          .first() // Until there is none.
          .waitFor({ state: 'detached' });
        await page.evaluate(`for (const table of document.querySelectorAll('details')) table.open = true`);
        assert.deepEqual(await page.evaluate(scrolledSideways), [], path);
      }
    });

    test(`the log-in is there and sound (${language})`, async () => {
      const person = await openConsolePage(app, look);
      await person.page.goto('/login');
      await person.page.getByRole('button', { name: language === 'ja' ? 'ログイン' : 'Sign in' }).waitFor();
      await assertSound(person);
    });
  }
});
