import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { FaultCode } from '../../src/platform/fault-codes.ts';
import { consoleProblemCodes, type Problem, problem } from '../../src/platform/problem.ts';
import { query } from '../builders.ts';
import { until } from '../until.ts';
import { buildOffice, type Office } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole, faulty } from './enter-console.ts';
import { assertSound } from './open-console.ts';

// Every form shows the fault of a field at that field, in the language of the person. The server's sentences are for programs
// and are not shown in any language.

const app = await startConsoleApp();

type Texts = Record<'en' | 'ja', Record<string, string>>;
const source = join(import.meta.dirname, '../../../console/src/parts/problems');
const { problemMessages }: { problemMessages: Texts } = await import(join(source, 'problem-messages.ts'));
const { faultMessages }: { faultMessages: Texts } = await import(join(source, 'fault-messages.ts'));

type Form = {
  path: string;
  /** Fills in the form and submits it. */
  fill: (page: Page, office: Office) => Promise<unknown>;
  says: RegExp[];
};

const open = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');
const enter = (page: Page, label: string, text: string) =>
  dialog(page).getByRole('textbox', { name: label }).first().fill(text);
const send = (page: Page, name = '保存') => dialog(page).getByRole('button', { name, exact: true }).click();

const forms: Form[] = [
  {
    path: '/customers',
    async fill(page) {
      await open(page, '顧客を追加');
      await enter(page, '電話番号1', '12');
      await enter(page, 'メール', 'nobody');
      await send(page);
    },
    says: [/^入力してください。$/, /電話番号が正しくありません/, /のようなメールアドレス/],
  },
  {
    path: '/people',
    async fill(page) {
      await open(page, '担当者を追加');
      await enter(page, '名前', 'Jiro');
      await dialog(page).getByRole('radio', { name: '電話番号またはSIPアドレス' }).check();
      await enter(page, '番号またはアドレス', 'nowhere at all');
      await send(page);
    },
    says: [/のようなSIPアドレスを入力/],
  },
  {
    path: '/projects',
    async fill(page) {
      await open(page, 'プロジェクトを追加');
      await enter(page, '名前', 'Returns');
      await enter(page, '発信者番号', '12');
      await send(page);
    },
    says: [/電話番号が正しくありません/],
  },
  {
    path: '/numbers',
    async fill(page) {
      await open(page, '番号を追加');
      await enter(page, '番号', '12');
      await send(page, '追加');
    },
    says: [/電話番号が正しくありません/],
  },
  {
    path: '/settings/administrators',
    async fill(page, { email }) {
      await open(page, '管理者を招待');
      await enter(page, 'メールアドレス', email);
      await send(page, 'リンクを作成');
    },
    says: [/^すでに使われています。$/],
  },
];

for (const { path, fill, says } of forms)
  test(`the form of ${path} explains faults in Japanese`, { skip: isMissing }, async () => {
    const office = await buildOffice(app);
    const person = await enterConsole(app, office, path, { language: 'ja' });
    const { page } = person;
    await fill(page, office);
    for (const words of says) await dialog(page).getByText(words).waitFor();
    const messages = await dialog(page).locator('[class*=InputWrapper-error]').allTextContents();
    assert.equal(messages.length, says.length);
    for (const text of messages) assert.doesNotMatch(text, /\b(must|is|not)\b/, text);
    await assertSound(person);
  });

test('a fault has no other words before its own are loaded, and general ones if they cannot be', {
  skip: isMissing,
}, async () => {
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/settings/account', { language: 'ja' });
  const general = page.getByText(problemMessages.ja.refused ?? '');
  const number = dialog(page).getByRole('textbox', { name: '電話番号1' });
  for (const isThere of [true, false]) {
    const words = Promise.withResolvers<void>();
    await page.route('**/assets/fault-messages*.js', async (route) => {
      await words.promise;
      await (isThere ? route.continue() : route.abort());
    });
    await page.goto('/live/customers');
    await open(page, '顧客を追加');
    await enter(page, '名前', 'Jiro');
    await enter(page, '電話番号1', '12');
    await send(page);
    await faulty(number).and(page.locator(':focus')).waitFor();
    assert.equal(await general.count(), 0);
    words.resolve();
    await (isThere ? dialog(page).getByText(/電話番号が正しくありません/) : general).waitFor();
    await page.unroute('**/assets/fault-messages*.js');
  }
});

