/** What turns speech into text. */
export type SpeechEngine = {
  name: string;
  /** Whether it may be given speech in that language, such as `en` or `pt-BR`. */
  knows(language: string): boolean;
  /** What is said in at most 15 seconds of one party's voice, at 16 kHz. */
  write(speech: Float32Array, language: string): Promise<string>;
};

export const speechRate = 16_000;
