import { useLanguage, useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { showDone } from '../parts/problems/show-problem.tsx';
import { formatMoment } from '../parts/values/when.tsx';
import type { Key } from './key.ts';
import { keyMessages } from './messages.ts';

type Props = { revoked: Key; onClose: () => void };

export function RevokeKeyWindow({ revoked: { key_id, name, last_used_at }, onClose }: Props) {
  const say = useText(keyMessages);
  const { language } = useLanguage();
  const revoke = useWrite((send, keyId: number) => send('POST', '/keys/{keyId}/revoke', { params: { keyId } }), {
    changes: ['/keys'],
    onDone: () => {
      onClose();
      showDone(say('wasRevoked', { name }));
    },
  });
  const use = last_used_at
    ? say('revokeLastUsed', { when: formatMoment(last_used_at, language) })
    : say('revokeUnused');
  return (
    <Confirm
      opened
      title={say('revokeTitle', { name })}
      action={say('revoke')}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate(key_id)}
      onClose={onClose}
    >
      {say('revokeAbout')} {use}
    </Confirm>
  );
}
