import { Box, Code, Text } from '@mantine/core';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

type Props = { code: string; label?: string; maxHeight?: number };

/** Code with a button that copies it. Focusable, because it may have to be scrolled with the keyboard. */
export function CodeBlock({ code, label, maxHeight }: Props) {
  return (
    <Box>
      {label && (
        <Text size="xs" c="dimmed" fw={600} mb={4}>
          {label}
        </Text>
      )}
      <Box className={classes.frame}>
        <Code block className={classes.code} tabIndex={0} mah={maxHeight}>
          {code}
        </Code>
        <Box className={classes.copy}>
          <CopyButton value={code} />
        </Box>
      </Box>
    </Box>
  );
}
