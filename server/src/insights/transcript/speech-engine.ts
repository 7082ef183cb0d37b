/** An engine that turns speech into text. */
export type SpeechEngine = {
  name: string;
  /** Whether the engine accepts speech in that language, such as `en` or `pt-BR`. */
  knows(language: string): boolean;
  /** Transcribes at most 15 seconds of one party's voice, at 16 kHz. */
  write(speech: Float32Array, language: string): Promise<string>;
};

export const speechRate = 16_000;
