import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

// The browser that tests the console: a package of Debian. The headless shell is Chromium without windows and profiles, and
// takes half the processor time to open a page; without it, the usual Chromium is used.

const headlessShell = '/usr/bin/chromium-headless-shell';

export const executablePath = existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium';

export const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** Installs a browser if possible. Without one, the tests of the console are skipped, unless all must run (`CI=true`). */
export async function provideChromium(): Promise<void> {
  if (existsSync(headlessShell)) return;
  try {
    await install('chromium-headless-shell');
  } catch {
    if (existsSync(executablePath)) return;
    await install('chromium').catch((error) => {
      if (process.env.CI === 'true')
        throw new Error('There is no Chromium, and it cannot be installed.', { cause: error });
    });
  }
}

async function install(name: string): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-y', '-qq', '--no-install-recommends', '--no-remove', '-o', 'Acquire::http::Timeout=10'];
  await promisify(execFile)('apt-get', ['install', ...options, name], { env });
}

/** Why tests of the console cannot run here; false if they can. */
export const isMissing = existsSync(executablePath) ? false : `there is no ${executablePath}`;
