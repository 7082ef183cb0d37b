import type { Surroundings, Transcription, Utterance } from '../insight.ts';
import { type Summarised, summarise } from '../summary/summarise.ts';
import { moonshineEngine } from '../transcript/moonshine.ts';
import type { Endpoint } from '../transcript/openai-endpoint.ts';
import { endpointEngine } from '../transcript/openai-speech.ts';
import type { SpeechEngine } from '../transcript/speech-engine.ts';
import { transcribe } from '../transcript/transcribe.ts';
import { type AnalysedVoice, analyseVoice } from '../voice/analyse-voice.ts';

/** One step of the analysis of a call, as it is sent to the worker process. */
export type Task =
  | { kind: 'analyse_voice'; file: string }
  | { kind: 'transcribe'; file: string; utterances: Utterance[]; language: string; engine: EngineChoice }
  | { kind: 'summarise'; transcription: Transcription; chat?: Endpoint };

export type EngineChoice = { kind: 'embedded'; folder: string } | { kind: 'endpoint'; endpoint: Endpoint };

export type Results = { analyse_voice: AnalysedVoice; transcribe: Transcription; summarise: Summarised };

export function perform(task: Task, surroundings: Surroundings): Promise<Results[Task['kind']]> {
  switch (task.kind) {
    case 'analyse_voice':
      return analyseVoice(task.file, surroundings);
    case 'transcribe':
      return transcribe(task.file, { ...task, engine: engineOf(task.engine, surroundings) }, surroundings);
    case 'summarise':
      return summarise(task, { ...surroundings, away });
  }
}

const away = new Map<string, number>();

/** Kept, because loading a model takes longer than transcribing a short call. */
const embedded = new Map<string, SpeechEngine>();

function engineOf(choice: EngineChoice, { note }: Surroundings): SpeechEngine {
  if (choice.kind === 'endpoint') return endpointEngine(choice.endpoint, { away });
  const engine = embedded.get(choice.folder) ?? moonshineEngine(choice.folder, note);
  embedded.set(choice.folder, engine);
  return engine;
}
