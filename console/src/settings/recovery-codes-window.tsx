import { Alert, Button, Group, Modal, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { CopyButton } from '../parts/values/copy-button.tsx';
import { words } from '../parts/words.messages.ts';
import { settingsMessages } from './messages.ts';

/** The codes cannot be shown again, so only the button closes the window. */
export function RecoveryCodesWindow({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const say = useText(settingsMessages);
  const word = useText(words);
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('recoveryCodes')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert color="yellow" icon={<Icon name="alert-triangle" />}>
          {word('keepSafe')}
        </Alert>
        <Text size="sm">{say('recoveryCodesAbout')}</Text>
        <Paper p="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {codes.map((code) => (
              <Text key={code} size="sm" ff="monospace" ta="center">
                {code}
              </Text>
            ))}
          </SimpleGrid>
          <Group justify="flex-end" mt="xs">
            <CopyButton value={codes.join('\n')} />
          </Group>
        </Paper>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {word('iHaveIt')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
