import { Box, Button, Kbd, SegmentedControl, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useMode, useSwitchMode } from '../api/mode.ts';
import { isPageOf, type PageName } from '../api/pages-of-role.ts';
import { useRole } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { Brand } from '../parts/icons/brand.tsx';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import { MenuLink } from '../parts/page/links.tsx';
import type { Mode } from '../paths.ts';
import { paths } from '../paths.ts';
import type { SearchablePage } from '../search/match-pages.ts';
import { shellMessages } from './messages.ts';
import { PersonMenu } from './person.tsx';
import classes from './shell.module.css';

type Label = keyof typeof shellMessages.en;
type Place = { page: PageName & Label; icon: IconName };

const daily: Place[] = [
  { page: 'home', icon: 'home' },
  { page: 'calls', icon: 'phone' },
  { page: 'customers', icon: 'users' },
  { page: 'blockedNumbers', icon: 'phone-off' },
  { page: 'reports', icon: 'chart-bar' },
];
const telephony: Place[] = [
  { page: 'people', icon: 'user' },
  { page: 'projects', icon: 'folder' },
  { page: 'numbers', icon: 'hash' },
];
const openApi: Place[] = [
  { page: 'apiKeys', icon: 'key' },
  { page: 'webhooks', icon: 'webhook' },
  { page: 'requests', icon: 'arrows-exchange' },
];
const settings: Place[] = [
  { page: 'general', icon: 'settings' },
  { page: 'administrators', icon: 'shield-lock' },
  { page: 'erasures', icon: 'user-x' },
  { page: 'auditLog', icon: 'history' },
];

/** In the menu of the person. */
const account: Place = { page: 'account', icon: 'user' };

/** Every page of the navigation that this administrator may see, and the account. */
export function useSearchablePages(): SearchablePage[] {
  const role = useRole();
  return useMemo(
    () =>
      [...daily, ...telephony, ...openApi, ...settings, account]
        .filter(({ page }) => isPageOf(role, page))
        .map(({ page, icon }) => ({
          to: paths[page],
          icon,
          names: { en: shellMessages.en[page], ja: shellMessages.ja[page] },
        })),
    [role],
  );
}

export function Navigation({ onSearch }: { onSearch: () => void }) {
  return (
    <>
      <Box p="md" pb="xs">
        <Box visibleFrom="sm" mb="md">
          <Brand />
        </Box>
        <ModeSwitch />
        <SearchButton onClick={onSearch} />
      </Box>
      <Box px="sm" className={classes.places}>
        <Places places={daily} />
        <Places title="telephony" places={telephony} />
        <Places title="openApi" places={openApi} />
        <Places title="settings" places={settings} />
      </Box>
      <Box p="sm" style={{ borderTop: '1px solid var(--console-line)' }}>
        <PersonMenu />
      </Box>
    </>
  );
}

function SearchButton({ onClick }: { onClick: () => void }) {
  const say = useText(shellMessages);
  return (
    <Button
      fullWidth
      mt="sm"
      size="sm"
      variant="default"
      visibleFrom="sm" // On a phone, the button is in the header.
      className={classes.search}
      leftSection={<Icon name="search" />}
      rightSection={
        <Kbd size="xs" aria-hidden="true">
          {isApple ? '⌘K' : 'Ctrl K'}
        </Kbd>
      }
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
    >
      {say('search')}
    </Button>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

function ModeSwitch() {
  const say = useText(shellMessages);
  const mode = useMode();
  const switchTo = useSwitchMode();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={say('mode')}
      value={mode}
      onChange={(next) => switchTo(next as Mode)}
      color={mode === 'test' ? '#b04a08' : 'trunk'}
      data={[
        { value: 'test', label: say('test') },
        { value: 'live', label: say('live') },
      ]}
    />
  );
}

function Places({ title, places }: { title?: Label; places: Place[] }) {
  const say = useText(shellMessages);
  const role = useRole();
  const shown = places.filter(({ page }) => isPageOf(role, page));
  if (shown.length === 0) return null;
  return (
    <Box>
      {title && (
        <Text className={classes.group} component="h2">
          {say(title)}
        </Text>
      )}
      {shown.map(({ page, icon }) => (
        <MenuLink
          key={page}
          to={paths[page]}
          label={say(page)}
          leftSection={<Icon name={icon} />}
          className={classes.link}
          activeProps={{ active: true }}
          // Every address begins with that of the home page.
          activeOptions={{ exact: page === 'home' }}
        />
      ))}
    </Box>
  );
}
