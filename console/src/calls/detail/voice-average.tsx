import { Text } from '@mantine/core';
import { useOne } from '../../api/use-read.ts';
import { useText } from '../../i18n/language.tsx';
import type { SpeakerAnalysis, VoiceAverage } from '../call.ts';
import { averageMessages } from './voice-average-messages.ts';

type Averaged = 'pitch' | 'loudness';

/** Undefined until it is read, and if the call has no staff member. */
export function useVoiceAverage(callId: string): VoiceAverage | undefined {
  const { data } = useOne('/calls/{callId}/voice-average', { params: { callId } });
  return data?.data.staff_id == null ? undefined : data.data;
}

type Props = {
  measure: Averaged;
  of: SpeakerAnalysis;
  average: VoiceAverage | undefined;
  text: (value: number) => string;
};

/** The meaning of a measure, and how the staff member's value compares with their own average. */
export function OwnAverage({ measure, of, average, text }: Props) {
  const say = useText(averageMessages);
  const isPitch = measure === 'pitch';
  const value = isPitch ? of.pitch?.median_hz : of.loudness_dbfs;
  const usual = average && (isPitch ? average.pitch_hz : average.loudness_dbfs);
  const compared = () => {
    if (average === undefined || usual === undefined || value == null) return undefined;
    if (usual === null) return say('tooFew');
    const difference = isPitch ? semitonesBetween(usual, value) : value - usual;
    // Smaller differences are hard to hear.
    const isSame = Math.abs(difference) < 1;
    const more = isPitch ? 'higher' : 'louder';
    const less = isPitch ? 'lower' : 'quieter';
    return say(isSame ? 'same' : difference > 0 ? more : less, {
      difference: say(isPitch ? 'semitones' : 'decibels', { value: Math.round(Math.abs(difference) * 10) / 10 }),
      average: text(usual),
      calls: average.calls,
    });
  };
  return (
    <Text size="xs" c="dimmed">
      {say(isPitch ? 'pitchAbout' : 'loudnessAbout')} {compared()}
    </Text>
  );
}

/** An octave is a doubling, and has twelve semitones. */
const semitonesBetween = (from: number, to: number) => 12 * Math.log2(to / from);
