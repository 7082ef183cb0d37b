import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchTree, type Program } from '../debian-programs.ts';

// A real Asterisk, SIPp and baresip, unpacked from Debian's packages. The first time takes about a minute.

export type { Program };
export type Programs = {
  asterisk: Program;
  sipp: Program;
  /** Debian's /etc/asterisk. */
  configuration: string;
  folders: { modules: string; data: string };
};

/** Returns the programs, and fetches them if necessary. Fails with a reason if they are not available. */
export async function fetchPrograms(): Promise<Programs> {
  const { root, libraries, program } = await fetchTree({
    name: 'phones',
    packages: ['asterisk', 'sip-tester'],
    // Suites move on: today's testing is tomorrow's stable, and may then have no Asterisk any more.
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
  /** Debian's /etc/fail2ban. */
  configuration: string;
  /** Runs a fail2ban command and returns its output. */
  run(command: 'fail2ban-regex' | 'fail2ban-client', args: string[]): Promise<string>;
};

/** fail2ban, with its own Python. */
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
