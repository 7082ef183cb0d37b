import { Badge, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import { startMessages } from './messages.ts';

type StepProps = {
  icon: IconName;
  title: string;
  about: string;
  isDone: boolean;
  action: ReactNode;
};

export function StartStep({ icon, title, about, isDone, action }: StepProps) {
  const say = useText(startMessages);
  return (
    <Paper p="md" bg="var(--console-surface)" component="section" aria-label={title}>
      <Group align="flex-start" wrap="nowrap" gap="md">
        <ThemeIcon size={36} radius="xl" color={isDone ? 'teal' : 'trunk'} variant="light">
          <Icon name={isDone ? 'check' : icon} size={20} />
        </ThemeIcon>
        <Stack gap="sm" flex={1} miw={0}>
          <div>
            <Group gap="xs">
              <Title order={3} fz="md">
                {title}
              </Title>
              {isDone && <Badge color="teal">{say('stepDone')}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          </div>
          <div>{action}</div>
        </Stack>
      </Group>
    </Paper>
  );
}
