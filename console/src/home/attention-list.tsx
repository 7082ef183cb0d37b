import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { Section } from '../parts/page/section.tsx';
import { formatMoment } from '../parts/values/when.tsx';
import { paths } from '../paths.ts';
import classes from './home.module.css';
import type { Home } from './home.ts';
import { homeMessages } from './messages.ts';

const webhookTexts = { endpoint_gone: 'webhookGone', failing_for_120_hours: 'webhookStopped' } as const;
const isKnown = (reason: string | null): reason is keyof typeof webhookTexts =>
  reason !== null && reason in webhookTexts;

/** Webhooks, trunks and keys that need attention, each with a link to its page. Renders nothing if there are none. */
export function AttentionList({ attention: { webhooks, trunks, keys } }: Pick<Home, 'attention'>) {
  const say = useText(homeMessages);
  const { language } = useLanguage();
  if (webhooks.length + trunks.length + keys.length === 0) return null;
  return (
    <Section title={say('attention')}>
      <Stack gap={0} className={classes.rows}>
        {trunks.map(({ trunk_id, name, state }) => (
          <Line
            key={trunk_id}
            link={
              <TextLink to={paths.numbers} inherit>
                {say('openTrunks')}
              </TextLink>
            }
          >
            {say(state === 'rejected' ? 'trunkRejected' : 'trunkUnreachable', { name })}
          </Line>
        ))}
        {webhooks.map(({ webhook_id, label: name, disabled_reason: reason }) => (
          <Line
            key={webhook_id}
            link={
              <TextLink to={paths.webhook} params={{ webhookId: String(webhook_id) }} inherit>
                {say('openWebhook')}
              </TextLink>
            }
          >
            {say(isKnown(reason) ? webhookTexts[reason] : 'webhookFailing', { name })}
          </Line>
        ))}
        {keys.map(({ key_id, name, expires_at }) => (
          <Line
            key={key_id}
            link={
              <TextLink to={paths.apiKeys} inherit>
                {say('openKeys')}
              </TextLink>
            }
          >
            {say('keyExpires', { name, when: formatMoment(expires_at, language) })}
          </Line>
        ))}
      </Stack>
    </Section>
  );
}

function Line({ children, link }: { children: ReactNode; link: ReactNode }) {
  return (
    <Group className={classes.row} gap="sm" wrap="nowrap" fz="sm">
      <ThemeIcon size={24} radius="xl" color="orange" variant="light">
        <Icon name="alert-triangle" size={14} />
      </ThemeIcon>
      <Text inherit className={classes.name} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      {link}
    </Group>
  );
}
