import { Avatar, Box, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useLogOut } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import type { Language } from '../i18n/messages.ts';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import { useShowProblem } from '../parts/problems/show-problem.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import { shellMessages } from './messages.ts';
import classes from './shell.module.css';

const schemes = [
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
  { value: 'auto', icon: 'device-desktop' },
] satisfies { value: string; icon: IconName }[];

/** Each language in its own words, so that people who cannot read the page find theirs. */
const languageNames: Record<Language, string> = { en: 'English', ja: '日本語' };

export function PersonMenu({ session: { administrator, tenant } }: { session: Session }) {
  const say = useText(shellMessages);
  const word = useText(words);
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const showProblem = useShowProblem();
  return (
    <Menu width={232} position="top-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.person}>
          <Group wrap="nowrap" gap="sm">
            <Avatar size={30} radius="md" color="trunk" aria-hidden="true">
              {tenant.name.slice(0, 1).toUpperCase()}
            </Avatar>
            <Box miw={0} flex={1}>
              <Text size="sm" fw={600} truncate>
                {tenant.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {administrator.email}
              </Text>
            </Box>
            <Icon name="dots" />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say(administrator.role)}</Menu.Label>
        <Menu.Item leftSection={<Icon name="user" />} onClick={() => navigate({ to: paths.account })}>
          {say('account')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="file-text" />} component="a" href="/docs" target="_blank">
          {say('docs')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{word('language')}</Menu.Label>
        {Object.entries(languageNames).map(([value, name]) => (
          <Menu.Item
            key={value}
            lang={value}
            leftSection={<Icon name="language" />}
            rightSection={value === language && <Icon name="check" size={16} />}
            aria-current={value === language}
            onClick={() => choose(value as Language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Label>{say('scheme')}</Menu.Label>
        {schemes.map(({ value, icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon name={icon} />}
            rightSection={value === colorScheme && <Icon name="check" size={16} />}
            aria-current={value === colorScheme}
            onClick={() => setColorScheme(value as 'light' | 'dark' | 'auto')}
          >
            {say(value as 'light' | 'dark' | 'auto')}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => logOut.mutate('here', { onError: showProblem })}>
          {say('logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
