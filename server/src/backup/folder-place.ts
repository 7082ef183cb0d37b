import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../platform/error-code.ts';
import { namingFullDisk } from '../platform/full-disk.ts';
import type { Place } from './place.ts';

/** The signal breaks off a copy. */
export function folderPlace(file: string, signal: AbortSignal): Place {
  const folder = dirname(file);
  const recordingsFolder = join(folder, 'recordings');
  return {
    name: file,

    async write(fill) {
      if (await has(file)) throw existing(file);
      const draft = `${file}.${randomUUID()}.part`; // In containers process ids come again.
      const opened = await open(draft, 'wx', 0o600).catch((error: unknown) => {
        throw refusal(error, file);
      });
      try {
        const filled = await fill(opened.createWriteStream({ flush: true }));
        await nameFinally(draft, file);
        await sync(folder);
        return filled;
      } catch (error) {
        throw namingFullDisk(error, file);
      } finally {
        await opened.close().catch(() => {});
        await rm(draft, { force: true });
      }
    },

    async read() {
      const opened = await open(file).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new Error(`There is no file ${file}.`, { cause: error }) : error;
      });
      return opened.createReadStream();
    },

    async recordings() {
      const found = new Map<string, number>();
      for (const tenant of await tenantsIn(recordingsFolder))
        for (const name of (await namesIn(tenant)).filter((name) => name.endsWith('.wav'))) {
          signal.throwIfAborted();
          found.set(`${basename(tenant)}/${name}`, (await stat(join(tenant, name))).size);
        }
      return found;
    },

    async putRecording(name, source) {
      const target = join(recordingsFolder, name);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      // Another backup may copy the same recording at the same time.
      const draft = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
      try {
        await copy(source, draft, signal);
        await sync(draft);
        signal.throwIfAborted();
        await rename(draft, target);
      } catch (error) {
        throw namingFullDisk(error, target);
      } finally {
        await rm(draft, { force: true });
      }
    },

    async openRecording(name) {
      return createReadStream(join(recordingsFolder, name));
    },

    removeRecording: (name) => rm(join(recordingsFolder, name), { force: true }),

    async removeDrafts(prefix, isOurs) {
      for (const draft of await namesIn(folder)) {
        const [, name] = /^(.+)\.[\da-f-]+\.part$/.exec(draft) ?? [];
        if (name?.startsWith(prefix) && isOurs(name)) await rm(join(folder, draft), { force: true });
      }
    },

    async removeRecordingDrafts() {
      for (const tenant of await tenantsIn(recordingsFolder))
        for (const draft of (await namesIn(tenant)).filter((name) => /^\.[\da-f-]{36}\.wav\.(.+\.)?part$/.test(name))) {
          signal.throwIfAborted();
          if (await isAbandoned(join(tenant, draft))) await rm(join(tenant, draft), { force: true });
        }
    },

    namesOf: async (prefix) => (await namesIn(folder)).filter((name) => name.startsWith(prefix)),

    remove: (name) => rm(join(folder, name), { force: true }),

    async close() {},
  };
}

/** Disks that cannot clone the file copy it in pieces, so that the signal ends the copy of a large one. */
async function copy(source: string, target: string, signal: AbortSignal): Promise<void> {
  const isCloned = await copyFile(source, target, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  );
  if (isCloned) return;
  await pipeline(createReadStream(source), createWriteStream(target, { mode: 0o600 }), { signal }).catch((error) => {
    signal.throwIfAborted(); // With its own reason.
    throw error;
  });
}

/** Unlike a new name by renaming, a link never takes the place of another file. Some disks have no links. */
async function nameFinally(draft: string, file: string): Promise<void> {
  await link(draft, file).catch((error: unknown) => {
    if (codeOf(error) === 'EEXIST') throw existing(file);
    return rename(draft, file);
  });
}

const existing = (file: string) => new Error(`The file ${file} exists. Choose another name.`);

const has = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

function refusal(error: unknown, file: string): unknown {
  if (codeOf(error) === 'EEXIST') return existing(file);
  if (codeOf(error) === 'ENOENT') return new Error(`The folder ${dirname(file)} does not exist. Create it first.`);
  return namingFullDisk(error, file);
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });

/** The folders of tenants. */
const tenantsIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => /^\d+$/.test(name)).map((name) => join(folder, name));

const longestWriteMs = 3_600_000;

/** A backup that an operator makes may be copying this recording: its draft has been written to just now. */
async function isAbandoned(draft: string): Promise<boolean> {
  const found = await stat(draft).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  return found !== undefined && Date.now() - found.mtimeMs > longestWriteMs;
}

async function sync(path: string): Promise<void> {
  await using opened = await open(path);
  await opened.sync();
}
