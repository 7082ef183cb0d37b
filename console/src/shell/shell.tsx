import { AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isMode } from '../api/mode.ts';
import { SessionContext, useIsSessionOver, useSessionQuery } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { Brand } from '../parts/icons/brand.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { type Mode, paths } from '../paths.ts';
import { ForcedPasswordPage } from '../session/forced-password-page.tsx';
import { LogInAgain } from '../session/log-in-again.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LoadingPage } from './loading-page.tsx';
import { shellMessages } from './messages.ts';
import { Navigation } from './navigation.tsx';
import { OpenInMode } from './open-in-mode.tsx';
import classes from './shell.module.css';
import { NotFoundPage } from './trouble.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** The frame of every page of a signed-in person; others are sent to the log-in page and come back afterwards. */
export function Shell() {
  const session = useSessionQuery();
  const isOver = useIsSessionOver();
  const mode = useParams({ strict: false, select: (params) => params.mode });
  if (mode !== undefined && !isMode(mode)) return <NotFoundPage />;
  return (
    <Loaded query={session} skeleton={<LoadingPage />}>
      {(found) => {
        if (!found) return <ToLogIn />;
        if (found.administrator.must_change_password) return <ForcedPasswordPage session={found} />;
        // If another administrator has signed in beside this page, everything is mounted again.
        return (
          <SessionContext key={found.administrator.administrator_id} value={found}>
            {mode ? <SignedIn session={found} mode={mode} /> : <OpenInMode />}
            {isOver && <LogInAgain session={found} />}
          </SessionContext>
        );
      }}
    </Loaded>
  );
}

/** Once: the address changes while the router navigates, and must not be taken for the page that was asked for. */
function ToLogIn() {
  const navigate = useNavigate();
  useEffect(() => {
    const wanted = location.pathname + location.search;
    void navigate({ to: paths.logIn, search: wanted === '/' ? {} : { to: wanted }, replace: true });
  }, [navigate]);
  return <LoadingPage />;
}

function SignedIn({ session, mode }: { session: Session; mode: Mode }) {
  const say = useText(shellMessages);
  const [isOpen, { toggle, close }] = useDisclosure();
  // The other mode is the same page.
  const pathname = useLocation({ select: (location) => location.pathname.replace(`/${mode}`, '') });
  const content = useRef<HTMLDivElement>(null);
  const lastPath = useRef(pathname);
  useReturnFocus(content);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    close();
    // A screen reader continues where the focus is: at the new page, not at the link that led to it.
    content.current?.focus({ preventScroll: true });
  }, [pathname, close]);

  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 244, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <a href="#content" className={classes.skip}>
        {say('skip')}
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.surface}>
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Burger
            opened={isOpen}
            onClick={toggle}
            size="sm"
            aria-label={say('openNavigation')}
            aria-expanded={isOpen}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.surface} aria-label={say('navigation')}>
        <Navigation session={session} />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
        {(mode === 'test' || session.live_calls === 'simulated') && (
          <Text className={classes.test} component="p">
            {say(mode === 'test' ? 'testBanner' : 'simulatedBanner')}
          </Text>
        )}
        <Box ref={content} id="content" tabIndex={-1} className={classes.content}>
          <Outlet />
        </Box>
      </AppShell.Main>
      <LeaveGuard />
    </AppShell>
  );
}
