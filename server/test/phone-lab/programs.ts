import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchTree, type Program } from '../debian-programs.ts';

// A real Asterisk, SIPp and baresip, unpacked from Debian's packages. It takes about a minute once.

export type { Program };
export type Programs = {
  asterisk: Program;
  sipp: Program;
  /** What Debian has in /etc/asterisk. */
  configuration: string;
  folders: { modules: string; data: string };
};

/** The programs, fetched where they are not there yet. Fails, saying why, where they cannot be had. */
export async function fetchPrograms(): Promise<Programs> {
  const { root, libraries, program } = await fetchTree({
    name: 'phones',
    packages: ['asterisk', 'sip-tester'],
    // Suites move: what is testing today is stable tomorrow, and has then perhaps no Asterisk any more.
    suites: ['forky', 'sid'],
    version: 1,
  });
  return {
    asterisk: program('usr/sbin/asterisk'),
    sipp: program('usr/bin/sipp'),
    configuration: join(root, 'etc/asterisk'),
    folders: { modules: join(libraries, 'asterisk/modules'), data: join(root, 'usr/share/asterisk') },
  };
}

export type Fail2ban = {
  /** What Debian has in /etc/fail2ban. */
  configuration: string;
  /** Runs one of its commands, and gives what that prints. */
  run(command: 'fail2ban-regex' | 'fail2ban-client', args: string[]): Promise<string>;
};

/** fail2ban, with a Python of its own. */
export async function fetchFail2ban(): Promise<Fail2ban> {
  const { root, program } = await fetchTree({
    ...{ name: 'fail2ban', packages: ['fail2ban'], suites: ['forky', 'sid'], version: 1 },
  });
  const python = program('usr/bin/python3');
  const env = { ...process.env, PYTHONHOME: join(root, 'usr'), PYTHONDONTWRITEBYTECODE: '1' };
  return {
    configuration: join(root, 'etc/fail2ban'),
    async run(command, args) {
      const all = [...python.args, join(root, 'usr/bin', command), ...args];
      return (await promisify(execFile)(python.command, all, { env })).stdout;
    },
  };
}

/** Only the tests of codecs need it. */
export async function fetchBaresip(): Promise<{ baresip: Program; modules: string }> {
  const { root, program } = await fetchTree({
    name: 'telephone',
    packages: ['baresip-core'],
    suites: ['forky', 'sid', 'trixie', 'bookworm'],
    version: 1,
  });
  return { baresip: program('usr/bin/baresip'), modules: join(root, 'usr/lib/baresip/modules') };
}
