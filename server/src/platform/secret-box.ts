import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// Secrets that must be read again (those that sign webhooks) are stored encrypted, so that a copy of the database alone reveals
// none of them. AES-256-GCM: a secret that was changed or moved cannot be opened.

export type SecretBox = {
  /** The context says where the secret belongs, such as `webhook/7/42`: it opens only under the same context. */
  seal(text: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  /**
   * Derives a key for another purpose, which reveals nothing about the box's own key: the same for every box with the same key.
   */
  keyFor(purpose: string): Buffer;
};

export const keyLength = 32;
const version = 1;
const nonceLength = 12;
const tagLength = 16;
const algorithm = 'aes-256-gcm';

export function secretBox(key: Buffer): SecretBox {
  if (key.length !== keyLength) throw new Error(`A key for secrets has ${keyLength} bytes.`);
  return {
    seal(text, context) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), encrypted]);
    },
    open(sealed, context) {
      if (sealed[0] !== version || sealed.length < 1 + nonceLength + tagLength)
        throw new Error('This was not sealed by a secret box that is known here.');
      const [nonce, tag, encrypted] = cut(sealed.subarray(1), nonceLength, tagLength);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
    },
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, keyLength)),
  };
}

/** Whether a text is the base64 of a key. */
export const isSecretsKey = (text: string) => /^[A-Za-z\d+/]{43}=$/.test(text);

function cut(bytes: Buffer, first: number, second: number): [Buffer, Buffer, Buffer] {
  return [bytes.subarray(0, first), bytes.subarray(first, first + second), bytes.subarray(first + second)];
}
