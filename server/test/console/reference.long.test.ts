import './at-length.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSignedIn } from '../browser.ts';
import { buildKey, query } from '../builders.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { copyWith, enterConsole } from './enter-console.ts';
import { testAtLength } from './languages.ts';
import { assertSound, openConsolePage } from './open-console.ts';

// The reference at /docs and the guides, in a real browser.

const app = await startConsoleApp();

test('an administrator tries an operation with the scopes of a key of the tenant', { skip: isMissing }, async () => {
  const office = await buildSignedIn(app);
  const { tenantId, keyId } = office;
  await query(app, `update api_keys set name = 'CRM', kind = 'live', scopes = '{customers:read}' where key_id = $1`, [
    keyId,
  ]);
  await buildKey(app, tenantId, { expiresAt: new Date(Date.now() - 1_000) });
  const { page } = await enterConsole(app, office, '/calls');
  await page.goto('/docs');

  const operation = page.locator('#listCustomers');
  await operation.getByText('Try it').click();
  await operation.getByRole('button', { name: 'Choose a key' }).click();
  await page.getByRole('button', { name: 'Show my keys' }).click();
  const options = page.locator('#key select option');
  await options.first().waitFor({ state: 'attached' });
  assert.match((await options.allTextContents()).join(), /^CRM \(live, tl_[^,]*\)$/); // The expired key is left out.
  const use = page.getByRole('button', { name: 'Use a test key with these scopes' });
  await use.click();
  await page.getByText('The forms now use a test key').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await operation.getByText('Test key with the scopes of “CRM”').waitFor();

  await operation.getByRole('button', { name: 'Send' }).click();
  await operation.locator('output', { hasText: '200 OK' }).waitFor();
  const forbidden = page.locator('#listWebhooks');
  await forbidden.getByText('Try it').click();
  await forbidden.getByRole('button', { name: 'Send' }).click();
  await forbidden.locator('output', { hasText: 'insufficient_scope' }).waitFor();

  const made = () =>
    query(
      app,
      `select kind, scopes, revoked_at is not null as revoked, expires_at - created_at <= '1 hour' as is_short
       from api_keys where tenant_id = $1 and name = 'Try it: CRM' order by key_id`,
      [tenantId],
    );
  const test = { kind: 'test', scopes: ['customers:read'], is_short: true };
  assert.deepEqual(await made(), [{ ...test, revoked: false }]);
  const [audited] = await query(
    app,
    `select details->>'name' as name from audit_log where tenant_id = $1 and action = 'key.created'`,
    [tenantId],
  );
  assert.equal(audited?.name, 'Try it: CRM');

  // Another choice ends the key before it.
  await operation.getByRole('button', { name: 'Choose a key' }).click();
  const revoked = page.waitForResponse((answer) => answer.url().endsWith('/revoke'));
  await use.click();
  assert.equal((await revoked).status(), 200);
  assert.deepEqual(await made(), [
    { ...test, revoked: true },
    { ...test, revoked: false },
  ]);
});

test('a reader who is not signed in gets a link, and a live key needs a confirmation', {
  skip: isMissing,
}, async () => {
  const { tenantId } = await buildSignedIn(app);
  const { key } = await buildKey(app, tenantId, { kind: 'live' });
  const { page } = await openConsolePage(app);
  await page.goto('/docs');
  const operation = page.locator('#createCustomer');
  await operation.getByText('Try it').click();
  await operation.getByRole('button', { name: 'Choose a key' }).click();
  await page.getByRole('button', { name: 'Show my keys' }).click();
  await page.getByRole('link', { name: 'Sign in to the console' }).waitFor();
  await page.getByLabel('Paste a key').fill(key);
  await page.getByRole('button', { name: 'Close' }).click();
  await operation.getByText('Live key: requests act on real data').waitFor();

  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await operation.getByRole('button', { name: 'Send' }).click();
  assert.match(asked.join(), /^This is a live key/);
  assert.equal(await operation.locator('output').textContent(), '');

  // Customers are the same for both kinds of keys, so a test key needs one too; reading needs none.
  const { key: testKey } = await buildKey(app, tenantId, { kind: 'test' });
  await operation.getByRole('button', { name: 'Choose a key' }).click();
  await page.getByLabel('Paste a key').fill(testKey);
  await page.getByRole('button', { name: 'Close' }).click();
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await operation.getByRole('button', { name: 'Send' }).click();
  assert.match(asked[1] ?? '', /^Test keys and live keys share this data/);
  assert.equal(await operation.locator('output').textContent(), '');
});

