import type { Locator } from 'playwright-core';
import type { Browser } from '../browser.ts';
import type { TestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { openConsole, type Person } from './open-console.ts';

/** A browser of somebody who has signed in before: the log-in page is tried where it is the matter. */
export async function openSignedIn(
  app: Pick<TestApp, 'address'>,
  { console }: { console: Browser },
  options: Parameters<typeof openConsole>[1] = {},
): Promise<Person> {
  const person = await openConsole(app, options);
  const [name = '', value = ''] = console.cookie()?.split('=') ?? [];
  await person.context.addCookies([{ name, value, url: app.address, httpOnly: true, sameSite: 'Strict' }]);
  // What is copied is looked at.
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return person;
}

let turn: Promise<unknown> = Promise.resolve();

/** Presses a button that copies, and gives what is in the clipboard then. All browsers of a file share it, one after another. */
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
