import { createHmac } from 'node:crypto';

// Two schemes with the same keys: our own, and that of https://www.standardwebhooks.com, for which receivers find a
// library in most languages. Both sign the time of the attempt, so that a request that was overheard soon is of no use.

/** What is signed: the body as it is sent, and the id of its event. */
export type Signed = { id: string; body: string };

export type SignatureHeaders = {
  'x-service-signature': string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/** Every secret given signs; while one is being rotated there are two, and receivers may know either. */
export function signatureHeaders(secrets: readonly string[], { id, body }: Signed, at: Date): SignatureHeaders {
  const seconds = `${Math.floor(at.getTime() / 1_000)}`;
  const keys = secrets.map(signingKey);
  const ours = keys.map((key) => `v1=${hmac(key, `${seconds}.${body}`).toString('hex')}`);
  const standard = keys.map((key) => `v1,${hmac(key, `${id}.${seconds}.${body}`).toString('base64')}`);
  return {
    'x-service-signature': [`t=${seconds}`, ...ours].join(','),
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  };
}

const prefix = 'whsec_';

/** The key is the bytes behind the prefix, and not the text: as Standard Webhooks has it. */
function signingKey(secret: string): Buffer {
  if (!secret.startsWith(prefix)) throw new Error('A signing secret begins with whsec_.');
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
