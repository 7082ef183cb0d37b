import { Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { webhookMessages } from './messages.ts';

const sample = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes of the request, before anything parsed them
const { t, v1 } = Object.fromEntries(
  request.headers['x-service-signature'].split(',').map((part) => part.split('=')),
);
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const expected = createHmac('sha256', key).update(\`\${t}.\${rawBody}\`).digest('hex');
const isOurs = timingSafeEqual(Buffer.from(expected), Buffer.from(v1)) && Date.now() / 1000 - t < 300;`;

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
