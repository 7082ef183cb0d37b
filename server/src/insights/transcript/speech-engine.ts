/** An engine that turns speech into text. */
export type SpeechEngine = {
  /**
   * Name and version of what transcribes speech in that language, such as `en` or `pt-BR`; undefined if nothing does. `und` is a
   * language that is not known.
   */
  nameFor(language: string): string | undefined;
  /** Transcribes at most 15 seconds of one party's voice, at 16 kHz. */
  write(speech: Float32Array, language: string): Promise<Written>;
  /** The probability of each language, such as `ja`, in that speech. Not every engine can tell. */
  detect?(speech: Float32Array): Promise<Map<string, number>>;
};

export type LocalEngine = SpeechEngine & {
  /** Frees the memory of its models. The next speech loads them again. */
  release(): Promise<void>;
};

export type Written = {
  text: string;
  /** How sure the engine is of the text, from 0 to 1; null if it does not say. */
  confidence: number | null;
  /** The language that the engine found, if it was asked for `und` and says it. */
  language?: string | undefined;
};

export const speechRate = 16_000;
