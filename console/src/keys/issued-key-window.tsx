import { useText } from '../i18n/language.tsx';
import { SecretOnce } from '../parts/forms/secret-once.tsx';
import { CodeBlock } from '../parts/values/code-block.tsx';
import type { IssuedKey } from './key.ts';
import { keyMessages } from './messages.ts';
import { sampleRequest } from './sample-request.ts';

type Props = { issued: IssuedKey | undefined; onClose: () => void };

export function IssuedKeyWindow({ issued, onClose }: Props) {
  const say = useText(keyMessages);
  const sample = issued && sampleRequest(issued, location.origin, new Date());
  return (
    <SecretOnce title={say('issued')} secret={issued?.key} onClose={onClose}>
      {sample && <CodeBlock label={say(sample.label)} code={sample.curl} />}
    </SecretOnce>
  );
}
