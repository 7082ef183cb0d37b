import { Menu, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useLogOut, useSession } from '../api/session.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import type { Language } from '../i18n/messages.ts';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import { useShowProblem } from '../parts/problems/show-problem.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import { shellMessages } from './messages.ts';
import { PersonButton } from './person-button.tsx';

const schemes = [
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
  { value: 'auto', icon: 'device-desktop' },
] satisfies { value: string; icon: IconName }[];

/** Each language in its own words, so that people who cannot read the page find theirs. */
const languageNames: Record<Language, string> = { en: 'English', ja: '日本語' };

/** Is loaded when it is first opened, or before, and so it begins open. */
export function PersonMenu() {
  const { administrator } = useSession();
  const say = useText(shellMessages);
  const word = useText(words);
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const showProblem = useShowProblem();
  return (
    <Menu width={232} position="top-start" shadow="md" defaultOpened>
      <Menu.Target>
        <PersonButton />
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
