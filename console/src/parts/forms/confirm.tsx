import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';

type Props = {
  opened: boolean;
  title: string;
  /** What will happen, and to whom. */
  children: ReactNode;
  action: string;
  /** What the other button says, where Cancel would be unclear. */
  cancel?: string;
  /** Red, unless nothing is lost by it. */
  isDangerous?: boolean;
  isBusy: boolean;
  /** Above a window that is open already. */
  zIndex?: number;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot simply be taken back. */
export function Confirm({
  opened,
  title,
  children,
  action,
  cancel,
  isDangerous = true,
  isBusy,
  zIndex,
  onConfirm,
  onClose,
}: Props) {
  const say = useText(words);
  return (
    <Modal opened={opened} onClose={onClose} title={title} {...(zIndex && { zIndex })}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel ?? say('cancel')}
          </Button>
          <Button color={isDangerous ? 'red' : 'trunk'} loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
