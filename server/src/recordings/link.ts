import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallRef } from '../platform/call-ref.ts';
import { decodeId, encodeId, idOf } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';

// A link plays one recording, in a browser and without a key, for an hour. It is not stored: its contents are signed with a key
// that all nodes derive from the key for secrets.

/** Outside of the API: following a link takes neither a key nor the API reference. */
export const linkPath = '/listen';

const lifetimeMs = 3_600_000;

export type RecordingLink = { url: string; url_expires_at: Date };

export type RecordingLinks = ReturnType<typeof recordingLinks>;

export function recordingLinks(box: Pick<SecretBox, 'keyFor'>, publicUrl: string) {
  let key: Buffer | undefined;
  const sign = (text: string) => {
    key ??= box.keyFor('links to recordings');
    return createHmac('sha256', key).update(text).digest();
  };

  return {
    /** `origin` is the address at which the client reached this server; links lead there unless the operator set another. */
    make(call: CallRef, origin: string, now: Date): RecordingLink {
      const expires = Math.floor((now.getTime() + lifetimeMs) / 1_000);
      const mode = call.isTest ? 'test' : 'live';
      const text = `${call.tenantId}.${mode}.${encodeId('call', call.callId)}.${expires}`;
      const url = `${publicUrl || origin}${linkPath}/${text}.${sign(text).toString('base64url')}`;
      return { url, url_expires_at: new Date(expires * 1_000) };
    },

    /** The call whose recording the link is for; undefined if the link is not ours, or has expired. */
    read(token: string, now: Date): CallRef | undefined {
      const [, text = '', tenantId, mode, call = '', expires, signature = ''] =
        /^((\d{1,15})\.(test|live)\.(\w+)\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
      const callId = decodeId('call', call);
      // Compared as text: decoding ignores two bits of the last of 43 characters, and a link must have only one spelling.
      const signed = Buffer.from(sign(text).toString('base64url'));
      if (!callId || !timingSafeEqual(signed, Buffer.from(signature))) return undefined;
      if (Number(expires) * 1_000 <= now.getTime()) return undefined;
      return { tenantId: idOf('tenant', Number(tenantId)), isTest: mode === 'test', callId };
    },
  };
}
