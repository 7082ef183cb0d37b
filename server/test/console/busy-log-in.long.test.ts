import './at-length.ts';
import { suite, test } from 'node:test';
import { hashingCapacity, hashPassword } from '../../src/administrators/credentials/password.ts';
import { buildAdministrator, testPassword } from '../browser.ts';
import { buildTenant } from '../builders.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { languages } from './languages.ts';
import { assertSound, openConsole } from './open-console.ts';

const app = await startConsoleApp();

const texts = {
  en: { email: 'E-mail address', password: 'Password', logIn: 'Log in', busy: /The server is busy/, calls: 'Calls' },
  ja: { email: 'メールアドレス', password: 'パスワード', logIn: 'ログイン', busy: /混み合っていて/, calls: '通話' },
};

/** Hashes so many passwords that other requests get no turn, until it is stopped. */
function crowd(): () => Promise<void> {
  const { atOnce, waiting } = hashingCapacity;
  let isOver = false;
  const all = Array.from({ length: atOnce + waiting }, async () => {
    while (!isOver) await hashPassword('of somebody else');
  });
  return async () => {
    isOver = true;
    await Promise.all(all);
  };
}

suite('log-in while the server is busy', { skip: isMissing }, () => {
  for (const language of languages) {
    const say = texts[language];

    test(`who comes when too many do is told so, and gets in afterwards (${language})`, async () => {
      const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
      const person = await openConsole(app, { language });
      const { page } = person;
      await page.goto('/login');
      await page.getByLabel(say.email).fill(email);
      await page.getByLabel(say.password, { exact: true }).fill(testPassword);
      const disperse = crowd();
      await page.getByRole('button', { name: say.logIn }).click();
      await page.getByRole('alert').getByText(say.busy).waitFor();
      await disperse();
      await assertSound(person);
      await page.getByRole('button', { name: say.logIn }).click();
      await page.getByRole('link', { name: say.calls, exact: true }).first().waitFor();
    });
  }
});
