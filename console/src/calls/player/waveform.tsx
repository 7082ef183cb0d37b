import { Box, Center, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/language.tsx';
import { formatDuration } from '../../parts/values/duration.ts';
import { playerMessages } from './messages.ts';
import { peaksOf } from './peaks.ts';
import type { AudibleParty } from './use-player.ts';
import classes from './waveform.module.css';

const bars = 240;

export type Pause = { start_seconds: number; end_seconds: number | null };

type Props = {
  source: string;
  /** False for a recording that would take too much memory to decode. */
  isDrawn: boolean;
  duration: number;
  position: number;
  audible: AudibleParty;
  pauses: Pause[];
  onSeek: (seconds: number) => void;
};

/** The waveform of both channels with a slider over it, for clicks, dragging and arrow keys. */
export function Waveform({ source, isDrawn, duration, position, audible, pauses, onSeek }: Props) {
  const say = useText(playerMessages);
  const peaks = useQuery({
    queryKey: ['peaks', source],
    queryFn: ({ signal }) => readPeaks(source, signal),
    enabled: isDrawn,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const missing = isDrawn ? (peaks.isError ? 'noWaveform' : undefined) : 'tooLong';
  const share = (seconds: number) => (duration > 0 ? Math.min(1, seconds / duration) : 0);
  const played = share(position);
  return (
    <Box className={classes.frame}>
      {isDrawn && peaks.isPending ? (
        <Skeleton h={96} radius="md" />
      ) : (
        <svg className={classes.picture} viewBox={`0 0 ${bars} 96`} preserveAspectRatio="none" role="img">
          <title>{say(missing ?? 'waveform')}</title>
          {peaks.data?.map((channel, index) => (
            <Channel
              key={index === 0 ? 'staff' : 'customer'}
              speaker={index === 0 ? 'staff' : 'customer'}
              peaks={channel}
              played={played}
              isMuted={audible !== 'both' && audible !== (index === 0 ? 'staff' : 'customer')}
            />
          ))}
          {pauses.map(({ start_seconds, end_seconds }) => (
            <rect
              key={start_seconds}
              className={classes.paused}
              x={share(start_seconds) * bars}
              width={share((end_seconds ?? duration) - start_seconds) * bars}
              y={0}
              height={96}
            />
          ))}
          <line x1={0} x2={bars} y1={48} y2={48} className={classes.middle} />
          <line x1={played * bars} x2={played * bars} y1={0} y2={96} className={classes.now} />
        </svg>
      )}
      {missing && <Missing why={say(missing)} />}
      <input
        type="range"
        className={classes.slider}
        aria-label={say('position')}
        aria-valuetext={say('positionText', { position: formatDuration(position), duration: formatDuration(duration) })}
        min={0}
        max={duration}
        step={0.1}
        value={position}
        onChange={(event) => onSeek(Number(event.currentTarget.value))}
      />
    </Box>
  );
}

/** In place of the waveform; the slider still lies over it. */
function Missing({ why }: { why: string }) {
  return (
    <Center className={classes.missing} aria-hidden>
      <Text size="sm" c="dimmed" className={classes.why}>
        {why}
      </Text>
    </Center>
  );
}

type ChannelProps = { speaker: 'staff' | 'customer'; peaks: number[]; played: number; isMuted: boolean };

/** Staff bars grow upwards from the middle, customer bars downwards. */
function Channel({ speaker, peaks, played, isMuted }: ChannelProps) {
  const path = (from: number, to: number) =>
    peaks
      .slice(from, to)
      .map((peak, index) => {
        const height = Math.max(1, peak * 45);
        return `M${from + index + 0.5} ${speaker === 'staff' ? 47 : 49}v${speaker === 'staff' ? -height : height}`;
      })
      .join('');
  const border = Math.round(played * peaks.length);
  return (
    <g className={classes.channel} data-speaker={speaker} data-muted={isMuted || undefined}>
      <path d={path(0, border)} />
      <path d={path(border, peaks.length)} className={classes.ahead} />
    </g>
  );
}

async function readPeaks(source: string, signal: AbortSignal): Promise<number[][]> {
  const answer = await fetch(source, { signal });
  if (!answer.ok) throw new Error(`The recording was answered with ${answer.status}.`);
  // The context decodes at this rate; the waveform needs no more than a telephone's.
  const context = new OfflineAudioContext(2, 1, 8_000);
  const sound = await context.decodeAudioData(await answer.arrayBuffer());
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
  return peaksOf(channels, bars);
}
