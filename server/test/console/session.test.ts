import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAdministrator, testPassword } from '../browser.ts';
import { buildTenant } from '../builders.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { assertSound, openConsole } from './open-console.ts';

const app = await startConsoleApp();

test('an administrator signs in, and out again', { skip: isMissing }, async () => {
  const { tenantId } = await buildTenant(app);
  const { email } = await buildAdministrator(app, tenantId);
  const person = await openConsole(app);
  const { page } = person;
  await page.goto('/');
  await assertSound(person);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation').waitFor();
  await assertSound(person);
  assert.notEqual(new URL(page.url()).pathname, '/login');
});
