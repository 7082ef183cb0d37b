import { Alert, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMode } from '../api/mode.ts';
import { useText } from '../i18n/language.tsx';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useFields } from '../parts/forms/use-fields.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { useNationalNumbers } from '../parts/values/phone-number.tsx';
import { words } from '../parts/words.messages.ts';
import { blockNumber } from './block-number.ts';
import type { BlockedNumber, NewBlockedNumber } from './blocked-number.ts';
import { blockedMessages } from './messages.ts';

export function BlockNumberWindow({ onClose }: { onClose: () => void }) {
  const say = useText(blockedMessages);
  return (
    <Modal opened onClose={askBefore(onClose)} title={say('add')}>
      <BlockNumberForm onClose={onClose} />
    </Modal>
  );
}

function BlockNumberForm({ onClose }: { onClose: () => void }) {
  const say = useText(blockedMessages);
  const word = useText(words);
  const national = useNationalNumbers();
  const mode = useMode();
  const [listed, setListed] = useState<BlockedNumber>();
  const add = useWrite((_send, input: NewBlockedNumber) => blockNumber(input, mode), {
    changes: ['/blocked-numbers'],
    onDone: ({ outcome, number }) => {
      if (outcome === 'listed') return setListed(number);
      showDone(say('added', { number: national(number.number) }));
      onClose();
    },
    shown: 'form',
    goesOn: true,
  });
  const form = useFields({ initialValues: { number: '', reason: '' }, error: add.error });
  const onSubmit = ({ number, reason }: typeof form.values) => {
    setListed(undefined);
    add.mutate({ number, reason: reason.trim() || null });
  };
  return (
    <form {...form.sending(onSubmit)} noValidate>
      <Stack>
        {listed && (
          <Alert color="yellow" role="alert" icon={<Icon name="info-circle" />}>
            {listed.reason === null
              ? say('listedAlready', { number: national(listed.number) })
              : say('listedWithReason', { number: national(listed.number), reason: listed.reason })}
          </Alert>
        )}
        <TextInput {...form.getInputProps('number')} label={say('number')} type="tel" required data-autofocus />
        <TextInput
          {...form.getInputProps('reason')}
          label={`${say('reason')}${word('optional')}`}
          placeholder={say('reasonExample')}
          maxLength={255}
        />
        <FormButtons action={word('add')} isBusy={add.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
