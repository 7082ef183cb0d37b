import { Alert, Button, Code, Group, Modal, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../icons/icon.tsx';
import { CopyButton } from '../values/copy-button.tsx';
import { words } from '../words.messages.ts';

type Props = { title: string; secret: string | undefined; onClose: () => void; children?: ReactNode };

/** A secret that cannot be shown again. Only its button closes the window, never a stray click or key. */
export function SecretOnce({ title, secret, onClose, children }: Props) {
  const say = useText(words);
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert color="yellow" icon={<Icon name="alert-triangle" />}>
          {say('keepSafe')}
        </Alert>
        <Paper px="md" py="xs">
          <Group wrap="nowrap" justify="space-between">
            <Code bg="transparent" fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {secret}
            </Code>
            <CopyButton value={secret ?? ''} />
          </Group>
        </Paper>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {say('iHaveIt')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
