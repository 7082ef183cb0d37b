import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ask, type Endpoint, invalidAnswer, type Patience } from './openai-endpoint.ts';
import { type SpeechEngine, speechRate } from './speech-engine.ts';

/** Nobody says more in 15 seconds; an engine that writes more goes round in circles. */
const mostCharacters = 2_000;
const Answer = Type.Object({ text: Type.String() });

/** Any service that has `/audio/transcriptions`. It is trusted to know the language of the call. */
export function endpointEngine(endpoint: Endpoint, patience?: Patience): SpeechEngine {
  return {
    name: endpoint.model,
    knows: () => true,
    async write(speech, language) {
      const wav = toWav(speech);
      const form = () => {
        const body = new FormData();
        body.set('file', new Blob([wav], { type: 'audio/wav' }), 'utterance.wav');
        body.set('model', endpoint.model);
        body.set('language', new Intl.Locale(language).language);
        body.set('response_format', 'json');
        body.set('temperature', '0');
        return body;
      };
      const answer = await ask(endpoint, '/audio/transcriptions', form, patience);
      if (!Value.Check(Answer, answer)) throw invalidAnswer('has no text');
      if (answer.text.length > mostCharacters) throw invalidAnswer('is longer than anybody speaks');
      return answer.text;
    },
  };
}

/** One channel of 16-bit samples. */
function toWav(speech: Float32Array): Uint8Array<ArrayBuffer> {
  const wav = Buffer.alloc(44 + 2 * speech.length);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(speechRate, 24);
  wav.writeUInt32LE(2 * speechRate, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(2 * speech.length, 40);
  for (const [i, sample] of speech.entries())
    wav.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))), 44 + 2 * i);
  return new Uint8Array(wav);
}
