import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { SpeechFigures, SpeechTask } from './speech-process.ts';

const tasks: SpeechTask[] = [
  { language: 'en', size: 'base' },
  { language: 'ja', size: 'base' },
  { language: 'ja', size: 'small' },
];

const percent = (rate: number) => `${(100 * rate).toFixed(1)} %`;

/** What each embedded engine costs and how exact it is. Each has a process of its own, so that its memory is its own. */
export async function measureSpeech() {
  const rows: Record<string, string | number>[] = [];
  for (const task of tasks) {
    const child = fork(new URL('speech-process.ts', import.meta.url), [JSON.stringify(task)]);
    const exited = once(child, 'exit');
    const [figures] = (await Promise.race([once(child, 'message'), exited])) as [SpeechFigures | number | null];
    if (figures === null || typeof figures === 'number')
      throw new Error(`Measuring ${task.language} ended with ${figures}.`);
    await exited;
    const { engine, talkSeconds, cpuSeconds, peakBytes, sentences, clean, noisy, sounds, invented } = figures;
    rows.push({
      engine,
      language: task.language,
      sentences,
      'CPU s a minute of talk': ((60 * cpuSeconds) / talkSeconds).toFixed(1),
      'peak memory MB': Math.round(peakBytes / 1e6),
      errors: `${percent(clean)} ${task.language === 'ja' ? 'of characters' : 'of words'}`,
      'with noise': percent(noisy),
      'tones and noises written': sounds > 0 ? `${invented} of ${sounds}` : '',
    });
  }
  return rows;
}
