import { ActionIcon, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isMode } from '../api/mode.ts';
import { SessionContext, useIsSessionOver, useSessionQuery } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { Brand } from '../parts/icons/brand.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { lazyPart } from '../parts/page/lazy-part.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { type Mode, paths } from '../paths.ts';
import { Search } from '../search/search.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LoadingPage } from './loading-page.tsx';
import { shellMessages } from './messages.ts';
import { Navigation, useSearchablePages } from './navigation.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { OpenInMode } from './open-in-mode.tsx';
import classes from './shell.module.css';
import { NoAccessPage, NotFoundPage } from './trouble.tsx';
import { useIsPageForRole } from './use-is-page-for-role.ts';
import { useReturnFocus } from './use-return-focus.ts';

const ForcedPasswordPage = lazyPart(
  async () => (await import('../session/forced-password-page.tsx')).ForcedPasswordPage,
  () => <LoadingPage />,
);
const LogInAgain = lazyPart(async () => (await import('../session/log-in-again.tsx')).LogInAgain);

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
  const [isSearching, search] = useDisclosure();
  const pages = useSearchablePages();
  const isForRole = useIsPageForRole(session.administrator.role);
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
    <>
      <NavigationProgress />
      <a href="#content" className={classes.skip}>
        {say('skip')}
      </a>
      <header className={classes.header}>
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Group gap="sm">
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={say('search')} onClick={search.open}>
              <Icon name="search" size={20} />
            </ActionIcon>
            <Burger
              opened={isOpen}
              onClick={toggle}
              size="sm"
              aria-label={say('openNavigation')}
              aria-expanded={isOpen}
            />
          </Group>
        </Group>
      </header>
      <nav className={classes.navigation} data-open={isOpen || undefined} aria-label={say('navigation')}>
        <Navigation onSearch={search.open} />
      </nav>
      <main className={classes.main}>
        {(mode === 'test' || session.live_calls === 'simulated') && (
          <Text className={classes.test} component="p">
            {say(mode === 'test' ? 'testBanner' : 'simulatedBanner')}
          </Text>
        )}
        <Box ref={content} id="content" tabIndex={-1} className={classes.content}>
          {isForRole ? <Outlet /> : <NoAccessPage />}
        </Box>
      </main>
      <Search label={say('search')} opened={isSearching} pages={pages} onOpen={search.open} onClose={search.close} />
      <LeaveGuard />
    </>
  );
}
