import type { TrunklineEvent } from './operation-types.ts';

/** A request that Trunkline did not send, or not now. Answer it with 400, and do not use its body. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export type WebhookRequest = {
  /** The header `X-Service-Signature`. */
  signature: string | null | undefined;
  /** The raw body, before any parsing: JSON that was parsed and serialized again has other bytes. */
  body: string | Uint8Array | ArrayBuffer;
  /** `whsec_...`; several of them while you replace one. */
  secret: string | readonly string[];
  /** Default: 300. A recorded request cannot be sent again later. */
  toleranceSeconds?: number;
  /** The present time, in milliseconds since 1970. */
  now?: number;
};

const prefix = 'whsec_';

/** Returns the event of a genuine request, and throws `WebhookVerificationError` otherwise. */
export async function verifyWebhook(request: WebhookRequest): Promise<TrunklineEvent> {
  const { signature, body, secret, toleranceSeconds = 300, now = Date.now() } = request;
  const parts = (signature ?? '').split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) throw new WebhookVerificationError('The request has no readable signature.');
  if (Math.abs(now / 1_000 - Number(time)) > toleranceSeconds)
    throw new WebhookVerificationError(`The signature differs by more than ${toleranceSeconds} s from this clock.`);

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = concatenated(new TextEncoder().encode(`${time}.`), bytes);
  // While a secret is being rotated there are two signatures, one for each secret.
  const signatures = parts.filter(([name]) => name === 'v1').map(([, hex = '']) => readHex(hex));
  // WebCrypto compares in constant time.
  for (const key of await Promise.all([secret].flat().map(importKey)))
    for (const given of signatures)
      if (await crypto.subtle.verify('HMAC', key, given, signed)) return JSON.parse(new TextDecoder().decode(bytes));
  throw new WebhookVerificationError('The signature belongs to another secret or another body.');
}

function importKey(secret: string): Promise<CryptoKey> {
  if (!secret.startsWith(prefix)) throw new TypeError('The secret of a webhook begins with whsec_.');
  const key = Uint8Array.from(atob(secret.slice(prefix.length)), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function concatenated(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function readHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(hex)) return new Uint8Array(0);
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