test('a period that is too long is explained in Japanese', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/reports?from=2026-01-01&to=2026-12-31', { language: 'ja' });
  await page.getByText(/180日前まで|31日後まで/).waitFor();
});

test('the rows that an import rejects say in Japanese why', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/customers/import', { language: 'ja' });
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'CSVファイルを選択' }).click();
  const buffer = Buffer.from('氏名,電話番号\nAlice,090-1234-5678\nBob,none\n,12');
  await (await choosing).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: '3 件を取り込む' }).click();
  const rejected = page.getByRole('region', { name: '2 行を取り込めませんでした。' });
  await rejected.getByRole('cell', { name: /^電話番号1: 電話番号が正しくありません。/ }).waitFor();
  await rejected.getByRole('cell', { name: /名前: 入力してください。/ }).waitFor();
});

test('a field that is wrong is in sight, below the head of its form', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/webhooks', { language: 'ja' });
  await page.setViewportSize({ width: 1_000, height: 480 });
  await open(page, 'エンドポイントを追加');
  await enter(page, 'エンドポイントのURL', 'http://hooks.example.com/');
  await send(page, 'エンドポイントを追加'); // At the end of a form that is longer than the window.
  await dialog(page)
    .getByText(/https:\/\/ で始まるURL/)
    .waitFor();
  const field = dialog(page).getByRole('textbox', { name: 'エンドポイントのURL' });
  const head = dialog(page).getByRole('heading', { name: 'エンドポイントを追加' });
  await until(async () => {
    const [below, above] = [await field.boundingBox(), await head.boundingBox()];
    return below && above && below.y >= above.y + above.height;
  });
});

test('errors that belong to no field of a form are shown beside it', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const { page } = await enterConsole(app, office, '/webhooks', { language: 'ja' });
  await open(page, 'エンドポイントを追加');
  await enter(page, 'エンドポイントのURL', 'https://hooks.example.com/');
  await query(app, 'delete from tenant_licenses where tenant_id = $1', [office.tenantId]);
  await dialog(page).getByRole('button', { name: 'エンドポイントを追加' }).click();
  await page
    .getByRole('alert')
    .getByText(/ライセンス open_api_advanced が必要です/)
    .waitFor();
});

/** People never read these: the first leads to the log-in, the second to the new password. */
const led = ['not_signed_in', 'password_change_required'];

// The test waits for debounced searches more than it works.
suite('refusals', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of ['en', 'ja'] as const)
    test(`no sentence of the server is shown, for any refusal (${language})`, async () => {
      const office = await buildOffice(app);
      const { page, context } = await enterConsole(app, office, '/people', { language });
      // The console may be older than the server.
      const details = [{ field: 'q', code: 'of_tomorrow' as FaultCode, message: 'Send something else in q.' }];
      const refusals = new Map<string, Pick<Problem, 'status' | 'message' | 'details'>>([
        ...consoleProblemCodes.filter((code) => !led.includes(code)).map((code) => [code, problem(code)] as const),
        ['new_in_the_next_version', { status: 409, message: 'Send less of it.', details }],
      ]);
      await context.route('**/admin/v1/customers/search?*', (route) => {
        const code = new URL(route.request().url()).searchParams.get('q') ?? '';
        const refusal = refusals.get(code);
        if (!refusal) return route.continue();
        const { status, message, details } = refusal;
        return route.fulfill({ status, json: { error: { code, message, details } } });
      });
      await page.goto('/live/customers');
      const main = page.getByRole('main');
      for (const [code, refusal] of refusals) {
        await page.getByRole('searchbox').fill(code);
        const said = problemMessages[language][code] ?? problemMessages[language].refused ?? '';
        await main.getByText(said).waitFor();
        assert.ok(!(await main.textContent())?.includes(refusal.message), code);
      }
      await main.getByText(faultMessages[language].other ?? '').waitFor();
      assert.ok(!(await main.textContent())?.includes('Send something else'));
    });
});
