import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { words } from '../parts/words.messages.ts';
import type { IssuedKey, Key } from './key.ts';
import { keyMessages } from './messages.ts';

const overlaps = [
  { hours: 0, label: 'overlapNone' },
  { hours: 1, label: 'overlapHour' },
  { hours: 24, label: 'overlapDay' },
  { hours: 72, label: 'overlapDays' },
  { hours: 168, label: 'overlapWeek' },
] as const;

type Props = { old: Key; onClose: () => void; onIssued: (key: IssuedKey) => void };

export function RotateKeyWindow({ old, onClose, onIssued }: Props) {
  const say = useText(keyMessages);
  const word = useText(words);
  const [hours, setHours] = useState('24');
  const rotate = useWrite(
    (send, overlap_hours: number) =>
      send('POST', '/keys/{keyId}/rotate', { params: { keyId: old.key_id }, body: { overlap_hours } }),
    { changes: ['/keys'], onDone: ({ data }) => onIssued(data) },
  );
  return (
    <Modal opened onClose={onClose} title={say('rotateTitle', { name: old.name })}>
      <Stack>
        <Text size="sm">{say('rotateAbout')}</Text>
        <NativeSelect
          label={say('overlap')}
          data-autofocus
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
          data={overlaps.map(({ hours, label }) => ({ value: String(hours), label: say(label) }))}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {word('cancel')}
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate(Number(hours))}>
            {say('rotate')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
