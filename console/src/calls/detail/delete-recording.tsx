import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { Confirm } from '../../parts/forms/confirm.tsx';
import { useWrite } from '../../parts/forms/use-write.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { showDone } from '../../parts/problems/show-problem.tsx';
import { recordingMessages } from './recording-messages.ts';

export function DeleteRecording({ callId }: { callId: string }) {
  const say = useText(recordingMessages);
  const mayWrite = useMayWrite();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useWrite(
    (send, id: string) => send('DELETE', '/calls/{callId}/recording', { params: { callId: id } }),
    {
      changes: ['/calls'],
      onDone: () => showDone(say('deleted')),
      goesOn: true,
    },
  );
  if (!mayWrite) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        leftSection={<Icon name="trash" size={16} />}
        onClick={() => setIsAsking(true)}
      >
        {say('delete')}
      </Button>
      <Confirm
        opened={isAsking}
        title={say('deleteTitle')}
        action={say('delete')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(callId)}
        onClose={() => setIsAsking(false)}
      >
        <Stack gap="xs">
          <Text size="sm">{say('deleteAbout')}</Text>
          <Text size="sm">{say('deleteKeeps')}</Text>
        </Stack>
      </Confirm>
    </>
  );
}
