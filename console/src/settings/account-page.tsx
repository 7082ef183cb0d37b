import { Box, Stack } from '@mantine/core';
import { useSession } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Section } from '../parts/page/section.tsx';
import { PasswordForm } from '../session/password-form.tsx';
import { settingsMessages } from './messages.ts';
import { SessionsSection } from './sessions-section.tsx';
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
        <SessionsSection />
      </Stack>
    </>
  );
}
