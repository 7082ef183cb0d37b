import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; about?: ReactNode; aside?: ReactNode; children: ReactNode };

/** A titled part of a page. */
export function Section({ title, about, aside, children }: Props) {
  return (
    <Paper p="lg" bg="var(--console-surface)" component="section" aria-label={title}>
      <Group justify="space-between" mb="md" gap="xs">
        <div>
          <Title order={2} fz="md">
            {title}
          </Title>
          {about && (
            <Text size="xs" c="dimmed">
              {about}
            </Text>
          )}
        </div>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
