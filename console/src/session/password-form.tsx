import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useChangePassword } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { useFields } from '../parts/forms/use-fields.ts';
import { showDone, useProblemText } from '../parts/problems/show-problem.tsx';
import { sessionMessages } from './messages.ts';

const shortest = 12;
const isTooShort = (password: string) => [...password].length < shortest;

/** The checks of a chosen password, which is in the given field, and of its repetition in `repeated`. */
export function useChosenPassword<Field extends string>(field: Field) {
  const say = useText(sessionMessages);
  type Values = Record<Field | 'repeated', string>;
  return {
    [field]: (chosen: string) => isTooShort(chosen) && say('tooShort'),
    repeated: (repeated: string, values: Values) =>
      !isTooShort(values[field]) && repeated !== values[field] && say('different'),
  };
}

/** `isFirst`: the log-in has just proven the current password, so the form does not ask for it again. */
export function PasswordForm({ email, isFirst = false }: { email: string; isFirst?: boolean }) {
  const say = useText(sessionMessages);
  const textOf = useProblemText();
  const change = useChangePassword();
  const form = useFields({
    initialValues: { current_password: '', new_password: '', repeated: '' },
    error: change.error,
    validate: useChosenPassword('new_password'),
  });
  const onChange = ({ current_password, new_password }: typeof form.values) => {
    const onSuccess = () => {
      form.reset();
      showDone(say('changed'));
    };
    change.mutate({ ...(!isFirst && { current_password }), new_password }, { onSuccess });
  };

  return (
    <form {...form.sending(onChange)}>
      <Stack>
        {change.error && Object.keys(form.faults).length === 0 && (
          <Alert color="red" role="alert">
            {textOf(change.error)}
          </Alert>
        )}
        {/* Password managers read from it whose password changes. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {!isFirst && (
          <PasswordInput
            label={say('currentPassword')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('current_password')}
          />
        )}
        <PasswordInput
          label={say('chosenPassword')}
          description={say('chosenAbout')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('new_password')}
        />
        <PasswordInput
          label={say('repeatPassword')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('repeated')}
        />
        <Button type="submit" loading={change.isPending}>
          {say('change')}
        </Button>
      </Stack>
    </form>
  );
}
