// Verifies that Trunkline sent a webhook within the last five minutes. Pass the raw body: JSON that was parsed and
// serialized again has other bytes. To try it:
//
//   WEBHOOK_SECRET=whsec_... node verify.mjs "$X_SERVICE_SIGNATURE" < body.json
import { createHmac, timingSafeEqual } from 'node:crypto';
import { argv, env, exit, stdin } from 'node:process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const toleranceSeconds = 300;

export function isGenuine(secret, header, body, now = Date.now() / 1000) {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time)) > toleranceSeconds) return false;

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${time}.`).update(body).digest();
  // While a secret is being rotated there are two signatures, one for each secret.
  return parts.some(([name, hex = '']) => {
    const given = Buffer.from(hex, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const genuine = isGenuine(env.WEBHOOK_SECRET, argv[2], await buffer(stdin));
  console.log(genuine ? 'genuine' : 'forged');
  exit(genuine ? 0 : 1);
}
