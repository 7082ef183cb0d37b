import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { fetchTree } from '../debian-programs.ts';
import { provideRoot, unpackRoot } from './debian-root.ts';

// A small Debian machine: systemd-nspawn boots a file system of debian-root.ts, with systemd as process 1 and a network of its own
// that has no other machine. Needs root.

const run = promisify(execFile);
const suite = 'bookworm';
/** systemd, and what the Debian package depends on; nothing else that is not essential. */
const packages = ['systemd', 'systemd-sysv', 'dbus', 'adduser', 'libatomic1'];
const root = { name: 'debian', suite, packages, version: 1 };

/** What every machine is made of; the first time it is downloaded, which takes minutes. */
export async function provideMachine() {
  const archive = await provideRoot(root);
  const systemd = { name: 'systemd-container', packages: ['systemd-container'], suites: [suite], version: 1 };
  return { archive, nspawn: await fetchTree(systemd) };
}

/** Boots a new machine with these files in /root, runs the script as root, and returns its output after the machine is off. */
export async function runInMachine(script: string, files: string[]): Promise<string> {
  const { archive, nspawn } = await provideMachine();
  const folder = await unpackRoot(archive, files);
  const inMachine = (path: string) => join(folder, path);
  await writeFile(inMachine('root/script'), script);
  await writeFile(inMachine('etc/systemd/system/script.service'), unit);
  await mkdir(inMachine('etc/systemd/system/multi-user.target.wants'), { recursive: true });
  await run('ln', ['-s', '../script.service', inMachine('etc/systemd/system/multi-user.target.wants/')]);

  const { command, args } = nspawn.program('usr/bin/systemd-nspawn');
  const libraries = ['--library-path', `${nspawn.libraries}:${join(nspawn.libraries, 'systemd')}`];
  const name = `--machine=${basename(folder)}`;
  const options = ['--quiet', '--boot', '--register=no', '--keep-unit', '--private-network', '--console=pipe', name];
  const program = args.at(-1) ?? '';
  const boot = await run(command, [...libraries, program, ...options, `--directory=${folder}`], {
    maxBuffer: 50_000_000,
    timeout: longestRun + 60_000,
    killSignal: 'SIGKILL',
    env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' },
  }).catch((error) => error);
  const result = inMachine('root/result');
  const output = existsSync(inMachine('root/output')) ? readFileSync(inMachine('root/output'), 'utf8') : '';
  if (!existsSync(result) || readFileSync(result, 'utf8') !== '0\n')
    throw new Error(`The script failed in the machine.\n${output}\n${boot.stdout ?? ''}${boot.stderr ?? ''}`);
  rmSync(folder, { recursive: true, force: true });
  return output;
}

const longestRun = 300_000;
const unit = `[Unit]
Description=The script of a test
After=multi-user.target dbus.service

[Service]
Type=oneshot
TimeoutStartSec=${longestRun / 1_000}
WorkingDirectory=/root
ExecStart=/bin/sh -c 'bash -euo pipefail /root/script > /root/output 2>&1; echo $? > /root/result'
ExecStopPost=/bin/systemctl --no-block poweroff
`;
