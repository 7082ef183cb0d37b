import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChangePassword } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { useUnsavedValues } from '../parts/forms/unsaved.ts';
import { showDone, useProblemText } from '../parts/problems/show-problem.tsx';
import { useFaults } from '../parts/problems/use-faults.ts';
import { sessionMessages } from './messages.ts';

const shortest = 12;

/** `isFirst`: the log-in has just proven the current one, so it is not asked for again. */
export function PasswordForm({ email, isFirst = false }: { email: string; isFirst?: boolean }) {
  const say = useText(sessionMessages);
  const textOf = useProblemText();
  const change = useChangePassword();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const [repeated, setRepeated] = useState('');
  const [wasSent, setWasSent] = useState(false);

  useUnsavedValues(current, chosen, repeated);

  const isTooShort = [...chosen].length < shortest;
  const isDifferent = chosen !== repeated;
  const faults = useFaults(change.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (isTooShort || isDifferent) return;
    const onSuccess = () => {
      for (const clear of [setCurrent, setChosen, setRepeated]) clear('');
      setWasSent(false);
      showDone(say('changed'));
    };
    change.mutate({ ...(!isFirst && { current_password: current }), new_password: chosen }, { onSuccess });
  };

  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {change.error && Object.keys(faults).length === 0 && (
          <Alert color="red" role="alert">
            {textOf(change.error)}
          </Alert>
        )}
        {/* Password managers know by it whose password is being changed. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {!isFirst && (
          <PasswordInput
            label={say('currentPassword')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={faults.current_password}
          />
        )}
        <PasswordInput
          label={say('chosenPassword')}
          description={say('chosenAbout')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          error={faults.new_password ?? (wasSent && isTooShort && say('tooShort'))}
        />
        <PasswordInput
          label={say('repeatPassword')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
          error={wasSent && !isTooShort && isDifferent && say('different')}
        />
        <Button type="submit" loading={change.isPending}>
          {say('change')}
        </Button>
      </Stack>
    </form>
  );
}
