import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { words } from '../parts/words.messages.ts';
import { listMessages } from './list-messages.ts';

export function NameWindow({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const say = useText(listMessages);
  const word = useText(words);
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(name.trim());
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={say('saveTitle')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={word('name')}
            data-autofocus
            required
            pattern=".*\S.*"
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {say('saveAbout')}
          </Text>
          <FormButtons isBusy={false} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
