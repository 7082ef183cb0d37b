import { Alert, Button, Group, PasswordInput, PinInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isProblem } from '../api/problem.ts';
import { useLogIn } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { useProblemText } from '../parts/problems/show-problem.tsx';
import { sessionMessages } from './messages.ts';

type Props = {
  /** The address whose password is asked for; without one the form asks for the address too. */
  email?: string;
  /** For another person, who must not see this administrator's page. */
  onOther?: () => void;
};

export function LogInForm({ email: known, onOther }: Props) {
  const say = useText(sessionMessages);
  const textOf = useProblemText();
  const logIn = useLogIn();
  const form = useForm({ initialValues: { email: known ?? '', password: '', code: '', recovery: '' } });
  const [asked, setAsked] = useState<'password' | 'code' | 'recovery code'>('password');

  const { email, password, code, recovery } = form.values;
  const setCode = (next: string) => form.setFieldValue('code', next);
  const enter = (factor: { totp_code?: string; recovery_code?: string }) =>
    logIn.mutate(
      { email: email.trim(), password, ...factor },
      {
        onError: (error) => {
          if (isProblem(error, 'totp_required')) setAsked('code');
          if (isProblem(error, 'invalid_totp_code')) setCode('');
        },
      },
    );
  const explain = (error: Error) => (isProblem(error, 'unavailable') ? say('busy') : textOf(error));
  const problem = logIn.error && !isProblem(logIn.error, 'totp_required') ? explain(logIn.error) : undefined;
  const startOver = onOther ?? (asked === 'password' ? undefined : () => setAsked('password'));
  const switchTo = (next: 'code' | 'recovery code') => {
    logIn.reset();
    setAsked(next);
  };
  const onSubmit = () => {
    if (asked === 'recovery code') return enter({ recovery_code: recovery });
    return enter(asked === 'code' ? { totp_code: code } : {});
  };

  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack>
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {asked === 'code' && (
          <CodeInput code={code} onChange={setCode} onComplete={(totp_code) => enter({ totp_code })} />
        )}
        {asked === 'recovery code' && (
          <TextInput
            label={say('recoveryCode')}
            description={say('recoveryAbout')}
            autoComplete="off"
            spellCheck={false}
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('recovery')}
          />
        )}
        {asked === 'password' && (
          <>
            <TextInput
              label={say('email')}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus={known === undefined}
              readOnly={known !== undefined}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={say('password')}
              autoComplete="current-password"
              required
              withAsterisk={false}
              data-autofocus={known !== undefined || undefined}
              {...form.getInputProps('password')}
            />
          </>
        )}
        <Button type="submit" size="md" fullWidth loading={logIn.isPending}>
          {say('logIn')}
        </Button>
        {asked !== 'password' && (
          <Button variant="subtle" onClick={() => switchTo(asked === 'code' ? 'recovery code' : 'code')}>
            {say(asked === 'code' ? 'useRecovery' : 'useApp')}
          </Button>
        )}
        {startOver && (
          <Button variant="subtle" onClick={startOver}>
            {say('otherAccount')}
          </Button>
        )}
      </Stack>
    </form>
  );
}

type CodeProps = { code: string; onChange: (code: string) => void; onComplete: (code: string) => void };

function CodeInput({ code, onChange, onComplete }: CodeProps) {
  const say = useText(sessionMessages);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {say('code')}
      </Text>
      <Group justify="center">
        <PinInput
          length={6}
          type="number"
          oneTimeCode
          autoFocus
          aria-label={say('code')}
          value={code}
          onChange={onChange}
          onComplete={onComplete}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {say('codeAbout')}
      </Text>
    </Stack>
  );
}
