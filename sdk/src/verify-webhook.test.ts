import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signatureHeaders } from '../../server/src/webhooks/sending/sign.ts';
import { verifyWebhook, WebhookVerificationError } from './index.ts';

const newSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;
const [secret, other] = [newSecret(), newSecret()];
const event = { id: 'evt_1', type: 'call.completed', data: { name: '山田' } };
const body = JSON.stringify(event);
const now = Date.parse('2026-11-15T09:30:00Z');
const signed = (secrets: string[], at = now, text = body) =>
  signatureHeaders(secrets, { id: event.id, body: text }, new Date(at))['x-service-signature'];
const refused = (request: Partial<Parameters<typeof verifyWebhook>[0]>) =>
  assert.rejects(
    verifyWebhook({ signature: signed([secret]), body, secret, now, ...request }),
    WebhookVerificationError,
    JSON.stringify(request),
  );

test('a genuine request gives its event, as text and as bytes', async () => {
  const bytes = new TextEncoder().encode(body);
  for (const sent of [body, bytes, bytes.buffer])
    assert.deepEqual(await verifyWebhook({ signature: signed([secret]), body: sent, secret, now }), event);
});

test('either secret of a rotation is accepted, on both sides', async () => {
  await verifyWebhook({ signature: signed([other, secret]), body, secret, now });
  await verifyWebhook({ signature: signed([other]), body, secret: [secret, other], now });
});

test('forged, changed, old and unreadable requests are refused', async () => {
  await refused({ signature: signed([other]) });
  await refused({ body: `${body} ` });
  for (const at of [now - 301_000, now + 301_000]) await refused({ signature: signed([secret], at) });
  await refused({ toleranceSeconds: 5, signature: signed([secret], now - 6_000) });
  const genuine = signed([secret]);
  const unreadable = [
    null,
    undefined,
    '',
    't=1',
    'v1=00',
    genuine.replace('v1', 'v0'),
    genuine.replace(/t=\d+/, 't=x'),
  ];
  for (const signature of unreadable) await refused({ signature });
  for (const hex of ['', 'zz', '0', genuine.slice(-64).toUpperCase(), genuine.slice(-62)])
    await refused({ signature: `t=${now / 1_000},v1=${hex}` });
  await verifyWebhook({ signature: signed([secret], now - 300_000), body, secret, now });
});

test('a secret that is none is a mistake of the program, not of the sender', () =>
  assert.rejects(verifyWebhook({ signature: signed([secret]), body, secret: 'x', now }), TypeError));
