import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { atEnd } from '../at-end.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { assertSound, openConsolePage } from './open-console.ts';

// Checks of the tools that all other tests of the console rely on.

const app = await startConsoleApp();

/** Runs a script in a page, and returns the browser's complaints. They do not fail the test. */
async function complaintsOf(address: string, path: string, script: string): Promise<string> {
  const { page, complaints } = await openConsolePage({ address });
  await page.goto(path);
  await page.evaluate(script);
  return complaints.splice(0).join();
}

test("violations of the page's policy are noticed", { skip: isMissing }, async () => {
  const elsewhere = 'http://127.0.0.9:9/';
  const attempts = {
    'a request elsewhere': `fetch('${elsewhere}').catch(() => {})`,
    'a picture from elsewhere': `new Promise((done) => { const image = new Image(); image.onerror = done; image.src = '${elsewhere}'; })`,
    'a script in the page': `document.body.append(Object.assign(document.createElement('script'), { text: 'alert()' }))`,
    'a style without the nonce': `document.head.append(Object.assign(document.createElement('style'), { textContent: 'a{}' }))`,
  };
  for (const [attempt, script] of Object.entries(attempts))
    assert.match(await complaintsOf(app.address, '/login', script), /Content Security Policy/, attempt);
});

test('requests to another host and errors in scripts are noticed', { skip: isMissing }, async () => {
  const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end('<p>Hello'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  atEnd(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const elsewhere = address.replace('127.0.0.1', '127.0.0.9');
  const requests = `fetch('${elsewhere}').catch(() => {})`;
  assert.match(await complaintsOf(address, '/', requests), new RegExp(`request to ${elsewhere}`));
  const fails = `new Promise((done) => setTimeout(() => { setTimeout(done); throw new Error('Oh'); }))`;
  assert.match(await complaintsOf(address, '/', fails), /error: Oh/);
});

test('accessibility violations are noticed, also those only in the dark or on a phone', {
  skip: isMissing,
}, async () => {
  const person = await openConsolePage(app);
  await person.page.goto('/login');
  await person.page.getByRole('button').first().waitFor();
  await assertSound(person);
  const obstacles = [
    ['button-name', `document.createElement('button')`],
    ['color-contrast', `Object.assign(paragraph, { style: 'color: light-dark(black, #222)' })`],
    ['scrollWidth', `Object.assign(paragraph, { style: 'width: 1000px' })`],
  ] as const;
  for (const [finding, obstacle] of obstacles) {
    const paragraph = `const paragraph = document.createElement('p'); paragraph.append('In the way')`;
    await person.page.evaluate(`${paragraph}; document.querySelector('form').append(${obstacle})`);
    await assert.rejects(assertSound(person), new RegExp(finding));
    await person.page.evaluate(`document.querySelector('form').lastElementChild.remove()`);
    await person.page.setViewportSize({ width: 1280, height: 900 });
    await person.page.emulateMedia({ colorScheme: 'light' });
  }
});
