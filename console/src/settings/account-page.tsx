import { Box, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLogOut, useSession } from '../api/session.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Section } from '../parts/page/section.tsx';
import { useShowProblem } from '../parts/problems/show-problem.tsx';
import { formatMoment } from '../parts/values/when.tsx';
import { PasswordForm } from '../session/password-form.tsx';
import { settingsMessages } from './messages.ts';
import { TotpSection } from './totp-section.tsx';

export function AccountPage() {
  const say = useText(settingsMessages);
  const { administrator } = useSession();
  return (
    <>
      <PageHeader title={say('account')} about={say('accountAbout', { email: administrator.email })} />
      <Stack maw={640}>
        <Section title={say('password')} about={say('passwordAbout')}>
          <Box maw={400}>
            <PasswordForm email={administrator.email} />
          </Box>
        </Section>
        <TotpSection />
        <SessionSection />
      </Stack>
    </>
  );
}

function SessionSection() {
  const say = useText(settingsMessages);
  const { language } = useLanguage();
  const { expires_at } = useSession();
  const logOut = useLogOut();
  const showProblem = useShowProblem();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section title={say('sessions')} about={say('sessionsAbout', { time: formatMoment(expires_at, language) })}>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {say('logOutEverywhere')}
      </Button>
      <Confirm
        opened={isAsking}
        title={say('logOutEverywhereTitle')}
        action={say('logOutEverywhere')}
        isBusy={logOut.isPending}
        onConfirm={() => logOut.mutate('everywhere', { onError: showProblem })}
        onClose={() => setIsAsking(false)}
      >
        {say('logOutEverywhereAbout')}
      </Confirm>
    </Section>
  );
}
