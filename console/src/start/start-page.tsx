import { Anchor, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMode, useSwitchMode } from '../api/mode.ts';
import { useMayWrite } from '../api/session.ts';
import { NewCallWindow } from '../calls/new-call-window.tsx';
import { useText } from '../i18n/language.tsx';
import { ButtonLink, TextLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Section } from '../parts/page/section.tsx';
import { paths } from '../paths.ts';
import { CallStep } from './call-step.tsx';
import { startMessages } from './messages.ts';
import { StartStep } from './step.tsx';
import { useProgress } from './use-progress.ts';

/** Guides an empty tenant to its first key, its first call and its first webhook. */
export function StartPage() {
  const say = useText(startMessages);
  const mayWrite = useMayWrite();
  const mode = useMode();
  const switchTo = useSwitchMode();
  const [isCalling, setIsCalling] = useState(false);
  const progress = useProgress(mayWrite);
  const { done, count, total } = progress;
  const startCall = () => {
    // A first call is a test call, which rings no telephone.
    switchTo('test');
    setIsCalling(true);
  };
  return (
    <>
      <PageHeader title={say('title')} about={say(count === total ? 'allDone' : 'welcome')} />
      <Stack maw={820}>
        <Group gap="sm" wrap="nowrap">
          <Progress value={(count / total) * 100} flex={1} size="lg" aria-label={say('done', { count, total })} />
          <Text size="sm" c="dimmed">
            {say('done', { count, total })}
          </Text>
        </Group>
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
        <CallStep progress={progress} onCall={startCall} />
        {mayWrite && (
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
        {mayWrite && <NextSteps />}
      </Stack>
      {isCalling && mode === 'test' && <NewCallWindow onClose={() => setIsCalling(false)} />}
    </>
  );
}

function NextSteps() {
  const say = useText(startMessages);
  return (
    <Section title={say('next')}>
      <List spacing="xs">
        <List.Item>
          <TextLink to={paths.people}>{say('people')}</TextLink>
        </List.Item>
        <List.Item>
          <TextLink to={paths.numbers}>{say('numbers')}</TextLink>
        </List.Item>
        <List.Item>
          <TextLink to={paths.customerImport}>{say('customers')}</TextLink>
        </List.Item>
        <List.Item>
          <Anchor href="/docs">{say('docs')}</Anchor>
        </List.Item>
      </List>
    </Section>
  );
}
