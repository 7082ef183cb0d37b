import { talkRatio, toMilliseconds } from '../../calls/state/talk-ratio.ts';
import {
  InsightFailure,
  round,
  type Speaker,
  type SpeakerAnalysis,
  type Stretch,
  type Surroundings,
  type Utterance,
  type VoiceAnalysis,
} from '../insight.ts';
import { nothingLearned } from '../nothing-learned.ts';
import {
  interruptions,
  lengthOf,
  minOverlap,
  minSilence,
  otherThan,
  overlaps,
  silences,
  switches,
  type Talk,
  totalLength,
  turns,
  utterances,
} from './conversation.ts';
import { type Channel, frameSeconds, listen } from './listen.ts';
import { vadName } from './silero.ts';
import { speechStretches } from './speech-stretches.ts';
import { loudnessIn, median, pitchIn, qualityOf } from './voice-measures.ts';
import { openWav } from './wav-file.ts';

/** The measures of a conversation, and its utterances for `transcribe`. */
export type AnalysedVoice = { voice_analysis: VoiceAnalysis; utterances: Utterance[] };

export async function analyseVoice(file: string, { now, tell }: Surroundings): Promise<AnalysedVoice> {
  const ending = () => ({ engine: vadName, completed_at: now().toISOString() });
  try {
    await using wav = await openWav(file);
    const heard = wav.channels === 2 ? await listen(wav) : undefined;
    if (!heard || heard.isMono) {
      const failure = { ...ending(), status: 'unavailable', reason: 'mono_recording' } as const;
      return {
        voice_analysis: { ...nothingLearned.voice_analysis, ...failure, duration_seconds: round(wav.seconds, 3) },
        utterances: [],
      };
    }
    const measured = measure(heard, wav.seconds);
    return {
      voice_analysis: { status: 'ready', reason: null, ...ending(), ...measured.measures },
      utterances: measured.utterances,
    };
  } catch (error) {
    if (!(error instanceof InsightFailure)) throw error;
    tell(error.message);
    const { status, reason } = error;
    return { voice_analysis: { ...nothingLearned.voice_analysis, ...ending(), status, reason }, utterances: [] };
  }
}

function measure(channels: Record<Speaker, Channel>, seconds: number) {
  const { staff, customer } = channels;
  const talk: Talk = { staff: speechStretches(staff, customer), customer: speechStretches(customer, staff) };
  const talked = { staff: totalLength(talk.staff), customer: totalLength(talk.customer) };
  const taken = turns(talk);
  const passed = switches(taken);
  const quiet = silences(talk, seconds);
  const quality = qualityOf({
    staff: { channel: staff, speech: talk.staff },
    customer: { channel: customer, speech: talk.customer },
  });

  const speaker = (who: Speaker): SpeakerAnalysis => {
    const answers = passed.filter(({ to, gap }) => to === who && gap >= 0);
    const delay = median(answers.map(({ gap }) => gap));
    return {
      talk_seconds: round(talked[who], 3),
      listen_seconds: round(talked[otherThan(who)], 3),
      longest_monologue_seconds: round(longest(taken.filter((turn) => turn.speaker === who)), 3),
      interruptions: interruptions(talk, who),
      response_delay_seconds: delay === null ? null : round(delay, 3),
      speech_rate: null,
      pitch: pitchIn(channels[who], talk[who]),
      loudness_dbfs: loudnessIn(channels[who], talk[who]),
    };
  };

  const measures = {
    duration_seconds: round(seconds, 3),
    talk_ratio: talkRatio({
      staff_talk_ms: toMilliseconds(talked.staff),
      customer_talk_ms: toMilliseconds(talked.customer),
    }),
    silence: { ...spells(quiet, seconds, minSilence), longest_seconds: round(longest(quiet), 3) },
    overlap: spells(overlaps(talk), seconds, minOverlap),
    turn_switches: passed.length,
    turn_switches_per_minute: seconds > 0 ? round((passed.length * 60) / seconds, 2) : null,
    speakers: { staff: speaker('staff'), customer: speaker('customer') },
    sentiment: null,
    quality,
  };
  return { measures, utterances: utterances(talk, (who, within) => quietest(channels[who], within)) };
}

function spells(stretches: Stretch[], seconds: number, min_seconds: number) {
  const total = totalLength(stretches);
  const ratio = seconds > 0 ? round(total / seconds, 4) : 0;
  return { seconds: round(total, 3), ratio, count: stretches.length, min_seconds };
}

const longest = (stretches: Stretch[]) => Math.max(0, ...stretches.map(lengthOf));

function quietest({ power }: Channel, { start, end }: Stretch): number {
  const [from, to] = [Math.round(start / frameSeconds), Math.round(end / frameSeconds)];
  let best = from;
  for (let frame = from; frame < to; frame++) if ((power[frame] ?? 0) < (power[best] ?? 0)) best = frame;
  return best * frameSeconds;
}
