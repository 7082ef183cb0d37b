import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

type Props = { title: string; about?: ReactNode; actions?: ReactNode; above?: ReactNode };

/** The heading of a page, which is also the title of the window. */
export function PageHeader({ title, about, actions, above }: Props) {
  useEffect(() => {
    document.title = `${title} · Trunkline`;
  }, [title]);
  return (
    <Stack gap={4} mb="lg">
      {above}
      <Group justify="space-between" align="flex-start" gap="md">
        <Box flex="1 1 280px" miw={0}>
          <Title order={1} fz={26} lh={1.25} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" mt={4} maw={680} component="div" style={{ textWrap: 'pretty' }}>
              {about}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </Stack>
  );
}
