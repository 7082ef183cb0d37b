import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { changeSession } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { LogInForm } from './log-in-form.tsx';
import { sessionMessages } from './messages.ts';

/**
 * Lies over the page when the session is over, and keeps everything typed there. Only the same administrator gets it back:
 * another one leaves the page, and takes nothing along.
 */
export function LogInAgain({ session: { administrator } }: { session: Session }) {
  const say = useText(sessionMessages);
  const client = useQueryClient();
  return (
    <Modal
      opened
      onClose={() => {}}
      title={say('again')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={400}
      overlayProps={{ blur: 12, backgroundOpacity: 0.6 }}
    >
      <Text size="sm" c="dimmed" mb="md">
        {say('againAbout')}
      </Text>
      <LogInForm email={administrator.email} onOther={() => changeSession(client, null)} />
    </Modal>
  );
}
