import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutWav } from '../../platform/wav.ts';
import { conversationOf } from './conversations.ts';
import { speak } from './speech.ts';

// Recordings of simulated calls. There are few conversations, so each is rendered once, and a call gets a link to it: a
// file of its own to move or delete, which takes next to no time and space.

export type Recording = { file: string; seconds: number };

/** Keeps the first milliseconds of a conversation in a file of that name. */
export type RecordCall = (name: string, variant: number, milliseconds: number) => Promise<Recording>;

export function recordInto(folder: string): RecordCall {
  const rendered = new Map<number, Promise<string>>();

  /** Renders once in each process, for a file that is there may be of an older version. */
  function render(variant: number): Promise<string> {
    const known = rendered.get(variant);
    if (known) return known;
    const rendering = (async () => {
      await mkdir(folder, { recursive: true });
      return write(join(folder, `conversation-${variant}.wav`), await speak(conversationOf(variant)));
    })();
    rendered.set(variant, rendering);
    // What fails now, on a full disk for example, may work for the next call.
    rendering.catch(() => rendered.delete(variant));
    return rendering;
  }

  async function linkTo(variant: number, file: string): Promise<void> {
    const whole = await render(variant);
    await rm(file, { force: true });
    await link(whole, file).catch((error: NodeJS.ErrnoException) => {
      // Ext4 permits 65,000 links to a file: the next call begins a new one. Other file systems know no links at all.
      if (error.code === 'EMLINK') rendered.delete(variant);
      return copyFile(whole, file);
    });
  }

  return async (name, variant, milliseconds) => {
    const file = join(folder, `${name}.wav`);
    const { milliseconds: all } = conversationOf(variant);
    if (milliseconds >= all) await linkTo(variant, file);
    else await write(file, cutWav(await readFile(await render(variant)), milliseconds));
    return { file, seconds: Math.min(milliseconds, all) / 1_000 };
  };
}

/** A new file under the name: the old one may have links, and a crash must leave none half written. */
async function write(file: string, bytes: Buffer): Promise<string> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
  return file;
}
