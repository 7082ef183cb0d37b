import { Alert, Button, Group, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isProblem } from '../api/problem.ts';
import { forgetUnshown } from '../api/readings.ts';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { ProblemNote, useProblemText } from '../parts/problems/show-problem.tsx';
import { words } from '../parts/words.messages.ts';
import { type ErasedPerson, type Erasure, isNothing } from './erasure.ts';
import { ErasureCounts, KeptNotes } from './erasure-counts.tsx';
import { erasureMessages } from './messages.ts';

type Props = {
  person: ErasedPerson;
  /** Name of the customer, or the number. */
  name: string;
  /** Undefined while it is being counted. */
  preview: Erasure | undefined;
  /** Whether the list of erasures is beside the window. */
  isListed?: boolean;
  /** The server has accepted the erasure. */
  onBegun?: () => void;
  onClose: (after: 'erased' | 'canceled') => void;
};

/** Shows what will go, asks for a typed word, erases, and shows how far the erasure is. */
export function EraseWindow({ person, name, preview, isListed = false, onBegun, onClose }: Props) {
  const say = useText(erasureMessages);
  // The server continues the erasure whatever happens to the window.
  const erase = useWrite((send, body: ErasedPerson) => send('POST', '/erasures', { body }), {
    changes: ['/erasures', '/customers', '/calls', '/blocked-numbers'],
    onDone: () => {
      onBegun?.();
      forgetUnshown();
    },
    shown: 'window',
    goesOn: true,
  });
  const begun = erase.data?.data;
  const close = () => {
    if (begun) forgetUnshown();
    onClose(begun ? 'erased' : 'canceled');
  };
  return (
    <Modal
      opened
      onClose={close}
      title={begun ? say('title') : say('windowTitle', { name })}
      withCloseButton={!erase.isPending}
      closeOnEscape={!erase.isPending}
      closeOnClickOutside={false}
    >
      {begun ? (
        <Begun begun={begun} isListed={isListed} onClose={close} />
      ) : preview ? (
        <Question
          preview={preview}
          isBusy={erase.isPending}
          error={erase.error}
          onErase={() => erase.mutate(person)}
          onCancel={close}
        />
      ) : (
        <Progress value={100} animated aria-label={say('loadingPreview')} />
      )}
    </Modal>
  );
}

type QuestionProps = {
  preview: Erasure;
  isBusy: boolean;
  error: Error | null;
  onErase: () => void;
  onCancel: () => void;
};

function Question({ preview, isBusy, error, onErase, onCancel }: QuestionProps) {
  const say = useText(erasureMessages);
  const word = useText(words);
  const [typed, setTyped] = useState('');
  const wanted = say('word');
  const isConfirmed = typed.trim().toLowerCase() === wanted.toLowerCase();
  if (isNothing(preview))
    return (
      <Stack>
        <Text size="sm">{say('nothing')}</Text>
        <KeptNotes erasure={preview} />
        <Group justify="flex-end">
          <Button onClick={onCancel}>{say('close')}</Button>
        </Group>
      </Stack>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isConfirmed) onErase();
      }}
    >
      <Stack>
        <ErasureCounts title={say('willGo')} erasure={preview} />
        <KeptNotes erasure={preview} />
        <Alert color="red" icon={<Icon name="alert-triangle" />}>
          {say('irreversible')}
        </Alert>
        <TextInput
          label={say('typeToConfirm', { word: wanted })}
          autoComplete="off"
          data-autofocus
          value={typed}
          disabled={isBusy}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {error && <Failure error={error} />}
        {isBusy && <Running text={say('erasing')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
            {word('cancel')}
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={!isConfirmed}>
            {say('erase')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type BegunProps = { begun: Erasure; isListed: boolean; onClose: () => void };

/** The first answer is often the last one; otherwise the erasure is read until it is finished. */
function Begun({ begun, isListed, onClose }: BegunProps) {
  const say = useText(erasureMessages);
  const read = useOne(
    '/erasures/{erasureId}',
    { params: { erasureId: begun.erasure_id ?? 0 } },
    {
      enabled: begun.status === 'running',
      refetchInterval: ({ state }) => (state.data?.data.status === 'finished' ? false : 2_000),
    },
  );
  const erasure = begun.status === 'running' ? (read.data?.data ?? begun) : begun;
  const isRunning = erasure.status === 'running';
  return (
    <Stack>
      {isRunning ? (
        <Running text={say(erasure.step ? `step_${erasure.step}` : 'erasing')} />
      ) : (
        <Alert color="teal" icon={<Icon name="check" />} role="status">
          {say('done')}
        </Alert>
      )}
      <ErasureCounts title={say(isRunning ? 'gone' : 'goneAll')} erasure={erasure} />
      {isRunning ? (
        <Text size="sm">{say(isListed ? 'goesOn' : 'goesOnElsewhere')}</Text>
      ) : (
        <KeptNotes erasure={erasure} />
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {say('close')}
        </Button>
      </Group>
    </Stack>
  );
}

function Running({ text }: { text: string }) {
  return (
    <Stack gap={6} role="status">
      <Text size="sm">{text}</Text>
      <Progress value={100} animated aria-label={text} />
    </Stack>
  );
}

function Failure({ error }: { error: Error }) {
  const say = useText(erasureMessages);
  const textOf = useProblemText();
  const text = isProblem(error, 'call_in_progress') ? say('callInProgress') : textOf(error);
  return (
    <Alert color="red" role="alert">
      <ProblemNote text={text} error={error} />
    </Alert>
  );
}