test('a reader searches, copies a sample and keeps the language', { skip: isMissing }, async () => {
  const person = await openConsolePage(app);
  const { page } = person;
  await page.goto('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('create customer');
  const results = page.locator('.results a');
  await results.first().waitFor();
  assert.match(`${await results.first().textContent()}`, /^Create a customer\s*POST \/api\/v1\/customers/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs#createCustomer');

  const operation = page.locator('#createCustomer');
  await operation.getByText('Python', { exact: true }).click();
  const copied = await copyWith(operation.locator('.samples details[open]').getByRole('button', { name: 'Copy' }));
  assert.match(copied, new RegExp(`^import json\n[^]*"${app.address}/api/v1/customers"`));
  await page.reload();
  await page.locator('#listCalls .samples details[open] summary', { hasText: 'Python' }).waitFor();

  await page.goto('/docs/guides/webhooks');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await assertSound(person);
});

test('a reader copies an operation as a prompt, with the keyboard', { skip: isMissing }, async () => {
  const { page } = await openConsolePage(app);
  await page.goto('/docs');
  const button = page.locator('#initiateCall').getByRole('button', { name: 'Copy as prompt' });
  await button.focus();
  await page.evaluate(`navigator.clipboard.writeText('')`);
  await page.keyboard.press('Enter');
  await page.locator('#initiateCall').getByRole('button', { name: 'Copied' }).waitFor();
  const prompt = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(prompt, /^# Start a call\n\n`POST http/);
  assert.ok(prompt.includes(`curl "${app.address}/api/v1/calls/initiate"`), prompt);
  await page.locator('#initiateCall').getByRole('button', { name: 'Copy as prompt' }).waitFor();
});

test('a phone shows the text first, and the contents on request', { skip: isMissing }, async () => {
  const { page } = await openConsolePage(app, { phone: true });
  await page.goto('/docs');
  assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  assert.equal(await contents.isVisible(), false);
  await page.getByRole('button', { name: 'Contents' }).click();
  await contents.locator('a[href="#listCalls"]').click();
  await page.waitForURL('**/docs#listCalls');
  await contents.waitFor({ state: 'hidden' });
});

test('without scripts everything can be read, and nothing is shown that does not work', {
  skip: isMissing,
}, async () => {
  const { context } = await openConsolePage(app);
  const plain = await context.browser()?.newContext({ baseURL: app.address, javaScriptEnabled: false });
  assert.ok(plain);
  try {
    const page = await plain.newPage();
    await page.goto('/docs');
    const operation = page.locator('#createCustomer');
    await operation.getByText('curl "http://127.0.0.1:8080/api/v1/customers"').waitFor();
    await operation.getByText('TypeScript', { exact: true }).click();
    await operation.getByText("await fetch('http://127.0.0.1:8080/api/v1/customers'").waitFor();
    await page.locator('[id="event-call.completed"]').getByText('"call.completed"').waitFor();
    for (const part of ['search', '.try', '.copy', '#key', '[data-prompt]'])
      assert.equal(await page.locator(part).filter({ visible: true }).count(), 0, part);
  } finally {
    await plain.close();
  }
});

testAtLength('the reference is accessible in each color and on a phone', { skip: isMissing }, async () => {
  const person = await openConsolePage(app);
  await person.page.goto('/docs');
  await assertSound(person);
  await person.page.locator('#createCustomer').getByText('Try it').click();
  await person.page.locator('#createCustomer').getByRole('button', { name: 'Choose a key' }).click();
  await assertSound(person);
});
