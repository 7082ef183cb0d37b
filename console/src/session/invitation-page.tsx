import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useAcceptInvitation, useInvitation } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { useFields } from '../parts/forms/use-fields.ts';
import { useProblemText } from '../parts/problems/show-problem.tsx';
import { paths } from '../paths.ts';
import { sessionMessages } from './messages.ts';
import { OutsideFrame } from './outside-frame.tsx';
import { useChosenPassword } from './password-form.tsx';

/** For an invited person. The token is in the fragment of the address, which no server sees. */
export function InvitationPage() {
  const say = useText(sessionMessages);
  const textOf = useProblemText();
  const token = useLocation().hash;
  const { data: invitation, error } = useInvitation(token);
  if (error)
    return (
      <OutsideFrame title={say('invitationOver')}>
        <Stack>
          <Alert color="yellow" role="alert">
            {textOf(error)}
          </Alert>
          <Anchor href={paths.logIn} size="sm">
            {say('welcome')}
          </Anchor>
        </Stack>
      </OutsideFrame>
    );
  if (!invitation)
    return (
      <OutsideFrame title={say('invitation')}>
        <Skeleton h={200} />
      </OutsideFrame>
    );
  const { tenant_name: tenant, email } = invitation;
  return (
    <OutsideFrame title={say('invitationTo', { tenant })} about={say('invitationAbout')}>
      <InvitationForm token={token} email={email} />
    </OutsideFrame>
  );
}

function InvitationForm({ token, email }: { token: string; email: string }) {
  const say = useText(sessionMessages);
  const textOf = useProblemText();
  const { history } = useRouter();
  const accept = useAcceptInvitation();
  const validate = useChosenPassword('password');
  const form = useFields({ initialValues: { password: '', repeated: '' }, error: accept.error, validate });
  const onAccept = ({ password }: typeof form.values) =>
    accept.mutate({ token, password }, { onSuccess: () => history.replace('/') });
  return (
    <form {...form.sending(onAccept)}>
      <Stack>
        {accept.error && !form.faults.password && (
          <Alert color="red" role="alert">
            {form.faults.email ?? textOf(accept.error)}
          </Alert>
        )}
        <TextInput label={say('email')} type="email" autoComplete="username" readOnly value={email} />
        <PasswordInput
          label={say('password')}
          description={say('chosenAbout')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={say('confirmPassword')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('repeated')}
        />
        <Button type="submit" size="md" loading={accept.isPending}>
          {say('accept')}
        </Button>
      </Stack>
    </form>
  );
}
