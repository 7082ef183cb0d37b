import { Anchor, Button, Group, Progress, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import type { Shapes } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { ButtonLink, TextLink } from '../parts/page/links.tsx';
import { Section } from '../parts/page/section.tsx';
import { paths } from '../paths.ts';
import { remember, remembered } from '../remembered.ts';
import { CallSample, CallStep } from './call-step.tsx';
import { startMessages } from './messages.ts';
import { StartStep } from './step.tsx';

type Props = { steps: Shapes['FirstSteps']; onCall: () => void };

/** Guides a new tenant to its first key, its first call and its first webhook, until they are done or dismissed. */
export function FirstSteps({ steps, onCall }: Props) {
  const say = useText(startMessages);
  const { dismissed, dismiss } = useDismissal();
  const done = { key: steps.key, call: steps.called_in.length > 0, webhook: steps.webhook };
  // Without the license there are no webhooks, and no such step.
  const all = Object.values(done).filter((isDone) => isDone !== null);
  const [count, total] = [all.filter(Boolean).length, all.length];
  if (dismissed || count === total) return null;
  return (
    <Section
      title={say('title')}
      about={say('welcome')}
      aside={
        <Button size="xs" variant="subtle" color="gray" onClick={dismiss}>
          {say('dismiss')}
        </Button>
      }
    >
      <Group gap="sm" wrap="nowrap" mb="md">
        <Progress value={(count / total) * 100} flex={1} aria-label={say('done', { count, total })} />
        <Text size="sm" c="dimmed">
          {say('done', { count, total })}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, md: total }}>
        <StartStep
          icon="key"
          title={say('key')}
          about={say('keyAbout')}
          isDone={done.key}
          action={
            <ButtonLink to={paths.apiKeys} variant={done.key ? 'default' : 'filled'}>
              {say('keyAction')}
            </ButtonLink>
          }
        />
        <CallStep steps={steps} onCall={onCall} />
        {done.webhook !== null && (
          <StartStep
            icon="webhook"
            title={say('webhook')}
            about={say('webhookAbout')}
            isDone={done.webhook}
            action={
              <ButtonLink to={paths.webhooks} variant={done.key && done.call && !done.webhook ? 'filled' : 'default'}>
                {say('webhookAction')}
              </ButtonLink>
            }
          />
        )}
      </SimpleGrid>
      {!done.call && steps.staff && steps.project && <CallSample />}
      <NextSteps />
    </Section>
  );
}

/** Each administrator decides for themselves, in each browser. */
function useDismissal() {
  const { administrator_id } = useSession().administrator;
  const choice = `first-steps.${administrator_id}` as const;
  const [dismissed, setDismissed] = useState(() => remembered(choice) === 'dismissed');
  const dismiss = () => {
    remember(choice, 'dismissed');
    setDismissed(true);
  };
  return { dismissed, dismiss };
}

function NextSteps() {
  const say = useText(startMessages);
  return (
    <Group gap="md" mt="md" fz="sm">
      <Text size="sm" c="dimmed">
        {say('next')}
      </Text>
      <TextLink to={paths.people} inherit>
        {say('people')}
      </TextLink>
      <TextLink to={paths.numbers} inherit>
        {say('numbers')}
      </TextLink>
      <TextLink to={paths.customerImport} inherit>
        {say('customers')}
      </TextLink>
      <Anchor href="/docs" inherit>
        {say('docs')}
      </Anchor>
    </Group>
  );
}
