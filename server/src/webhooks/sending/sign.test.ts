import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './sign.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const signed = { id: 'evt_01KA3HDNJ47K45VGPGDPSZXXF4', body: '{"id":"evt_01","data":{"name":"山田 太郎"}}' };

test('the signature of a known key, time and body is this one', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  const headers = signatureHeaders([secret], { id: 'evt_1', body: '{"a":1}' }, new Date('2026-11-15T09:30:00.999Z'));
  // printf '1794735000.{"a":1}' | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef
  // printf 'evt_1.1794735000.{"a":1}' | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef -binary | base64
  assert.deepEqual(headers, {
    'x-service-signature': 't=1794735000,v1=7f8db77ef4a306b9e407a5729d6cfa33f8be8e41452894a28d5acda13f57d69b',
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1794735000',
    'webhook-signature': 'v1,JlWUOpEf5xhkh/0F57w7arER8XjtOh+Pe/w1t7HTxZ8=',
  });
});

test('the library of Standard Webhooks accepts signed requests, and nothing else', () => {
  const secret = newSecret();
  const headers = signatureHeaders([secret], signed, new Date());
  assert.deepEqual(new Webhook(secret).verify(signed.body, headers), JSON.parse(signed.body));
  assert.throws(() => new Webhook(newSecret()).verify(signed.body, headers), /No matching signature/);
  assert.throws(() => new Webhook(secret).verify(`${signed.body} `, headers), /No matching signature/);
  assert.throws(
    () => new Webhook(secret).verify(signed.body, { ...headers, 'webhook-id': 'evt_2' }),
    /No matching signature/,
  );
});

test('while a secret is rotated, a receiver that knows either of them accepts, in both schemes', () => {
  const secrets = [newSecret(), newSecret()];
  const headers = signatureHeaders(secrets, signed, new Date());
  const [time = '', ...signatures] = headers['x-service-signature'].split(',');
  assert.equal(signatures.length, 2);
  for (const [i, secret] of secrets.entries()) {
    new Webhook(secret).verify(signed.body, headers);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key)
      .update(`${time.slice(2)}.${signed.body}`)
      .digest('hex');
    assert.equal(signatures[i], `v1=${expected}`);
  }
});

test('a signature is as old as its attempt', () => {
  const secret = newSecret();
  const headers = signatureHeaders([secret], signed, new Date(Date.now() - 301_000));
  assert.throws(() => new Webhook(secret).verify(signed.body, headers), /too old/);
});

test('a malformed secret signs nothing', () => {
  assert.throws(() => signatureHeaders(['c2VjcmV0'], signed, new Date()), /whsec_/);
});
