import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { modelsFolder } from '../../../test/models-folder.ts';
import { conversationCount, conversationOf } from '../../engine/simulator/conversations.ts';
import { speak } from '../../engine/simulator/speech.ts';
import { wavHeader } from '../../platform/wav.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-hour-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));

test('an hour of talk is analyzed in bounded memory', async (t) => {
  const hour = join(folder, 'hour.wav');
  await writeHour(hour);
  const worker = fork(new URL('worker.ts', import.meta.url), { execArgv: [] });
  t.after(() => worker.kill('SIGKILL'));
  worker.send({ kind: 'analyze_voice', file: hour, models: modelsFolder });
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, peakMemory(worker.pid) ?? 0);
  }, 100);
  t.after(() => clearInterval(watching));
  const begin = performance.now();
  const [{ kind, result }] = await once(worker, 'message');
  const seconds = (performance.now() - begin) / 1_000;
  assert.equal(kind, 'done');
  assert.equal(result.voice_analysis.status, 'ready');
  assert.equal(result.voice_analysis.duration_seconds, 3_600);
  assert.ok(result.utterances.length > 1_000);
  console.log(`an hour of talk: ${seconds.toFixed(0)} s, at most ${Math.round(most)} MB of memory`);
  assert.ok(most < 300);
});

/** The simulator's conversations, one after the other. */
async function writeHour(file: string): Promise<void> {
  const conversations = await Promise.all(
    Array.from({ length: conversationCount }, async (_, i) => (await speak(conversationOf(i))).subarray(44)),
  );
  const bytes = 3_600 * 32_000;
  await using handle = await open(file, 'w');
  await handle.write(wavHeader(bytes));
  for (let written = 0, i = 0; written < bytes; i++) {
    const piece = conversations[i % conversationCount]?.subarray(0, bytes - written) ?? Buffer.alloc(0);
    await handle.write(piece);
    written += piece.length;
  }
}

/** The peak memory of a process in MB, if the system reports it. */
function peakMemory(pid: number | undefined): number | undefined {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000;
  } catch {
    return undefined; // The process has ended, or this is not Linux.
  }
}
