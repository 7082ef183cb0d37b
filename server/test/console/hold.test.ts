import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { buildOffice, startCall } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { assertSound } from './open-console.ts';

const app = await startConsoleApp({ SIMULATOR_SPEED: 1 });

test('a call is put on hold and resumed on its page, which shows it', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const callId = await startCall(office);
  const detail = async () => (await office.api.get(`/calls/${callId}`)).body.data;
  const person = await enterConsole(app, office, `/calls/${callId}`);
  const { page } = person;
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await page.getByRole('status').getByText('On hold', { exact: true }).waitFor();
  await page
    .getByRole('list', { name: 'Customer' })
    .getByRole('listitem', { name: /^On hold: / })
    .waitFor();
  await assertSound(person);
  await until(async () => (await detail()).hold_seconds >= 1);

  // What another program does is seen as it happens.
  assert.equal((await office.api.post(`/calls/${callId}/resume`)).status, 200);
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Hold', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Call again' }).waitFor();
  assert.equal(
    await page
      .getByRole('list', { name: 'Staff member' })
      .getByRole('listitem', { name: /^On hold: / })
      .count(),
    2,
  );
  await page.getByText('On hold for').waitFor();
  const { is_on_hold, holds, hold_seconds } = await detail();
  assert.deepEqual([is_on_hold, holds.length, hold_seconds >= 1], [false, 2, true]);
});
