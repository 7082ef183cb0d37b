import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { formatDuration } from '../../parts/values/duration.ts';
import { percent } from '../../parts/values/percent.ts';
import type { Segment, Speaker, SpeakerAnalysis, VoiceAnalysis } from '../call.ts';
import { detailMessages } from './messages.ts';
import { OwnAverage, useVoiceAverage } from './voice-average.tsx';
import classes from './voice-pictures.module.css';

const speakers: Speaker[] = ['staff', 'customer'];

type Props = { callId: string; voice: VoiceAnalysis; segments: Segment[] };

export function VoicePictures({ callId, voice, segments }: Props) {
  const duration = voice.duration_seconds ?? 0;
  return (
    <Stack gap="lg">
      {voice.speakers && <TalkShare voice={voice} />}
      {segments.length > 0 && duration > 0 && <Strip segments={segments} duration={duration} voice={voice} />}
      {voice.speakers && <Comparison callId={callId} speakers={voice.speakers} />}
    </Stack>
  );
}

/** One bar for the whole call: the talk time of each party, and silence. */
function TalkShare({ voice: { speakers: each, silence, overlap, talk_ratio } }: { voice: VoiceAnalysis }) {
  const say = useText(detailMessages);
  if (!each) return null;
  const parts = [
    { kind: 'staff', label: say('staffLeg'), seconds: each.staff.talk_seconds },
    { kind: 'customer', label: say('customerLeg'), seconds: each.customer.talk_seconds },
    { kind: 'silence', label: say('silence'), seconds: silence?.seconds ?? 0 },
  ];
  const sum = parts.reduce((total, { seconds }) => total + seconds, 0) || 1;
  return (
    <Stack gap={8}>
      <Heading>{say('talkShare')}</Heading>
      <div className={classes.share} aria-hidden="true">
        {parts.map(({ kind, seconds }) => (
          <Box key={kind} data-kind={kind} w={`${(seconds / sum) * 100}%`} />
        ))}
      </div>
      <Group gap="lg">
        {parts.map(({ kind, label, seconds }) => (
          <Group key={kind} gap={6}>
            <span className={classes.dot} data-kind={kind} />
            <Text size="sm">
              {label}{' '}
              <Text span fw={600}>
                {percent(seconds / sum)}
              </Text>{' '}
              <Text span c="dimmed" size="xs">
                {formatDuration(seconds)}
              </Text>
            </Text>
          </Group>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        {[
          talk_ratio !== null && say('talkRatio', { ratio: percent(talk_ratio) }),
          overlap && overlap.count > 0 && `${say('overlap')} ${formatDuration(overlap.seconds)} (${overlap.count})`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Stack>
  );
}

function Strip({ segments, duration, voice }: { segments: Segment[]; duration: number; voice: VoiceAnalysis }) {
  const say = useText(detailMessages);
  const { turn_switches: count, turn_switches_per_minute: perMinute, silence } = voice;
  return (
    <Stack gap={8}>
      <Heading>{say('strip')}</Heading>
      <svg className={classes.strip} viewBox={`0 0 ${duration} 44`} preserveAspectRatio="none" aria-hidden="true">
        {segments.map(({ index, speaker, start_seconds, end_seconds }) => (
          <rect
            key={index}
            className={classes.spoken}
            data-kind={speaker}
            x={start_seconds}
            width={Math.max(0.1, end_seconds - start_seconds)}
            y={speaker === 'staff' ? 3 : 24}
            height={17}
          />
        ))}
      </svg>
      <Text size="xs" c="dimmed">
        {[
          count !== null && perMinute !== null && say('turns', { count, perMinute: Math.round(perMinute * 10) / 10 }),
          silence && silence.count > 0 && say('longestSilence', { seconds: silence.longest_seconds }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Stack>
  );
}

type Measure = {
  label: 'talkTime' | 'monologue' | 'interruptions' | 'responseDelay' | 'speechRate' | 'pitch' | 'loudness';
  value: (of: SpeakerAnalysis) => number | null;
  text: (of: SpeakerAnalysis) => string;
};

type ComparisonProps = { callId: string; speakers: Record<Speaker, SpeakerAnalysis> };

/** Each measure of one party beside the other party's; pitch and loudness also beside the staff member's own average. */
function Comparison({ callId, speakers: each }: ComparisonProps) {
  const say = useText(detailMessages);
  const average = useVoiceAverage(callId);
  const rounded = (value: number) => Math.round(value * 10) / 10;
  const hertz = (value: number) => say('hertz', { value: Math.round(value) });
  const decibels = (value: number) => say('decibels', { value: rounded(value) });
  const rate = ({ speech_rate }: SpeakerAnalysis) => {
    if (!speech_rate) return say('unknown');
    const value = Math.round(speech_rate.value);
    return say(speech_rate.unit === 'characters_per_minute' ? 'characters' : 'words', { value });
  };
  const measures: Measure[] = [
    { label: 'talkTime', value: (of) => of.talk_seconds, text: (of) => formatDuration(of.talk_seconds) },
    {
      label: 'monologue',
      value: (of) => of.longest_monologue_seconds,
      text: (of) => formatDuration(of.longest_monologue_seconds),
    },
    { label: 'interruptions', value: (of) => of.interruptions, text: (of) => String(of.interruptions) },
    {
      label: 'responseDelay',
      value: (of) => of.response_delay_seconds,
      text: (of) =>
        of.response_delay_seconds === null
          ? say('unknown')
          : say('seconds', { value: rounded(of.response_delay_seconds) }),
    },
    { label: 'speechRate', value: (of) => of.speech_rate?.value ?? null, text: rate },
    {
      label: 'pitch',
      value: (of) => of.pitch?.median_hz ?? null,
      text: (of) => (of.pitch ? hertz(of.pitch.median_hz) : say('unknown')),
    },
    {
      label: 'loudness',
      // Full scale is 0 dB and a whisper about -60.
      value: (of) => (of.loudness_dbfs === null ? null : Math.max(0, 60 + of.loudness_dbfs)),
      text: (of) => (of.loudness_dbfs === null ? say('unknown') : decibels(of.loudness_dbfs)),
    },
  ];
  const known = measures.filter(({ value }) => speakers.some((speaker) => value(each[speaker]) !== null));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
      {known.map(({ label, value, text }) => {
        const top = Math.max(...speakers.map((speaker) => value(each[speaker]) ?? 0), 0.001);
        return (
          <Stack key={label} gap={4}>
            <Heading>{say(label)}</Heading>
            {speakers.map((speaker) => (
              <div key={speaker} className={classes.measure}>
                <span className={classes.who}>{say(speaker === 'staff' ? 'staffLeg' : 'customerLeg')}</span>
                <span className={classes.track}>
                  <Box
                    component="span"
                    className={classes.bar}
                    data-kind={speaker}
                    w={`${((value(each[speaker]) ?? 0) / top) * 100}%`}
                  />
                </span>
                <span className={classes.value}>{text(each[speaker])}</span>
              </div>
            ))}
            {(label === 'pitch' || label === 'loudness') && (
              <OwnAverage
                measure={label}
                of={each.staff}
                average={average}
                text={label === 'pitch' ? hertz : decibels}
              />
            )}
          </Stack>
        );
      })}
    </SimpleGrid>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Text size="sm" fw={600} component="h3">
      {children}
    </Text>
  );
}
