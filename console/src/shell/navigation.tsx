import { AppShell, Box, ScrollArea, SegmentedControl, Text } from '@mantine/core';
import { useMode, useSwitchMode } from '../api/mode.ts';
import { useMayWrite } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { Brand } from '../parts/icons/brand.tsx';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import { MenuLink } from '../parts/page/links.tsx';
import type { Mode } from '../paths.ts';
import { paths } from '../paths.ts';
import { shellMessages } from './messages.ts';
import { PersonMenu } from './person-menu.tsx';
import classes from './shell.module.css';

type Label = keyof typeof shellMessages.en;
type Place = {
  to: (typeof paths)[keyof typeof paths];
  label: Label;
  icon: IconName;
  /** Hidden from viewers. */
  isForAdministrators?: boolean;
};

const daily: Place[] = [
  { to: paths.start, label: 'start', icon: 'rocket' },
  { to: paths.calls, label: 'calls', icon: 'phone' },
  { to: paths.customers, label: 'customers', icon: 'users' },
  { to: paths.blockedNumbers, label: 'blockedNumbers', icon: 'phone-off' },
  { to: paths.reports, label: 'reports', icon: 'chart-bar' },
];
const telephony: Place[] = [
  { to: paths.people, label: 'people', icon: 'user' },
  { to: paths.projects, label: 'projects', icon: 'folder' },
  { to: paths.numbers, label: 'numbers', icon: 'hash' },
];
const openApi: Place[] = [
  { to: paths.apiKeys, label: 'apiKeys', icon: 'key' },
  { to: paths.webhooks, label: 'webhooks', icon: 'webhook', isForAdministrators: true },
  { to: paths.requests, label: 'requests', icon: 'arrows-exchange', isForAdministrators: true },
];
const settings: Place[] = [
  { to: paths.administrators, label: 'administrators', icon: 'shield-lock' },
  { to: paths.auditLog, label: 'auditLog', icon: 'history', isForAdministrators: true },
];

export function Navigation({ session }: { session: Session }) {
  return (
    <>
      <AppShell.Section p="md" pb="xs">
        <Box visibleFrom="sm" mb="md">
          <Brand />
        </Box>
        <ModeSwitch />
      </AppShell.Section>
      <AppShell.Section grow component={ScrollArea} px="sm" type="scroll">
        <Places places={daily} />
        <Places title="telephony" places={telephony} />
        <Places title="openApi" places={openApi} />
        <Places title="settings" places={settings} />
      </AppShell.Section>
      <AppShell.Section p="sm" style={{ borderTop: '1px solid var(--console-line)' }}>
        <PersonMenu session={session} />
      </AppShell.Section>
    </>
  );
}

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
  const mayWrite = useMayWrite();
  const shown = places.filter(({ isForAdministrators }) => mayWrite || !isForAdministrators);
  return (
    <Box>
      {title && (
        <Text className={classes.group} component="h2">
          {say(title)}
        </Text>
      )}
      {shown.map(({ to, label, icon }) => (
        <MenuLink
          key={to}
          to={to}
          label={say(label)}
          leftSection={<Icon name={icon} />}
          className={classes.link}
          activeProps={{ active: true }}
        />
      ))}
    </Box>
  );
}
