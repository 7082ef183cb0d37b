import { talkRatio, toMilliseconds } from '../../calls/state/talk-ratio.ts';
import { emptyInsights } from '../empty-insights.ts';
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
import {
  interruptions,
  lengthOf,
  minOverlap,
  minSilence,
  otherThan,
  overlaps,
  type Speech,
  silences,
  switches,
  totalLength,
  turns,
  utterances,
} from './conversation.ts';
import { type Channel, detectSpeech, frameSeconds } from './detect-speech.ts';
import { vadName } from './silero.ts';
import { speechStretches } from './speech-stretches.ts';
import { loudnessIn, median, pitchIn, qualityOf } from './voice-measures.ts';
import { openWav } from './wav-file.ts';

/** The measures of a conversation, and its utterances for `transcribe`. */
export type AnalyzedVoice = { voice_analysis: VoiceAnalysis; utterances: Utterance[] };

export async function analyzeVoice(
  file: string,
  models: string,
  { now, report, note }: Surroundings,
): Promise<AnalyzedVoice> {
  const ending = () => ({ engine: vadName, completed_at: now().toISOString() });
  try {
    await using wav = await openWav(file);
    const detected = wav.channels === 2 ? await detectSpeech(wav, { folder: models, note }) : undefined;
    if (!detected || detected.isMono) {
      const failure = { ...ending(), status: 'unavailable', reason: 'mono_recording' } as const;
      return {
        voice_analysis: { ...emptyInsights.voice_analysis, ...failure, duration_seconds: round(wav.seconds, 3) },
        utterances: [],
      };
    }
    const measured = measure(detected, wav.seconds);
    return {
      voice_analysis: { status: 'ready', reason: null, ...ending(), ...measured.measures },
      utterances: measured.utterances,
    };
  } catch (error) {
    if (!(error instanceof InsightFailure)) throw error;
    report(error.message);
    const { status, reason } = error;
    return { voice_analysis: { ...emptyInsights.voice_analysis, ...ending(), status, reason }, utterances: [] };
  }
}

function measure(channels: Record<Speaker, Channel>, seconds: number) {
  const { staff, customer } = channels;
  const talk: Speech = { staff: speechStretches(staff, customer), customer: speechStretches(customer, staff) };
  const talked = { staff: totalLength(talk.staff), customer: totalLength(talk.customer) };
  const taken = turns(talk);
  const passed = switches(taken);
  const quiet = silences(talk, seconds);
  const quality = qualityOf({
    staff: { channel: staff, speech: talk.staff },
    customer: { channel: customer, speech: talk.customer },
  });

  const speaker = (name: Speaker): SpeakerAnalysis => {
    const answers = passed.filter(({ to, gap }) => to === name && gap >= 0);
    const delay = median(answers.map(({ gap }) => gap));
    return {
      talk_seconds: round(talked[name], 3),
      listen_seconds: round(talked[otherThan(name)], 3),
      longest_monologue_seconds: round(longest(taken.filter((turn) => turn.speaker === name)), 3),
      interruptions: interruptions(talk, name),
      response_delay_seconds: delay === null ? null : round(delay, 3),
      speech_rate: null,
      pitch: pitchIn(channels[name], talk[name]),
      loudness_dbfs: loudnessIn(channels[name], talk[name]),
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
  return { measures, utterances: utterances(talk, (party, within) => quietest(channels[party], within)) };
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
