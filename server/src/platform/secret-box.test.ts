import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { secretBox } from './secret-box.ts';

const key = randomBytes(32);
const box = secretBox(key);

test('a sealed secret opens again, under its own context', () => {
  for (const text of ['', 'whsec_abc=', '山田 😀', 'x'.repeat(100_000)])
    assert.equal(box.open(box.seal(text, 'webhook/1/2'), 'webhook/1/2'), text);
});

test('it does not hold its text, and is another one each time', () => {
  const sealed = [box.seal('whsec_abc', 'a'), box.seal('whsec_abc', 'a')];
  assert.ok(!sealed[0]?.includes('whsec'));
  assert.notDeepEqual(sealed[0], sealed[1]);
});

test('another context, another key, or any changed byte keeps it shut', () => {
  const sealed = box.seal('whsec_abc', 'webhook/1/2');
  assert.throws(() => box.open(sealed, 'webhook/2/2'));
  assert.throws(() => secretBox(randomBytes(32)).open(sealed, 'webhook/1/2'));
  for (const i of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(sealed.readUInt8(i) ^ 1, i);
    assert.throws(() => box.open(changed, 'webhook/1/2'), `byte ${i}`);
    assert.throws(() => box.open(sealed.subarray(0, i), 'webhook/1/2'), `the first ${i} bytes`);
  }
});

test('a key of another length is refused', () => {
  for (const length of [0, 16, 31, 33]) assert.throws(() => secretBox(randomBytes(length)), /32 bytes/);
});
