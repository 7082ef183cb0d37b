import './at-length.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildAdministrator, buildSignedIn, logIn } from '../browser.ts';
import { query } from '../builders.ts';
import { until } from '../until.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { copyWith, enterConsole } from './enter-console.ts';
import { testedLanguages } from './languages.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp();

const texts = {
  en: {
    ...{ requests: 'Request log', keys: 'API keys', key: 'API key', anyKey: 'Any key', operation: 'Operation' },
    ...{ outcome: 'Outcome', succeeded: 'Succeeded', failed: 'Failed', requestId: 'Request ID' },
    ...{ copy: 'Copy request ID', reset: 'Reset filters', openKeys: 'Open API keys', next: 'Next page' },
    ...{ emptyTest: 'No requests with test keys yet', emptyLive: 'No requests with live keys yet' },
    ...{ noneFound: 'No matching requests', notOpen: 'No access to this page', live: 'Live' },
    ...{ total: (rows: number) => `${rows} total`, ofKey: (name: string) => `Requests of ${name}` },
  },
  ja: {
    ...{ requests: 'リクエストログ', keys: 'APIキー', key: 'APIキー', anyKey: 'すべてのキー', operation: '操作' },
    ...{ outcome: '結果', succeeded: '成功', failed: '失敗', requestId: 'リクエストID' },
    ...{ copy: 'リクエストIDをコピー', reset: '絞り込みを解除', openKeys: 'APIキーを開く', next: '次のページ' },
    ...{ emptyTest: 'テストキーのリクエストはまだありません', emptyLive: '本番キーのリクエストはまだありません' },
    ...{ noneFound: '該当するリクエストはありません', notOpen: 'このページは利用できません', live: '本番' },
    ...{ total: (rows: number) => `全 ${rows} 件`, ofKey: (name: string) => `${name} のリクエスト` },
  },
};

