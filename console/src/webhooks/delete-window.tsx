import { useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { showDone } from '../parts/problems/show-problem.tsx';
import { paths } from '../paths.ts';
import { webhookMessages } from './messages.ts';
import type { Webhook } from './webhook.ts';

type Props = { webhook: Webhook; onClose: () => void };

export function DeleteWindow({ webhook: { webhook_id, label }, onClose }: Props) {
  const say = useText(webhookMessages);
  const navigate = useNavigate();
  const remove = useWrite(
    (send, webhookId: number) => send('DELETE', '/webhooks/{webhookId}', { params: { webhookId } }),
    {
      changes: ['/webhooks'],
      onDone: () => {
        showDone(say('deleted', { label }));
        return navigate({ to: paths.webhooks });
      },
    },
  );
  return (
    <Confirm
      opened
      title={say('deleteTitle', { label })}
      action={say('delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(webhook_id)}
      onClose={onClose}
    >
      {say('deleteAbout')}
    </Confirm>
  );
}
