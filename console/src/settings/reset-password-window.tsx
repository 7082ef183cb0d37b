import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { SecretOnce } from '../parts/forms/secret-once.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { words } from '../parts/words.messages.ts';
import type { Administrator, PasswordReset } from './administrator.ts';
import { settingsMessages } from './messages.ts';

type Props = { administrator: Administrator; onClose: () => void };

/** Asks first, because all sessions of the person end; then shows the new password once. */
export function ResetPasswordWindow({ administrator, onClose }: Props) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const { administrator_id: administratorId, email, has_totp } = administrator;
  const [removesTotp, setRemovesTotp] = useState(false);
  const reset = useWrite(
    (send, body: PasswordReset) =>
      send('POST', '/administrators/{administratorId}/reset-password', { params: { administratorId }, body }),
    { changes: ['/administrators'] },
  );
  if (reset.data)
    return (
      <SecretOnce title={say('passwordTitle', { email })} secret={reset.data.data.password} onClose={onClose}>
        <Text size="sm">{say('passwordNote')}</Text>
      </SecretOnce>
    );
  return (
    <Modal opened onClose={onClose} title={say('resetTitle', { email })}>
      <Stack>
        <Text size="sm">{say('resetAbout')}</Text>
        {has_totp && (
          <Checkbox
            label={say('resetTotp')}
            description={say('resetTotpAbout')}
            checked={removesTotp}
            onChange={(event) => setRemovesTotp(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {word('cancel')}
          </Button>
          <Button
            color="red"
            loading={reset.isPending}
            onClick={() => reset.mutate({ totp: removesTotp ? 'remove' : 'keep' })}
          >
            {say('resetPassword')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
