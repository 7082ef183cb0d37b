import { Group, Text } from '@mantine/core';

/** One line that branches into three: a trunk. */
export function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <svg aria-hidden="true" width={26} height={26} viewBox="0 0 32 32">
        <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
        <path
          d="M6 16h20M13 16c4 0 4-7 9-7h4M13 16c4 0 4 7 9 7h4"
          fill="none"
          stroke="#fff"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
      <Text fw={700} fz={17} component="span">
        Trunkline
      </Text>
    </Group>
  );
}
