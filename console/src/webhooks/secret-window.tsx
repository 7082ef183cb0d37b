import { Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { SecretOnce } from '../parts/forms/secret-once.tsx';
import { CodeBlock } from '../parts/values/code-block.tsx';
import { webhookMessages } from './messages.ts';

/** During a rotation there are two signatures, and one of them is made with the known secret. */
const sample = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes of the request, before anything parsed them
const parts = request.headers['x-service-signature'].split(',').map((part) => part.split('='));
const time = parts.find(([name]) => name === 't')[1];
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const expected = createHmac('sha256', key).update(\`\${time}.\`).update(rawBody).digest();
const isOurs = Math.abs(Date.now() / 1000 - time) < 300 && parts.some(([name, value]) => {
  const given = Buffer.from(value, 'hex');
  return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
});`;

type Props = { label: string; secret: string | undefined; note?: string; onClose: () => void };

export function SecretWindow({ label, secret, note, onClose }: Props) {
  const say = useText(webhookMessages);
  return (
    <SecretOnce title={say('secretTitle', { label })} secret={secret} onClose={onClose}>
      {note && <Text size="sm">{note}</Text>}
      <CodeBlock label={say('secretAbout')} code={sample} maxHeight={240} />
    </SecretOnce>
  );
}
