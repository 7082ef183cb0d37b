import { ActionIcon, Alert, Anchor, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { formatDuration } from '../../parts/values/duration.ts';
import { playerMessages } from './messages.ts';
import type { AudibleParty, usePlayer } from './use-player.ts';
import { type Pause, Waveform } from './waveform.tsx';

const speeds = [1, 1.25, 1.5, 2];

type Props = {
  player: ReturnType<typeof usePlayer>;
  source: string;
  /** The address to download the recording from. */
  download: string;
  duration: number;
  isDrawn: boolean;
  hasTwoChannels: boolean;
  /** Silent parts, in which the recording was paused. */
  pauses: Pause[];
};

export function Player({ player, source, download, duration, isDrawn, hasTwoChannels, pauses }: Props) {
  const say = useText(playerMessages);
  const { position, isPlaying, hasFailed, audible, speed } = player;
  return (
    <Stack gap="sm">
      {hasFailed && <Alert color="red">{say('failed')}</Alert>}
      <Waveform
        source={source}
        isDrawn={isDrawn}
        duration={duration}
        position={position}
        audible={audible}
        pauses={pauses}
        onSeek={player.seek}
      />
      {pauses.length > 0 && (
        <Text size="xs" c="dimmed">
          {say('paused', { times: pauses.map((pause) => timesOf(pause, duration)).join(', ') })}
        </Text>
      )}
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <ActionIcon
            size={42}
            radius="xl"
            variant="filled"
            aria-label={say(isPlaying ? 'pause' : 'play')}
            onClick={player.toggle}
          >
            <Icon name={isPlaying ? 'player-pause' : 'player-play'} size={22} />
          </ActionIcon>
          <Text ff="monospace" size="sm">
            {formatDuration(position)} / {formatDuration(duration)}
          </Text>
        </Group>
        <Group gap="sm">
          {hasTwoChannels && (
            <SegmentedControl
              size="xs"
              aria-label={say('channels')}
              value={audible}
              onChange={(next) => player.playOnly(next as AudibleParty)}
              data={(['both', 'staff', 'customer'] as const).map((value) => ({ value, label: say(value) }))}
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label={say('speed')}
            value={String(speed)}
            onChange={(next) => player.changeSpeed(Number(next))}
            data={speeds.map((value) => ({ value: String(value), label: `${value}×` }))}
          />
          <Anchor href={download} download size="sm">
            <Group gap={4} component="span">
              <Icon name="download" size={16} />
              {say('download')}
            </Group>
          </Anchor>
        </Group>
      </Group>
    </Stack>
  );
}

const timesOf = ({ start_seconds, end_seconds }: Pause, duration: number) =>
  `${formatDuration(start_seconds)}–${formatDuration(end_seconds ?? duration)}`;
