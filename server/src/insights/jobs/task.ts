import type { Surroundings, Transcription, Utterance } from '../insight.ts';
import { type Summarized, summarize } from '../summary/summarize.ts';
import { embeddedEngine } from '../transcript/embedded-engine.ts';
import type { Endpoint } from '../transcript/openai-endpoint.ts';
import { endpointEngine } from '../transcript/openai-speech.ts';
import type { SpeechEngine } from '../transcript/speech-engine.ts';
import { transcribe } from '../transcript/transcribe.ts';
import type { WhisperPlace } from '../transcript/whisper-files.ts';
import { type AnalyzedVoice, analyzeVoice } from '../voice/analyze-voice.ts';

/** One step of the analysis of a call, as it is sent to the worker process. */
export type InsightTask =
  | { kind: 'analyze_voice'; file: string; models: string }
  | { kind: 'transcribe'; file: string; utterances: Utterance[]; language: string; engine: EngineChoice }
  | { kind: 'summarize'; transcription: Transcription; chat?: Endpoint };

export type EngineChoice = ({ kind: 'embedded' } & WhisperPlace) | { kind: 'endpoint'; endpoint: Endpoint };

export type Results = { analyze_voice: AnalyzedVoice; transcribe: Transcription; summarize: Summarized };

export function perform(task: InsightTask, surroundings: Surroundings): Promise<Results[InsightTask['kind']]> {
  switch (task.kind) {
    case 'analyze_voice':
      return analyzeVoice(task.file, task.models, surroundings);
    case 'transcribe':
      return transcribe(task.file, { ...task, engine: engineOf(task.engine, surroundings) }, surroundings);
    case 'summarize':
      return summarize(task, { ...surroundings, away });
  }
}

const away = new Map<string, number>();

/** Kept, because loading a model takes longer than transcribing a short call. */
const embedded = new Map<string, SpeechEngine>();

function engineOf(choice: EngineChoice, { note }: Surroundings): SpeechEngine {
  if (choice.kind === 'endpoint') return endpointEngine(choice.endpoint, { away });
  const key = JSON.stringify(choice);
  const engine = embedded.get(key) ?? embeddedEngine(choice, note);
  embedded.set(key, engine);
  return engine;
}
