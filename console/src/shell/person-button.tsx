import { Avatar, Box, Group, Text, UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useSession } from '../api/session.ts';
import { Icon } from '../parts/icons/icon.tsx';
import classes from './shell.module.css';

/** Names the tenant and the administrator, and opens the menu. */
export function PersonButton(props: ComponentProps<'button'>) {
  const { administrator, tenant } = useSession();
  return (
    <UnstyledButton {...props} className={classes.person}>
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
  );
}
