import { Box, Group, Text } from '@mantine/core';
import classes from './bar.module.css';

type BarProps = { part: number; text: string; kind: 'count' | 'success' | 'talk' };

/** A value with a bar that shows its part of the whole. */
export function Bar({ part, text, kind }: BarProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" className={classes.value}>
        {text}
      </Text>
      <span className={classes.track} data-kind={kind} aria-hidden="true">
        <Box component="span" className={classes.bar} w={`${part * 100}%`} />
      </span>
    </Group>
  );
}
