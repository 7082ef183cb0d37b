import type { Log } from '../../platform/log.ts';
import { moonshineEngine } from './moonshine.ts';
import type { LocalEngine, SpeechEngine } from './speech-engine.ts';
import { whisperEngine } from './whisper.ts';
import type { WhisperPlace } from './whisper-files.ts';

/** The engine on this machine: Moonshine for English, which it writes better and faster, and Whisper for all other languages. */
export function embeddedEngine(place: WhisperPlace, note?: Log): SpeechEngine {
  const english = moonshineEngine(place.folder, note);
  const others = whisperEngine(place, note);
  const engineFor = (language: string) => (english.nameFor(language) ? english : others);
  let loaded: LocalEngine | undefined;
  /** Only one of the two has its models in memory: together they take 840 MB. */
  async function use<E extends LocalEngine>(engine: E): Promise<E> {
    if (loaded !== engine) await loaded?.release();
    loaded = engine;
    return engine;
  }
  return {
    nameFor: (language) => engineFor(language).nameFor(language),
    write: async (speech, language) => (await use(engineFor(language))).write(speech, language),
    detect: async (speech) => (await use(others)).detect(speech),
  };
}
