import { Grid, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useMode, useSwitchMode } from '../api/mode.ts';
import { useSession } from '../api/session.ts';
import { NewCallWindow } from '../calls/new-call.ts';
import { StreamBadge } from '../calls/stream-badge.tsx';
import { useLanguage, useText } from '../i18n/language.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { FirstSteps } from '../start/first-steps.tsx';
import { AttentionList } from './attention-list.tsx';
import { CallsNow } from './calls-now.tsx';
import { homeMessages } from './messages.ts';
import { StaffNow } from './staff-now.tsx';
import { Today, TodaySkeleton } from './today.tsx';
import { useHome } from './use-home.ts';

/** The state of the tenant today and now. */
export function HomePage() {
  const say = useText(homeMessages);
  const mode = useMode();
  const switchTo = useSwitchMode();
  const { stream, state, figures } = useHome();
  const [isCalling, setIsCalling] = useState(false);
  const startCall = () => {
    // A first call is a test call, which rings no telephone.
    switchTo('test');
    setIsCalling(true);
  };
  return (
    <>
      <PageHeader title={say('title')} about={<TodayName />} actions={<StreamBadge state={stream} />} />
      <Loaded query={state} skeleton={<HomeSkeleton />}>
        {({ data: { calls, staff, attention, first_steps } }) => (
          <Stack>
            {first_steps && <FirstSteps steps={first_steps} onCall={startCall} />}
            <AttentionList attention={attention} />
            <Today query={figures} />
            <Grid gap="md">
              <Grid.Col span={{ base: 12, md: 7 }}>
                <CallsNow calls={calls} staff={staff} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 5 }}>
                <StaffNow staff={staff} />
              </Grid.Col>
            </Grid>
          </Stack>
        )}
      </Loaded>
      {isCalling && mode === 'test' && <NewCallWindow onClose={() => setIsCalling(false)} />}
    </>
  );
}

/** The day of the tenant's time zone, which may differ from that of the browser. */
function TodayName() {
  const { language } = useLanguage();
  const { timezone: timeZone } = useSession().tenant;
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', month: 'long', day: 'numeric', timeZone });
  return `${day.format(new Date())} · ${timeZone}`;
}

function HomeSkeleton() {
  return (
    <Stack>
      <TodaySkeleton />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Skeleton h={220} radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Skeleton h={220} radius="lg" />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
