import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from '../../src/database/file-lock.ts';
import { cacheFolder } from '../cache-folder.ts';
import { npm, run } from './install-sdk.ts';

// The runtimes that the SDK has to work in, besides the pinned Node and a browser.

export type Runtime = { name: string; command: string; args: string[]; missing?: string };

/** The binaries come in packages of their own; the packages `deno` and `bun` only link to them, by an install script. */
const platforms: Record<string, { deno: string; bun: string }> = {
  'linux-x64': { deno: '@deno/linux-x64-glibc', bun: '@oven/bun-linux-x64' },
  'linux-arm64': { deno: '@deno/linux-arm64-glibc', bun: '@oven/bun-linux-aarch64' },
  'darwin-arm64': { deno: '@deno/darwin-arm64', bun: '@oven/bun-darwin-aarch64' },
  'darwin-x64': { deno: '@deno/darwin-x64', bun: '@oven/bun-darwin-x64' },
};
const versions = { deno: '2.9.6', bun: '1.4.4' };

/** The machine's own Node, which is older than the pinned one. */
export function ownNode(): Runtime {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const command = folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file));
  return {
    name: 'the own Node of the machine',
    command: command ?? '',
    args: [],
    ...(!command && { missing: 'no Node' }),
  };
}

export const pinnedNode: Runtime = { name: 'the pinned Node', command: process.execPath, args: [] };

export const deno = () =>
  fetchRuntime('deno', 'deno', ['run', '--allow-net', '--allow-read', '--allow-env', '--no-prompt']);

export const bun = () => fetchRuntime('bun', 'bin/bun', ['run']);

async function fetchRuntime(name: 'deno' | 'bun', path: string, args: string[]): Promise<Runtime> {
  const packageName = platforms[`${process.platform}-${process.arch}`]?.[name] ?? '';
  const folder = join(cacheFolder, `${name}-${versions[name]}`);
  const command = join(folder, 'node_modules', packageName, path);
  try {
    if (!packageName) throw new Error(`${name} has no package for ${process.platform} ${process.arch}.`);
    mkdirSync(folder, { recursive: true });
    await withLock(join(folder, '.lock'), async () => {
      if (!existsSync(command)) await npm(folder, ['install', '--no-save', `${packageName}@${versions[name]}`]);
    });
    await run(command, ['--version']);
    return { name, command, args };
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return { name, command, args, missing: `${name} cannot be downloaded: ${error}` };
  }
}
