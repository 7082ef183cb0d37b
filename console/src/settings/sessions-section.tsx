import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLogOut, useSession } from '../api/session.ts';
import { useAll } from '../api/use-read.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Section } from '../parts/page/section.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { useShowProblem } from '../parts/problems/show-problem.tsx';
import { formatMoment } from '../parts/values/when.tsx';
import type { OwnSession } from './administrator.ts';
import { deviceOf } from './device.ts';
import { settingsMessages } from './messages.ts';

export function SessionsSection() {
  const say = useText(settingsMessages);
  const { language } = useLanguage();
  const { expires_at } = useSession();
  const sessions = useAll('/sessions');
  return (
    <Section title={say('sessions')} about={say('sessionsAbout', { time: formatMoment(expires_at, language) })}>
      <Loaded query={sessions}>
        {(all) => (
          <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {all
              .toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
              .map((session) => (
                <SessionRow key={session.session_id} session={session} />
              ))}
          </Stack>
        )}
      </Loaded>
      <Group mt="lg" gap="sm">
        {(sessions.data ?? []).length > 1 && <EndOthers />}
        <LogOutEverywhere />
      </Group>
    </Section>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const say = useText(settingsMessages);
  const { language } = useLanguage();
  const { session_id: sessionId, ip, user_agent, created_at, last_used_at, is_current } = session;
  const end = useWrite((send, _: undefined) => send('DELETE', '/sessions/{sessionId}', { params: { sessionId } }), {
    changes: ['/sessions'],
    goesOn: true,
  });
  const { browser, system } = deviceOf(user_agent);
  const device = browser && system ? say('deviceOn', { browser, system }) : (browser ?? system ?? say('deviceUnknown'));
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600} {...(user_agent && { title: user_agent })}>
            {device}
          </Text>
          {is_current && <Badge>{say('thisSession')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {say('sessionFacts', {
            ip: ip ?? '—',
            since: formatMoment(created_at, language),
            seen: formatMoment(last_used_at, language),
          })}
        </Text>
      </div>
      {!is_current && (
        <Button
          size="xs"
          variant="default"
          aria-label={say('endSessionOf', { device })}
          loading={end.isPending}
          onClick={() => end.mutate(undefined)}
          style={{ flexShrink: 0 }}
        >
          {say('endSession')}
        </Button>
      )}
    </Group>
  );
}

function EndOthers() {
  const say = useText(settingsMessages);
  const end = useWrite((send, _: undefined) => send('POST', '/session/log-out-elsewhere', {}), {
    changes: ['/sessions'],
    goesOn: true,
  });
  return (
    <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
      {say('endOthers')}
    </Button>
  );
}

function LogOutEverywhere() {
  const say = useText(settingsMessages);
  const logOut = useLogOut();
  const showProblem = useShowProblem();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
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
    </>
  );
}
