import type { Locator } from 'playwright-core';
import type { SignedInTenant } from '../browser.ts';
import type { TestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { openConsolePage, type Person } from './open-console.ts';

/**
 * An administrator who is already signed in, at a page of the console: in live mode, unless the path says otherwise.
 * `session.test.ts` tests the log-in, and `mode.long.test.ts` addresses without a mode.
 */
export async function enterConsole(
  app: Pick<TestApp, 'address'>,
  { console: signedIn }: Pick<SignedInTenant, 'console'>,
  path: string,
  options: Parameters<typeof openConsolePage>[1] = {},
): Promise<Person> {
  const person = await openConsolePage(app, options);
  const [name = '', value = ''] = signedIn.cookie()?.split('=') ?? [];
  await person.context.addCookies([{ name, value, url: app.address, httpOnly: true, sameSite: 'Strict' }]);
  await person.page.goto(/^\/(test|live)\b/.test(path) ? path : `/live${path}`);
  return person;
}

/** A field that is marked as invalid. */
export const faulty = (field: Locator): Locator => field.and(field.page().locator('[aria-invalid="true"]'));

let turn: Promise<unknown> = Promise.resolve();

/**
 * Presses a copy button and returns the content of the clipboard. All browsers of a file share the clipboard, so they take
 * turns.
 */
export function copyWith(button: Locator): Promise<string> {
  const inClipboard = (expression: string) => button.page().evaluate<string>(`navigator.clipboard.${expression}`);
  const copied = turn.then(async () => {
    await inClipboard("writeText('')");
    await button.click();
    return until(() => inClipboard('readText()'));
  });
  turn = copied.catch(() => {});
  return copied;
}
