import { Group, Radio, Stack, Text } from '@mantine/core';
import { useSession } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import type { Mode } from '../paths.ts';
import classes from './choices.module.css';
import { keyMessages } from './messages.ts';

/** The text about live keys, by how this server handles live calls. */
const liveAbouts = { real: 'liveReal', simulated: 'liveSimulated', unavailable: 'liveUnavailable' } as const;

type Props = { kind: Mode; onChange: (kind: Mode) => void };

export function KindChoice({ kind, onChange }: Props) {
  const say = useText(keyMessages);
  const { live_calls: liveCalls } = useSession();
  return (
    <Radio.Group label={say('kindLabel')} value={kind} onChange={(next) => onChange(next as Mode)}>
      <Group grow align="stretch" gap="sm" mt={6} preventGrowOverflow={false}>
        {(['test', 'live'] as const).map((value) => (
          <Radio.Card key={value} value={value} p="sm" radius="md" className={classes.card} aria-label={say(value)}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator />
              <Stack gap={2}>
                <Text size="sm" fw={600}>
                  {say(value)}
                </Text>
                <Text size="xs" c="dimmed">
                  {say(value === 'test' ? 'testAbout' : liveAbouts[liveCalls])}
                </Text>
              </Stack>
            </Group>
          </Radio.Card>
        ))}
      </Group>
    </Radio.Group>
  );
}
