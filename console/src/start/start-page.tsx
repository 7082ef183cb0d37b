import { Anchor, Badge, Button, Group, List, Paper, Progress, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { otherMode, useMode, useSwitchMode } from '../api/mode.ts';
import { useMayWrite } from '../api/session.ts';
import { useAll, usePage } from '../api/use-read.ts';
import { NewCallWindow } from '../calls/new-call-window.tsx';
import { useCallCount } from '../calls/use-call-count.ts';
import { useText } from '../i18n/language.tsx';
import { hasEnded } from '../keys/key-state.ts';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import { ButtonLink, TextLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Section } from '../parts/page/section.tsx';
import { CodeBlock } from '../parts/values/code-block.tsx';
import { projectOptions, staffOptions, useNames } from '../parts/values/use-names.ts';
import { paths } from '../paths.ts';
import { startMessages } from './messages.ts';

/** Leads an empty tenant to its first key, its first call and its first webhook. */
export function StartPage() {
  const say = useText(startMessages);
  const mayWrite = useMayWrite();
  const mode = useMode();
  const switchTo = useSwitchMode();
  // What is tried in one mode need not be tried again in the other.
  const made = { test: useCallCount('test') ?? 0, live: useCallCount('live') ?? 0 };
  const [isCalling, setIsCalling] = useState(false);
  const keys = useAll('/keys');
  const staff = useAll('/staff');
  const projects = useAll('/projects');
  const lacks = {
    people: staff.data !== undefined && staffOptions(staff.data).length === 0,
    projects: projects.data !== undefined && projectOptions(projects.data).length === 0,
  };
  const webhooks = usePage('/webhooks', { query: { per_page: 1 } }, { enabled: mayWrite });
  // Viewers see no webhooks, and are asked for none.
  const total = mayWrite ? 3 : 2;
  const done = {
    key: keys.data?.some((key) => !hasEnded(key)) ?? false,
    call: made.test + made.live > 0,
    webhook: (webhooks.data?.pagination.total ?? 0) > 0,
  };
  const count = Object.values(done).filter(Boolean).length;
  const startCall = () => {
    // A first call rings nobody's telephone.
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
        <Step
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
        <Step
          icon="phone"
          title={say('call')}
          about={say(lacks.people || lacks.projects ? 'callNeeds' : 'callAbout')}
          isDone={done.call}
          action={
            <Group gap="xs">
              {mayWrite && lacks.people && (
                <ButtonLink to={paths.people} variant={done.key ? 'filled' : 'default'}>
                  {say('addPerson')}
                </ButtonLink>
              )}
              {mayWrite && lacks.projects && (
                <ButtonLink to={paths.projects} variant={done.key ? 'filled' : 'default'}>
                  {say('addProject')}
                </ButtonLink>
              )}
              {mayWrite && !lacks.people && !lacks.projects && (
                <Button variant={done.key && !done.call ? 'filled' : 'default'} onClick={startCall}>
                  {say('callAction')}
                </Button>
              )}
              {done.call && (
                <ButtonLink
                  to={paths.calls}
                  params={{ mode: made[mode] > 0 ? mode : otherMode(mode) }}
                  variant="subtle"
                >
                  {say('seeCall')}
                </ButtonLink>
              )}
            </Group>
          }
        >
          {!done.call && !lacks.people && !lacks.projects && <CallSample />}
        </Step>
        {mayWrite && (
          <Step
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
        {mayWrite && (
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
        )}
      </Stack>
      {isCalling && mode === 'test' && <NewCallWindow onClose={() => setIsCalling(false)} />}
    </>
  );
}

type StepProps = {
  icon: IconName;
  title: string;
  about: string;
  isDone: boolean;
  action: ReactNode;
  children?: ReactNode;
};

function Step({ icon, title, about, isDone, action, children }: StepProps) {
  const say = useText(startMessages);
  return (
    <Paper p="lg" bg="var(--console-surface)" component="section" aria-label={title}>
      <Group align="flex-start" wrap="nowrap" gap="md">
        <ThemeIcon size={40} radius="xl" color={isDone ? 'teal' : 'trunk'} variant="light">
          <Icon name={isDone ? 'check' : icon} size={20} />
        </ThemeIcon>
        <Stack gap="sm" flex={1} miw={0}>
          <div>
            <Group gap="xs">
              <Title order={2} fz="md">
                {title}
              </Title>
              {isDone && <Badge color="teal">{say('stepDone')}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          </div>
          <div>{action}</div>
          {children}
        </Stack>
      </Group>
    </Paper>
  );
}

function CallSample() {
  const say = useText(startMessages);
  const { staff, projects } = useNames();
  const body = {
    phone_number: '+81-90-1234-5678',
    staff_id: staff[0]?.staff_id ?? 1,
    project_id: projects[0]?.project_id ?? 1,
  };
  const code = `curl '${location.origin}/api/v1/calls/initiate' \\
  -H 'Authorization: Bearer tl_test_...' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
  return <CodeBlock label={say('orByApi')} code={code} />;
}
