import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTotpKey, otpauthUri, stepAt, stepOfCode, toBase32, totpCode } from './totp.ts';

// The keys and codes of RFC 6238, appendix B (of which six digits are used), and of RFC 4226, appendix D.
const key = Buffer.from('12345678901234567890');

test('codes are those of the RFCs', () => {
  const codes: [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ];
  for (const [seconds, code] of codes) assert.equal(totpCode(key, stepAt(seconds * 1_000)), code);
  assert.equal(totpCode(key, 0), '755224');
  assert.equal(totpCode(key, 9), '520489');
});

test('a code is valid in its 30 seconds and in the steps beside them, and returns its step', () => {
  const now = 1_111_111_111_000;
  const step = stepAt(now);
  for (const good of [step - 1, step, step + 1]) assert.equal(stepOfCode(key, totpCode(key, good), now), good);
  for (const bad of [step - 2, step + 2]) assert.equal(stepOfCode(key, totpCode(key, bad), now), undefined);
  assert.equal(stepOfCode(key, ' 050 471', now), step);
  for (const wrong of ['', '05047', '0504711', '０５０４７１', 'abcdef'])
    assert.equal(stepOfCode(key, wrong, now), undefined);
});

test('an app receives the key in base32, with a name to display', () => {
  assert.equal(toBase32(key), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const uri = new URL(otpauthUri(key, 'ann+x@example.com'));
  assert.equal(`${uri.protocol}//${uri.host}${uri.pathname}`, 'otpauth://totp/Trunkline:ann%2Bx%40example.com');
  assert.deepEqual(Object.fromEntries(uri.searchParams), {
    ...{ secret: toBase32(key), issuer: 'Trunkline' },
    ...{ algorithm: 'SHA1', digits: '6', period: '30' },
  });
  assert.equal(toBase32(newTotpKey()).length, 32);
});
