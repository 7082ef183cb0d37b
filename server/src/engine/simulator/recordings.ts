import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silenceWav } from '../../platform/silence-wav.ts';
import { cutWav } from '../../platform/wav.ts';
import type { SilentPart } from '../engine.ts';
import { conversationOf } from './conversations.ts';
import { speak } from './speech.ts';

// Recordings of simulated calls. There are few conversations, so each is rendered once, and each call gets a hard link: a file
// of its own to move or delete, which costs next to no time and space.

export type SimulatedRecording = { file: string; seconds: number };

/** Writes the first milliseconds of a conversation, silent in the pauses, into a file with this name. */
export type RecordCall = (
  name: string,
  variant: number,
  milliseconds: number,
  pauses?: SilentPart[],
) => Promise<SimulatedRecording>;

export function recordInto(folder: string): RecordCall {
  const rendered = new Map<number, Promise<string>>();

  /** Renders once per process, because an existing file may come from an older version. */
  function render(variant: number): Promise<string> {
    const known = rendered.get(variant);
    if (known) return known;
    const rendering = (async () => {
      await mkdir(folder, { recursive: true });
      return write(join(folder, `conversation-${variant}.wav`), await speak(conversationOf(variant)));
    })();
    rendered.set(variant, rendering);
    // A failure, for example on a full disk, must not affect the next call.
    rendering.catch(() => rendered.delete(variant));
    return rendering;
  }

  async function linkTo(variant: number, file: string): Promise<void> {
    const whole = await render(variant);
    await rm(file, { force: true });
    await link(whole, file).catch((error: NodeJS.ErrnoException) => {
      // Ext4 permits 65,000 links to a file: the next call begins a new one. Some file systems support no links at all.
      if (error.code === 'EMLINK') rendered.delete(variant);
      return copyFile(whole, file);
    });
  }

  return async (name, variant, milliseconds, pauses = []) => {
    const file = join(folder, `${name}.wav`);
    const { milliseconds: all } = conversationOf(variant);
    if (milliseconds >= all && pauses.length === 0) await linkTo(variant, file);
    else await write(file, cutWav(await readFile(await render(variant)), milliseconds), pauses);
    return { file, seconds: Math.min(milliseconds, all) / 1_000 };
  };
}

/** Writes a new file and renames it: the old file may have links, and a crash must leave no partial file. */
async function write(file: string, bytes: Buffer, pauses: SilentPart[] = []): Promise<string> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, bytes);
  await silenceWav(unfinished, pauses);
  await rename(unfinished, file);
  return file;
}
