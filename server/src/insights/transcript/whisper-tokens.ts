import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

// What Whisper's tokens mean, from the files that come with the model.

export type WhisperTokens = {
  textOf(tokens: number[]): string;
  /** The token of each language, such as `ja`. */
  languages: Map<string, number>;
  start: number;
  transcribe: number;
  noSpeech: number;
  noTimes: number;
  end: number;
  suppressed: ReadonlySet<number>;
  suppressedAtStart: ReadonlySet<number>;
};

export async function readTokens(folder: string): Promise<WhisperTokens> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const vocabulary: Record<string, number> = await read('vocab.json');
  const config = await read('generation_config.json');
  const pieces = new Map(Object.entries(vocabulary).map(([piece, token]) => [token, piece]));
  const languages = Object.entries<number>(config.lang_to_id).map(
    ([name, token]) => [name.slice(2, -2), token] as const,
  );
  return {
    textOf: (tokens) =>
      Buffer.from(tokens.flatMap((token) => [...(pieces.get(token) ?? '')].map((sign) => byteOf.get(sign) ?? 0)))
        .toString()
        .trim(),
    languages: new Map(languages),
    start: config.decoder_start_token_id,
    transcribe: config.task_to_id.transcribe,
    noSpeech: config.no_timestamps_token_id - 1,
    noTimes: config.no_timestamps_token_id,
    end: config.eos_token_id,
    suppressed: new Set(config.suppress_tokens),
    suppressedAtStart: new Set(config.begin_suppress_tokens),
  };
}

/** The vocabulary shows each byte as one visible character: printable ones as themselves, all others from U+0100 on. */
const byteOf = new Map<string, number>();
let moved = 0x100;
for (let byte = 0; byte < 256; byte++) {
  const isVisible = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
  byteOf.set(String.fromCodePoint(isVisible ? byte : moved++), byte);
}
