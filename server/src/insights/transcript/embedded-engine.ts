import type { Log } from '../../platform/log.ts';
import { moonshineEngine } from './moonshine.ts';
import type { SpeechEngine } from './speech-engine.ts';
import { whisperEngine } from './whisper.ts';
import type { WhisperPlace } from './whisper-files.ts';

/** The engine on this machine: Moonshine for English, which it writes better and faster, and Whisper for all other languages. */
export function embeddedEngine(place: WhisperPlace, note?: Log): SpeechEngine {
  const english = moonshineEngine(place.folder, note);
  const others = whisperEngine(place, note);
  const engineFor = (language: string) => (english.nameFor(language) ? english : others);
  return {
    nameFor: (language) => engineFor(language).nameFor(language),
    write: (speech, language) => engineFor(language).write(speech, language),
    detect: others.detect,
  };
}
