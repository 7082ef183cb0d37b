import { Box, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { formatDuration } from '../../parts/values/duration.ts';
import type { Call } from '../call.ts';
import { useNow } from '../talk-time.tsx';
import classes from './course-picture.module.css';
import { detailMessages } from './messages.ts';
import { recordedParts, type Stretch, timelineOf } from './timeline.ts';

/** Both legs beside each other, from the start of the call to its end, and the recording if it was paused. */
export function CallTimeline({ call }: { call: Call }) {
  const say = useText(detailMessages);
  const now = useNow(call.ended_at ? undefined : 500);
  const { seconds, legs } = timelineOf(call, now);
  const parts = recordedParts(call, seconds);
  return (
    <Stack gap={6}>
      <Lane name={say('staffLeg')} kind="staff" stretches={legs.staff} seconds={seconds} />
      <Lane name={say('customerLeg')} kind="customer" stretches={legs.customer} seconds={seconds} />
      {parts.length > 0 && <Lane name={say('recording')} kind="recording" stretches={parts} seconds={seconds} />}
      <Group justify="space-between" className={classes.axis}>
        <Text size="xs" c="dimmed">
          0:00
        </Text>
        <Text size="xs" c="dimmed">
          {formatDuration(seconds)}
        </Text>
      </Group>
    </Stack>
  );
}

type LaneProps = { name: string; kind: 'staff' | 'customer' | 'recording'; stretches: Stretch[]; seconds: number };

function Lane({ name, kind, stretches, seconds }: LaneProps) {
  const say = useText(detailMessages);
  const share = (value: number) => `${(value / Math.max(seconds, 0.001)) * 100}%`;
  return (
    <Group wrap="nowrap" gap="sm">
      <Text size="sm" fw={550} className={classes.name}>
        {name}
      </Text>
      <Box className={classes.lane} component="ul" aria-label={name}>
        {stretches.map(({ what, from, to }) => {
          const label = `${say(what)}: ${formatDuration(from)}–${formatDuration(to)}`;
          return (
            <Tooltip key={`${what} ${from}`} label={label}>
              <Box
                component="li"
                aria-label={label}
                className={classes.stretch}
                data-what={what}
                data-speaker={kind}
                left={share(from)}
                w={share(to - from)}
              >
                <span className={classes.words}>{say(what)}</span>
              </Box>
            </Tooltip>
          );
        })}
      </Box>
    </Group>
  );
}
