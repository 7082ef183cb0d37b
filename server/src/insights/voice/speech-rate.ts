import { round, type Speaker, type SpeakerAnalysis, type Transcription, type VoiceAnalysis } from '../insight.ts';

/** A rate of less talk says nothing. */
const shortestTalk = 2;
/** Languages written without spaces. */
const countedInCharacters = ['ja', 'zh', 'th', 'lo', 'km', 'my', 'bo'];
const withoutSpaces = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;

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
  const segments = transcription.segments.filter((segment) => segment.speaker === speaker);
  const text = segments.map((segment) => segment.text).join(' ');
  const language = segments[0]?.language ?? transcription.language;
  const inCharacters = language
    ? countedInCharacters.includes(new Intl.Locale(language).language)
    : withoutSpaces.test(text);
  const count = text.match(inCharacters ? /[\p{L}\p{N}]/gu : /[\p{L}\p{N}'’]+/gu)?.length ?? 0;
  const unit = inCharacters ? 'characters_per_minute' : 'words_per_minute';
  return { value: round((count * 60) / talk_seconds, 1), unit };
}
