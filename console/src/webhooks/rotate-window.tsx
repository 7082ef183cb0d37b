import { useLanguage, useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { formatMoment } from '../parts/values/when.tsx';
import { webhookMessages } from './messages.ts';
import { SecretWindow } from './secret-window.tsx';
import type { Webhook } from './webhook.ts';

type Props = { webhook: Webhook; onClose: () => void };

export function RotateWindow({ webhook: { webhook_id, label }, onClose }: Props) {
  const say = useText(webhookMessages);
  const { language } = useLanguage();
  const rotate = useWrite(
    (send, webhookId: number) => send('POST', '/webhooks/{webhookId}/rotate-secret', { params: { webhookId } }),
    {
      changes: [],
    },
  );
  if (rotate.data) {
    const time = formatMoment(rotate.data.data.previous_secret_expires_at, language);
    return (
      <SecretWindow label={label} secret={rotate.data.data.secret} note={say('rotated', { time })} onClose={onClose} />
    );
  }
  return (
    <Confirm
      opened
      title={say('rotateTitle')}
      action={say('rotate')}
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate(webhook_id)}
      onClose={onClose}
    >
      {say('rotateAbout')}
    </Confirm>
  );
}
