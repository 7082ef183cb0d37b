import { join } from 'node:path';
import { fetchTree, type Program } from '../debian-programs.ts';

// A real Asterisk and SIPp, unpacked from Debian's packages. It takes most of a minute once.

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
