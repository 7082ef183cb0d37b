// `npm run bench:insights`: the cost of each step of the analysis of a call, in seconds of one processor per minute of call,
// the cost for requests while a worker runs, and how exact the speech engines are. Bounded: about ten minutes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Speaker } from '../../server/src/insights/insight.ts';
import { summarize } from '../../server/src/insights/summary/summarize.ts';
import { moonshineEngine } from '../../server/src/insights/transcript/moonshine.ts';
import { transcribe } from '../../server/src/insights/transcript/transcribe.ts';
import { analyzeVoice } from '../../server/src/insights/voice/analyze-voice.ts';
import { modelsFolder } from '../../server/test/models-folder.ts';
import { type Line, scriptCall, writeCall } from '../../server/test/voices/scripted-call.ts';
import { fetchVoices } from '../../server/test/voices/voices.ts';
import { measureDisturbance } from './measure-disturbance.ts';
import { measureSpeech } from './measure-speech.ts';

const exchange: [Speaker, string][] = [
  ['staff', 'Good morning, this is the garden centre. How can I help you today?'],
  ['customer', 'I would like to change the delivery address of my order, because we are moving next month.'],
  ['staff', 'Of course. Could you please tell me your name and the new address?'],
  ['customer', 'My name is Peter Miller, and the new house is on the road to the station.'],
  ['staff', 'Thank you. It will be sent on Friday, and you will get a message before that.'],
  ['customer', 'Can you also send me a copy of the invoice? I think the price is wrong.'],
];
const repetitions = 6;

type Figure = { step: string; 'CPU s a minute of call': string; 'times real time': string; 'memory MB': number };

async function main(): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const lines = Array.from({ length: repetitions }, () => exchange).flat();
  const call = await scriptCall(
    await fetchVoices(),
    lines.map(([speaker, text]): Line => ({ speaker, text, after: 0.8 })),
  );
  const file = await writeCall(join(folder, 'call.wav'), call);
  const surroundings = { now: () => new Date(), report: (sentence: string) => console.error(sentence) };
  const engine = moonshineEngine(modelsFolder);

  const figures: Figure[] = [];
  async function measure<T>(step: string, work: () => Promise<T>): Promise<T> {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    figures.push({
      step,
      'CPU s a minute of call': ((seconds * 60) / call.seconds).toFixed(2),
      'times real time': (call.seconds / seconds).toFixed(0),
      'memory MB': Math.round(process.memoryUsage.rss() / 1e6),
    });
    return result;
  }

  console.log(`A call of ${call.seconds.toFixed(0)} s, of which somebody speaks most of the time.`);
  const { utterances } = await measure('voice analysis', () => analyzeVoice(file, modelsFolder, surroundings));
  const load = { speaker: 'staff', start: 0, end: 0.5 } as const;
  await measure('loading the English engine', () =>
    transcribe(file, { utterances: [load], language: 'en', engine }, surroundings),
  );
  const transcription = await measure('transcription, English', () =>
    transcribe(file, { utterances, language: 'en', engine }, surroundings),
  );
  await measure('summary, extractive', () => summarize({ transcription }, surroundings));
  console.table(figures);
  console.table(await measureSpeech());
  console.table(await measureDisturbance(folder, { file, utterances }));
}

await main();
