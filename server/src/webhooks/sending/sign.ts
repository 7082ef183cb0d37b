import { createHmac } from 'node:crypto';

// Two schemes with the same keys: our own, and that of https://www.standardwebhooks.com, for which there are libraries in most
// languages. Both sign the time of the attempt, so an intercepted request soon becomes useless.

/** The signed content: the body as it is sent, and the id of its event. */
export type Signed = { id: string; body: string };

export type SignatureHeaders = {
  'x-service-signature': string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/** Every given secret signs; during a rotation there are two, and receivers may know either. */
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

/** The key is the decoded bytes after the prefix, not the text, as Standard Webhooks specifies. */
function signingKey(secret: string): Buffer {
  if (!secret.startsWith(prefix)) throw new Error('A signing secret begins with whsec_.');
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
