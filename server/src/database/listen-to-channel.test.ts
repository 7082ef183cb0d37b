import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { query } from '../../test/builders.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { type Listener, listenToChannel } from './listen-to-channel.ts';

const databaseUrl = await createTestDatabase();
const network = await startDatabaseProxy(databaseUrl);
const notify = (payload: string) => query({ databaseUrl }, `select pg_notify('news', $1)`, [payload]);

const received: string[] = [];
const listener = listenToChannel(network.url, 'news', {
  onNotification: (payload) => received.push(payload),
  onConnect: () => received.push('connected'),
  onDisconnect: () => received.push('disconnected'),
});
test.after(() => listener.stop());
const isUpToDate = () => performance.now() - listener.receivedUpTo() < 800;

async function assertStops(one: Listener): Promise<void> {
  const stopped = one.stop().then(() => true);
  assert.ok(await Promise.race([stopped, setTimeout(10_000, false, { ref: false })]), 'it does not stop');
}

test('nothing counts as received before the connection is made', () => {
  assert.equal(listener.receivedUpTo(), Number.NEGATIVE_INFINITY);
});

test('the listener receives committed notifications, and knows up to when none was missed', async () => {
  await until(isUpToDate);
  await notify('one');
  const announcedAt = performance.now();
  await until(() => listener.receivedUpTo() > announcedAt);
  assert.deepEqual(received, ['connected', 'one']);
});

for (const [trouble, is] of [
  ['cut', 'is cut'],
  ['stall', 'has stalled'],
] as const) {
  test(`when its connection ${is} the listener knows that it is disconnected, and reconnects by itself`, async () => {
    await until(isUpToDate);
    received.length = 0;
    network[trouble]();
    await notify('missed');
    await until(() => !isUpToDate());
    await until(() => listener.receivedUpTo() === Number.NEGATIVE_INFINITY);
    assert.deepEqual(received, ['disconnected']);
    network.restore();
    await until(isUpToDate);
    await notify('again');
    await until(() => received.includes('again'));
    assert.deepEqual(
      received.filter((one) => one !== 'missed'),
      ['disconnected', 'connected', 'again'],
    );
  });
}

/** A listener on a network of its own that is cut from the beginning, and why it was disconnected. */
async function startCutOff() {
  const network = await startDatabaseProxy(databaseUrl);
  network.cut();
  const attempts = network.count('trunkline listen');
  const reasons: string[] = [];
  const onDisconnect = ({ message }: Error) => reasons.push(message);
  const listener = listenToChannel(network.url, 'news', { onNotification() {}, onConnect() {}, onDisconnect });
  test.after(() => listener.stop());
  return { network, attempts, reasons, listener };
}

test('a listener that connects a little late was not disconnected', async () => {
  const { network, attempts, reasons, listener } = await startCutOff();
  await until(() => attempts() > 0);
  network.restore();
  await until(() => Number.isFinite(listener.receivedUpTo()));
  assert.deepEqual(reasons, []);
});

test('a pooler that swallows notifications is reported once, also after another reason', async () => {
  const { network, reasons } = await startCutOff();
  await until(() => reasons.length > 0);
  network.restore();
  network.swallowNotifications();
  await until(() => reasons.length > 1);
  const proofs = network.count('pg_notify');
  await until(() => proofs() > 1);
  assert.equal(reasons.length, 2);
  assert.match(reasons[1] ?? '', /^NOTIFY is not heard/);
});

test('a listener that is stopped while it cannot connect stops', async () => {
  network.cut();
  const other = listenToChannel(network.url, 'news', { onNotification() {}, onConnect() {}, onDisconnect() {} });
  await assertStops(other);
  network.restore();
});

test('a listener that is stopped while it waits for the proof of delivery stops', async () => {
  await until(isUpToDate);
  const asked = network.count('pg_notify');
  network.deafenAfter('pg_notify');
  const other = listenToChannel(network.url, 'news', { onNotification() {}, onConnect() {}, onDisconnect() {} });
  await until(() => asked() > 0);
  await assertStops(other);
  network.restore();
});

test('a listener that is stopped while nothing gets through stops', async () => {
  await until(isUpToDate);
  network.stall();
  await assertStops(listener);
  network.restore();
});
