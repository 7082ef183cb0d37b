import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { query } from '../../test/builders.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { type Listener, listen } from './listen.ts';

const databaseUrl = await createTestDatabase();
const network = await startDatabaseProxy(databaseUrl);
const notify = (payload: string) => query({ databaseUrl }, `select pg_notify('news', $1)`, [payload]);

const heard: string[] = [];
const listener = listen(network.url, 'news', {
  onNotification: (payload) => heard.push(payload),
  onConnect: () => heard.push('connected'),
  onDisconnect: () => heard.push('disconnected'),
});
test.after(() => listener.stop());
const isHearing = () => performance.now() - listener.heardUpTo() < 800;

async function assertStops(one: Listener): Promise<void> {
  const stopped = one.stop().then(() => true);
  assert.ok(await Promise.race([stopped, setTimeout(10_000, false, { ref: false })]), 'it does not stop');
}

test('before it is connected nothing counts as heard', () => {
  assert.equal(listener.heardUpTo(), Number.NEGATIVE_INFINITY);
});

test('it hears what is committed, and knows up to when nothing was missed', async () => {
  await until(isHearing);
  await notify('one');
  const announcedAt = performance.now();
  await until(() => listener.heardUpTo() > announcedAt);
  assert.deepEqual(heard, ['connected', 'one']);
});

for (const [trouble, is] of [
  ['cut', 'is cut'],
  ['stall', 'has stalled'],
] as const) {
  test(`when its connection ${is} it knows that it hears nothing, and connects again by itself`, async () => {
    await until(isHearing);
    heard.length = 0;
    network[trouble]();
    await notify('missed');
    await until(() => !isHearing());
    await until(() => listener.heardUpTo() === Number.NEGATIVE_INFINITY);
    assert.deepEqual(heard, ['disconnected']);
    network.restore();
    await until(isHearing);
    await notify('again');
    await until(() => heard.includes('again'));
    assert.deepEqual(
      heard.filter((one) => one !== 'missed'),
      ['disconnected', 'connected', 'again'],
    );
  });
}

test('a listener that is stopped while it cannot connect stops', async () => {
  network.cut();
  const other = listen(network.url, 'news', { onNotification() {}, onConnect() {}, onDisconnect() {} });
  await assertStops(other);
  network.restore();
});

test('a listener that is stopped while it waits for the proof that it hears stops', async () => {
  await until(isHearing);
  const asked = network.count('pg_notify');
  network.deafenAfter('pg_notify');
  const other = listen(network.url, 'news', { onNotification() {}, onConnect() {}, onDisconnect() {} });
  await until(() => asked() > 0);
  await assertStops(other);
  network.restore();
});

test('a listener that is stopped while nothing gets through stops', async () => {
  await until(isHearing);
  network.stall();
  await assertStops(listener);
  network.restore();
});
