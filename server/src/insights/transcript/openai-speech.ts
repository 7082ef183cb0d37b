import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readLanguage } from '../../platform/text/language.ts';
import { toWav } from '../../platform/wav.ts';
import { askModel, type Endpoint, invalidAnswer, type RetryOptions } from './openai-endpoint.ts';
import { type SpeechEngine, speechRate } from './speech-engine.ts';

/** People do not say more in 15 seconds; an engine that writes more is repeating itself. */
const mostCharacters = 2_000;
const Answer = Type.Object({ text: Type.String() });

/**
 * Any service that has `/audio/transcriptions`. It is trusted to know the language of the call, and to detect one that is not
 * known.
 */
export function endpointEngine(endpoint: Endpoint, patience?: RetryOptions): SpeechEngine {
  return {
    nameFor: () => endpoint.model,
    async write(speech, language) {
      const wav = speechWav(speech);
      const code = new Intl.Locale(language).language;
      const form = () => {
        const body = new FormData();
        body.set('file', new Blob([wav], { type: 'audio/wav' }), 'utterance.wav');
        body.set('model', endpoint.model);
        if (code !== 'und') body.set('language', code);
        body.set('response_format', 'json');
        body.set('temperature', '0');
        return body;
      };
      const answer = await askModel(endpoint, '/audio/transcriptions', form, patience);
      if (!Value.Check(Answer, answer)) throw invalidAnswer('has no text');
      if (answer.text.length > mostCharacters) throw invalidAnswer('is longer than anybody speaks');
      // Many services name the language in answers of another format only, which others refuse.
      const { language: found } = answer as { language?: unknown };
      return {
        text: answer.text,
        confidence: null,
        language: typeof found === 'string' ? readLanguage(found) : undefined,
      };
    },
  };
}

/** One channel of 16-bit samples. */
function speechWav(speech: Float32Array): Buffer<ArrayBuffer> {
  const toSample = (value: number) => Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767)));
  return toWav(Int16Array.from(speech, toSample), { channels: 1, rate: speechRate });
}
