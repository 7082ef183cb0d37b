import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';

type Props = {
  opened: boolean;
  title: string;
  /** Says what will happen, and to what. */
  children: ReactNode;
  action: string;
  /** The label of the other button, if Cancel would be unclear. */
  cancel?: string;
  /** Red, unless nothing is lost. */
  isDangerous?: boolean;
  isBusy: boolean;
  /** Whether the action is possible. */
  isReady?: boolean;
  /** To lie above a window that is already open. */
  zIndex?: number;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an action that cannot easily be undone. */
export function Confirm({
  opened,
  title,
  children,
  action,
  cancel,
  isDangerous = true,
  isBusy,
  isReady = true,
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
          <Button color={isDangerous ? 'red' : 'trunk'} loading={isBusy} disabled={!isReady} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
