import './at-length.ts';
import { suite, test } from 'node:test';
import { hashingCapacity, hashPassword } from '../../src/administrators/credentials/password.ts';
import { buildAdministrator, testPassword } from '../browser.ts';
import { buildTenant } from '../builders.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { testedLanguages } from './languages.ts';
import { assertSound, openConsolePage } from './open-console.ts';

const app = await startConsoleApp();

const texts = {
  en: { email: 'Email', password: 'Password', logIn: 'Sign in', busy: /The server is busy/, calls: 'Calls' },
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
  for (const language of testedLanguages) {
    const say = texts[language];

    test(`a log-in among too many is asked to wait, and succeeds afterwards (${language})`, async () => {
      const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
      const person = await openConsolePage(app, { language });
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
