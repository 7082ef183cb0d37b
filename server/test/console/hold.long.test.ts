import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { buildOffice, startOfficeCall } from './build-office.ts';
import { isMissing } from './chromium.ts';
import { startConsoleApp } from './console-app.ts';
import { enterConsole } from './enter-console.ts';
import { assertSound } from './open-console.ts';

/** A call on hold waits for as long as the browser takes; otherwise, the parties talk for 25 seconds. */
const app = await startConsoleApp({ SIMULATOR_SPEED: 0.25 });

test('a call is put on hold and resumed on its page, which shows it', { skip: isMissing }, async () => {
  const office = await buildOffice(app);
  const callId = await startOfficeCall(office);
  const detail = async () => (await office.api.get(`/calls/${callId}`)).body.data;
  const change = async (verb: 'hold' | 'resume') =>
    assert.equal((await office.api.post(`/calls/${callId}/${verb}`)).status, 200);
  await until(async () => (await detail()).status === 'connected');
  await change('hold');

  const person = await enterConsole(app, office, `/calls/${callId}`);
  const { page } = person;
  const state = page.getByRole('status').getByText('On hold', { exact: true });
  const holds = (leg: string) => page.getByRole('list', { name: leg }).getByRole('listitem', { name: /^On hold: / });
  await state.waitFor();
  await holds('Customer').waitFor();
  await assertSound(person);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await state.waitFor();
  assert.equal((await detail()).is_on_hold, true);

  // The page shows changes by another program as they happen.
  await change('resume');
  await page.getByRole('button', { name: 'Hold', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Call again' }).waitFor();
  assert.equal(await holds('Staff member').count(), 2);
  await page.getByText('Hold time').waitFor();
  const { is_on_hold, holds: kept, hold_seconds } = await detail();
  assert.deepEqual([is_on_hold, kept.length, hold_seconds >= 1], [false, 2, true]);
});
