import { Alert, Button, Group, PasswordInput, PinInput, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { isProblem } from '../api/problem.ts';
import { useLogIn, useSessionQuery } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { useProblemText } from '../parts/show-problem.tsx';
import { paths } from '../paths.ts';
import { Door } from './door.tsx';
import { sessionMessages } from './messages.ts';

const route = getRouteApi('/login');

export function LogInPage() {
  const say = useText(sessionMessages);
  const { data: session } = useSessionQuery();
  const { to } = route.useSearch();
  const textOf = useProblemText();
  const logIn = useLogIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);

  const { history } = useRouter();
  useEffect(() => {
    if (session) history.replace(inside(to));
  }, [session, history, to]);

  const enter = (totp_code?: string) =>
    logIn.mutate(
      { email: email.trim(), password, ...(totp_code && { totp_code }) },
      {
        onError: (error) => {
          if (isProblem(error, 'totp_required')) setAsksCode(true);
          if (isProblem(error, 'invalid_totp_code')) setCode('');
        },
      },
    );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    enter(code || undefined);
  };
  // What the server says of it is for programs.
  const explain = (error: Error) => (isProblem(error, 'unavailable') ? say('busy') : textOf(error));
  const problem = logIn.error && !isProblem(logIn.error, 'totp_required') ? explain(logIn.error) : undefined;

  return (
    <Door title={say('welcome')} below={say('forgotten')}>
      <form onSubmit={onSubmit}>
        <Stack>
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          {asksCode ? (
            <CodeInput code={code} onChange={setCode} onComplete={enter} />
          ) : (
            <>
              <TextInput
                label={say('email')}
                type="email"
                autoComplete="username"
                required
                withAsterisk={false}
                autoFocus
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <PasswordInput
                label={say('password')}
                autoComplete="current-password"
                required
                withAsterisk={false}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            </>
          )}
          <Button type="submit" size="md" fullWidth loading={logIn.isPending}>
            {say('logIn')}
          </Button>
          {asksCode && (
            <Button variant="subtle" onClick={() => setAsksCode(false)}>
              {say('otherAccount')}
            </Button>
          )}
        </Stack>
      </form>
    </Door>
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

/** Where somebody wanted to go before; never to another site, whatever stands in the address. */
function inside(to: string | undefined): string {
  return to && /^\/(?![/\\])/.test(to) ? to : paths.home;
}
