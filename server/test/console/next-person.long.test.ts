import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildSignedIn, type SignedInTenant, testPassword } from '../browser.ts';
import { query } from '../builders.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { holdTable } from './hold-table.ts';

// One browser, one person after another, of different tenants: no person sees another one's data.

const app = await startConsoleApp();

async function buildTenantOf(name: string): Promise<SignedInTenant> {
  const tenant = await buildSignedIn(app);
  assert.equal((await tenant.console.post('/staff', { name })).status, 201);
  return tenant;
}

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

/** While the server still looks up the second person's staff, the first one's staff are not shown. */
async function assertForgotten(page: Page, comesBack: () => Promise<void>): Promise<void> {
  const release = await holdTable(app, 'staff');
  try {
    await comesBack();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    assert.equal(await page.getByText('Hanako Sato').count(), 0);
  } finally {
    await release();
  }
  await page.getByText('Jiro Tanaka').waitFor();
  assert.equal(await page.getByText('Hanako Sato').count(), 0);
}

suite('the next person at a browser', { skip: isMissing }, () => {
  test('a log-in after an expired session shows nothing of that session', async () => {
    const [first, second] = [await buildTenantOf('Hanako Sato'), await buildTenantOf('Jiro Tanaka')];
    const { page } = await enterConsole(app, first, '/people');
    await page.getByText('Hanako Sato').waitFor();
    await query(app, 'delete from sessions where tenant_id = $1', [first.tenantId]);
    await link(page, 'Projects').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use another account' }).click();
    await page.waitForURL('**/login?**');
    await page.getByLabel('Email').fill(second.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await link(page, 'People').waitFor();
    await assertForgotten(page, () => link(page, 'People').click());
  });

  test('a window shows nothing of its session after another person signs in in another window', async () => {
    const [first, second] = [await buildTenantOf('Hanako Sato'), await buildTenantOf('Jiro Tanaka')];
    const { page, context } = await enterConsole(app, first, '/people');
    await page.getByText('Hanako Sato').waitFor();
    const [name = '', value = ''] = second.console.cookie()?.split('=') ?? [];
    await context.addCookies([{ name, value, url: app.address, httpOnly: true, sameSite: 'Strict' }]);
    await assertForgotten(page, async () => {
      await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
      await page.getByRole('button', { name: second.email }).waitFor();
    });
  });
});
