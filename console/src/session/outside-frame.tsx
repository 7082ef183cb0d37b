import { Box, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Brand } from '../parts/icons/brand.tsx';
import { LanguageChoice } from './language-choice.tsx';

type Props = { title: string; about?: string; children: ReactNode; below?: ReactNode };

/** The frame of the pages outside the shell: log-in, and the new password after the first log-in. */
export function OutsideFrame({ title, about, children, below }: Props) {
  useEffect(() => {
    document.title = `${title} · Trunkline`;
  }, [title]);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={400} gap="lg">
        <Center>
          <Brand />
        </Center>
        <Paper p={{ base: 'lg', xs: 32 }} bg="var(--console-surface)" shadow="sm">
          <Title order={1} fz={22} mb={about ? 4 : 'lg'}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm" mb="lg">
              {about}
            </Text>
          )}
          {children}
        </Paper>
        {below && (
          <Text size="xs" c="dimmed" ta="center">
            {below}
          </Text>
        )}
        <Box>
          <LanguageChoice />
        </Box>
      </Stack>
    </Center>
  );
}
