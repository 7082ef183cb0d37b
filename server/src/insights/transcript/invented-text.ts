// Whisper was trained on subtitles, and writes fluent ones for noise, music and tones. The probabilities that it gives beside
// its text tell them apart. For clean speech of synthetic voices at 8 kHz, that of the language is at least 0.98; for the
// sounds of `server/test/voices/other-sounds.ts` it is at most 0.3 in Japanese, but 0.84 for pink noise in Norwegian. That of no
// speech is at least 0.46 for these sounds, except for one long tone; for speech it is mostly below 0.13, but was 0.41 for one of
// 15 s. So neither decides alone.

const leastLanguage = 0.3;
const mostNoSpeech = 0.4;
/** From this probability of the language on, that of no speech does not count. */
const certainLanguage = 0.9;
const leastConfidence = 0.2;

/** What the model says of a sound before it writes any text: the probabilities of the language, and that there is no speech. */
export type Impression = { languageProbability: number; noSpeech: number };

/** Whether a sound is speech in that language, so that its text is worth writing. */
export const isSpeech = ({ languageProbability, noSpeech }: Impression): boolean =>
  languageProbability >= (noSpeech <= mostNoSpeech ? leastLanguage : certainLanguage);

/** Whether a text is guesses or repetition, rather than what was said. */
export function isInvented(text: string, confidence: number): boolean {
  return confidence < leastConfidence || !/[\p{L}\p{N}]/u.test(text) || isRepetition(text);
}

/** More than half of a text is one piece, said at least five times in a row, as in んんんんん. Digits may be. */
function isRepetition(text: string): boolean {
  const spoken = text.replace(/[^\p{L}\p{N}]/gu, '');
  const found = spoken.match(/(.{1,12}?)\1{4,}/u);
  return found !== null && found[0].length > spoken.length / 2 && !/^\p{N}+$/u.test(found[1] ?? '');
}
