import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

// The browser that the console is tried with: Debian's own package.

export const executablePath = '/usr/bin/chromium';

export const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** Installs it where that is possible. Where it is not, tests of the console are left out, unless all must be run (`CI=true`). */
export async function provideChromium(): Promise<void> {
  if (existsSync(executablePath)) return;
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await promisify(execFile)('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  } catch (error) {
    if (process.env.CI === 'true')
      throw new Error('There is no Chromium, and it cannot be installed.', { cause: error });
  }
}

/** Why tests of the console cannot be run here; false where they can. */
export const isMissing = existsSync(executablePath) ? false : `there is no ${executablePath}`;