suite('the request log in the console', { skip: isMissing, concurrency: 2 }, () => {
  for (const language of testedLanguages) {
    const say = texts[language];
    const look = { language, dark: language === 'ja' };

    test(`requests appear by themselves and are narrowed down (${language})`, async () => {
      const owner = await buildSignedIn(app);
      const stranger = await buildSignedIn(app);
      await stranger.api.get('/staff');
      const [key] = (await owner.console.get('/keys')).body.data;
      const person = await enterConsole(app, owner, '/test/settings/requests', look);
      const { page } = person;
      const shows = (total: number) => page.getByText(say.total(total), { exact: true }).waitFor();
      const row = (operation: string) => page.getByRole('row').filter({ hasText: operation });
      await page.getByText(say.emptyTest).waitFor();
      await assertSound(person);
      await page.getByRole('link', { name: say.openKeys }).press('Enter');
      await page.getByRole('heading', { level: 1, name: say.keys }).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: say.requests }).press('Enter');
      await page.getByText(say.emptyTest).waitFor();

      const { headers } = await owner.api.get('/customers?q=Yamamoto');
      await owner.api.post('/customers', { nam: 'Yamamoto' });
      await shows(2);
      const listed = await row('listCustomers').textContent();
      assert.match(listed ?? '', /\d:\d\d:\d\d.*200.*\d\sms/);
      assert.ok(listed?.includes(key.name));
      assert.match((await row('createCustomer').textContent()) ?? '', /422/);
      assert.equal(await row('listStaff').count(), 0, 'requests of other tenants are not listed');
      const copied = await copyWith(row('listCustomers').getByRole('button', { name: say.copy }));
      assert.equal(copied, headers.get('x-request-id'));
      await assertSound(person);

      await page.getByLabel(say.outcome).selectOption(say.failed);
      await shows(1);
      await row('createCustomer').waitFor();
      await page.getByLabel(say.outcome).selectOption(say.succeeded);
      await row('listCustomers').waitFor();
      await page.getByLabel(say.operation, { exact: true }).fill('getCustomer');
      await page.getByText(say.noneFound).waitFor();
      await assertSound(person);
      await page.getByRole('button', { name: say.reset }).press('Enter');
      await shows(2);
      await page.getByLabel(say.requestId, { exact: true }).fill(` ${copied} `);
      await shows(1);
      await page.reload(); // The filters are in the address.
      await shows(1);
      await row('listCustomers').waitFor();

      await page.getByRole('radiogroup').getByText(say.live, { exact: true }).click();
      await page.getByText(say.noneFound).waitFor();
      await page.getByRole('button', { name: say.reset }).click();
      await page.getByText(say.emptyLive).waitFor();
    });

    test(`typed text is whole and no request per key is sent while the log is slow (${language})`, async () => {
      const owner = await buildSignedIn(app);
      await owner.api.get('/customers');
      const person = await enterConsole(app, owner, '/test/settings/requests', look);
      const { page } = person;
      await page.getByRole('row').filter({ hasText: 'listCustomers' }).waitFor();
      const answers = Promise.withResolvers<void>();
      const sought: (string | null)[] = [];
      await page.route(/\/requests\?.*operation=/, async (route) => {
        sought.push(new URL(route.request().url()).searchParams.get('operation'));
        await answers.promise;
        await route.continue();
      });
      const operation = page.getByLabel(say.operation, { exact: true });
      await operation.pressSequentially('list');
      await until(() => sought.at(-1) === 'list');
      // The address takes the first part meanwhile.
      await operation.pressSequentially('Customers', { delay: 50 });
      await until(() => sought.at(-1) === 'listCustomers');
      assert.equal(await operation.inputValue(), 'listCustomers');
      assert.ok(sought.length < 'listCustomers'.length, sought.join());
      answers.resolve();
      await page.getByText(say.total(1), { exact: true }).waitFor();
      await page.getByRole('button', { name: say.reset }).click();
      await until(async () => (await operation.inputValue()) === '');
    });

    test(`a key leads to its requests, page by page (${language})`, async () => {
      const owner = await buildSignedIn(app);
      await owner.console.post('/keys', { name: 'Unused', kind: 'test', scopes: ['calls:read'] });
      const keys: { key_id: number; name: string }[] = (await owner.console.get('/keys')).body.data;
      const [used, unused] = [keys.find(({ name }) => name !== 'Unused'), keys.find(({ name }) => name === 'Unused')];
      for (const [key, count] of [[used, 60] as const, [unused, 5] as const])
        await query(
          app,
          `insert into api_requests (tenant_id, at, request_id, key_id, is_test, operation, status, milliseconds)
           select $1, now() - n * interval '1 minute', 'request-' || n, $2, true, 'listCalls', 200, 3
           from generate_series(1, $3::int) n`,
          [owner.tenantId, key?.key_id, count],
        );
      await query(app, 'update api_keys set last_used_at = now() where tenant_id = $1 and key_id = $2', [
        ...[owner.tenantId, used?.key_id],
      ]);
      const person = await enterConsole(app, owner, '/settings/api-keys', look); // In live mode.
      const { page } = person;
      const link = page.getByRole('link', { name: say.ofKey(used?.name ?? '') });
      await link.waitFor();
      await assertSound(person);
      assert.equal(await page.getByRole('link', { name: say.ofKey('Unused') }).count(), 0);
      await link.click();
      await page.getByText(say.total(60), { exact: true }).waitFor();
      assert.match(new URL(page.url()).pathname, /^\/test\//);
      await page.getByRole('button', { name: say.next }).click();
      await page.getByText('request-60', { exact: true }).waitFor();
      await page.getByLabel(say.key).selectOption(say.anyKey);
      await page.getByText(say.total(65), { exact: true }).waitFor();
      await page.getByText('request-1', { exact: true }).first().waitFor(); // The first page again.
    });

    test(`the log is not open to a viewer (${language})`, async () => {
      const owner = await buildSignedIn(app);
      const { email } = await buildAdministrator(app, owner.tenantId, { role: 'viewer' });
      const person = await enterConsole(app, { console: await logIn(app, email) }, '/settings/requests', look);
      await person.page.getByRole('heading', { name: say.notOpen }).waitFor();
      await assertSound(person);
      assert.equal(await person.page.getByRole('navigation').getByRole('link', { name: say.requests }).count(), 0);
      await person.page.goto('/test/settings/api-keys');
      await person.page.getByRole('row').nth(1).waitFor();
      assert.equal(await person.page.getByRole('main').getByRole('link').count(), 0);
    });
  }
});
