import { round, type Speaker, type SpeakerAnalysis, type Transcription, type VoiceAnalysis } from '../insight.ts';

/** With less talk, the rate would be random. */
const shortestTalk = 5;
/** Languages written without spaces. */
const countedInCharacters = ['ja', 'zh', 'th'];

/** Adds how fast each party speaks, computed from the transcript if there is one. */
export function withSpeechRates(analysis: VoiceAnalysis, transcription: Transcription | null): VoiceAnalysis {
  if (!analysis.speakers) return analysis;
  const { staff, customer } = analysis.speakers;
  const speakers = {
    staff: { ...staff, speech_rate: rateOf('staff', staff, transcription) },
    customer: { ...customer, speech_rate: rateOf('customer', customer, transcription) },
  };
  return { ...analysis, speakers };
}

function rateOf(
  speaker: Speaker,
  { talk_seconds }: SpeakerAnalysis,
  transcription: Transcription | null,
): SpeakerAnalysis['speech_rate'] {
  if (talk_seconds < shortestTalk || transcription?.status !== 'ready') return null;
  const { language, segments } = transcription;
  const text = segments.flatMap((segment) => (segment.speaker === speaker ? segment.text : [])).join(' ');
  const inCharacters = countedInCharacters.includes(new Intl.Locale(language ?? 'und').language);
  const count = text.match(inCharacters ? /[\p{L}\p{N}]/gu : /[\p{L}\p{N}'’]+/gu)?.length ?? 0;
  const unit = inCharacters ? 'characters_per_minute' : 'words_per_minute';
  return { value: round((count * 60) / talk_seconds, 1), unit };
}
