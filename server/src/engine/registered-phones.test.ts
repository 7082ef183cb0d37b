import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registeredPhones } from './registered-phones.ts';

const system = (name: string, online: () => Promise<Set<string>>) => ({ name, online });
const away = system('away', () => Promise.reject(new Error('The server is away.')));
const silent = system('silent', () => new Promise(() => {}));
const answering = system('answering', async () => new Set(['staff-1']));
const empty = system('empty', async () => new Set());

test('a phone is registered if one system that takes calls has it, whatever the others do', async () => {
  const begin = performance.now();
  const isRegistered = await registeredPhones([away, silent, empty, answering], () => false)();
  assert.deepEqual([isRegistered('staff-1'), isRegistered('staff-2')], [true, false]);
  assert.ok(performance.now() - begin < 5_000);
  const withoutIt = await registeredPhones([empty, answering], (name) => name === 'answering')();
  assert.equal(withoutIt('staff-1'), false);
  assert.equal((await registeredPhones([away], () => false)())('staff-1'), false);
});

test('requests at the same time share one answer', async () => {
  let asked = 0;
  const counting = system('counting', async () => new Set([`staff-${++asked}`]));
  const read = registeredPhones([counting], () => false);
  await Promise.all([read(), read(), read()]);
  assert.equal(asked, 1);
});
