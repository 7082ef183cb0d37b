import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atEnd } from '../at-end.ts';

const repository = join(import.meta.dirname, '../../..');
const source = join(repository, 'sdk');
const tsc = join(repository, 'node_modules/typescript/bin/tsc');

export const run = promisify(execFile);

/** npm passes its own settings to the programs that it starts, among them the folder in which it works. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

export const npm = (folder: string, args: string[]) =>
  run('npm', [...args, `--prefix=${folder}`, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env: environment,
  });

/** Compiles TypeScript as a user of the package would. TypeScript's own types are not checked, which takes seconds. */
export const compile = (folder: string, args: string[]) =>
  run(process.execPath, [tsc, '--skipDefaultLibCheck', ...args], { cwd: folder });

export type InstalledSdk = {
  /** An otherwise empty project that has the package. */
  project: string;
  /** The files in the package. */
  files: string[];
};

/** Builds the SDK, packs it, and installs the package into an empty project. */
export async function installSdk(): Promise<InstalledSdk> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-sdk-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const [built, project] = [join(folder, 'built'), join(folder, 'project')];
  mkdirSync(built);
  mkdirSync(project);
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(source, name), join(built, name));
  // `npm run check` and the test of docs/sdk.md check its types.
  await compile(built, ['-p', source, '--noCheck', '--outDir', join(built, 'dist')]);
  const { stdout } = await npm(built, ['pack', '--json', `--pack-destination=${project}`]);
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await npm(project, ['install', '--offline', `./${packed?.filename}`]);
  return { project, files: packed?.files.map(({ path }) => path) ?? [] };
}

export const readInstalled = ({ project }: InstalledSdk, file: string) =>
  readFileSync(join(project, 'node_modules/@trunkline/sdk', file), 'utf8');
