import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../until.ts';
import { type Child, startProgram } from './child.ts';
import type { Programs } from './programs.ts';

// One Asterisk with a complete configuration of its own.

export type LabAsterisk = {
  url: string;
  user: string;
  password: string;
  /** Where carriers and phones find it, with the port. */
  sipAddress: string;
  /** The file that fail2ban reads. */
  securityLog: string;
  /** Its process; 0 when it has none. */
  pid(): number;
  /** Starts it, or starts it again, and waits until it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** As a power cut would: it gets no chance to close anything. */
  kill(): Promise<void>;
  /** Takes from it, while it is not running, what it was told while it ran. */
  forget(): Promise<void>;
  /** Asks Asterisk, as an operator may. */
  ask<T>(path: string): Promise<T>;
  /** Changes something of it, as an operator may. */
  tell(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<void>;
  /** Writes a file of its configuration while it is not running. */
  write(name: 'pjsip_local.conf', text: string): Promise<void>;
  /** Runs a command of its console and gives what that prints. */
  command(line: string): Promise<string>;
  /** Has it take no more calls, and stop when those that it has are over. */
  stopGracefully(): Promise<void>;
  /** Takes that back. */
  stayUp(): Promise<void>;
  /** Ends a line behind everybody's back. */
  hangUp(channel: string): Promise<void>;
};

export type AsteriskSettings = {
  name: string;
  address: string;
  httpPort: number;
  sipPort: number;
  password: string;
};

/** What a real server has: see the README there. */
const deployed = join(import.meta.dirname, '../../../deploy/asterisk');
const dialplan = join(import.meta.dirname, '../../src/engine/asterisk/dialplan.conf');
/** What only the lab has: the folders of this Asterisk. */
const ownFiles = join(import.meta.dirname, 'configuration');

export async function prepareAsterisk(
  folder: string,
  programs: Programs,
  settings: AsteriskSettings,
): Promise<LabAsterisk> {
  await writeConfiguration(folder, programs, settings);
  const { address, httpPort, password } = settings;
  const url = `http://${address}:${httpPort}/ari`;
  const headers = { authorization: `Basic ${Buffer.from(`trunkline:${password}`).toString('base64')}` };
  const request = (path: string, method = 'GET', body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  let child: Child | undefined;

  const configuration = ['-C', join(folder, 'etc/asterisk.conf')];

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (child?.isRunning()) await child.end(signal);
  }

  async function command(line: string): Promise<string> {
    const { command, args } = programs.asterisk;
    return (await promisify(execFile)(command, [...args, ...configuration, '-rx', line])).stdout;
  }

  return {
    url,
    user: 'trunkline',
    password,
    sipAddress: `${address}:${settings.sipPort}`,
    securityLog: join(folder, 'log/security.log'),
    pid: () => child?.pid ?? 0,
    async start() {
      child = startProgram(programs.asterisk, [...configuration, '-f', '-q'], folder);
      // It answers 404 until ARI is loaded.
      await until(() => {
        if (!child?.isRunning()) throw new Error(`Asterisk did not start; see ${folder}/output and log/messages.log.`);
        return request('/asterisk/info').then(
          ({ status }) => status === 200,
          () => false,
        );
      });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    forget: () => rm(join(folder, 'lib/astdb.sqlite3')),
    write: (name, text) => writeFile(join(folder, 'etc', name), text),
    async tell(method, path, body) {
      const response = await request(path, method, body);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    },
    command,
    async stopGracefully() {
      command('core stop gracefully').catch(() => {}); // It returns when Asterisk has stopped.
      await until(async () => (await command('core show channels')).includes('during shutdown'));
    },
    async stayUp() {
      await command('core abort shutdown');
    },
    async hangUp(channel) {
      await request(`/channels/${channel}`, 'DELETE');
    },
    async ask<T>(path: string) {
      const response = await request(path);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
  };
}

/**
 * As on a real server: Debian's files, and over them those of `deploy/asterisk` with the values filled in. There is no trunk
 * and no phone in them, so every test begins with what an administrator has on the first day.
 */
async function writeConfiguration(folder: string, programs: Programs, settings: AsteriskSettings): Promise<void> {
  for (const name of ['lib/keys', 'run', 'log', 'spool/recording'])
    await mkdir(join(folder, name), { recursive: true });
  const etc = join(folder, 'etc');
  await cp(programs.configuration, etc, { recursive: true });
  const write = (name: string, text: string) => writeFile(join(etc, name), text);

  const files = (await readdir(deployed)).filter((name) => name.endsWith('.conf'));
  const texts = new Map(await Promise.all(files.map(async (name) => [name, await read(deployed, name)] as const)));
  for (const [name, blank, value] of blanks(settings, folder)) {
    const text = texts.get(name);
    if (!text?.includes(blank)) throw new Error(`${name} has no line with ${blank} to fill in.`);
    texts.set(name, text.replaceAll(blank, value));
  }
  for (const [name, text] of texts) await write(name, text);
  await cp(dialplan, join(etc, 'dialplan.conf'));
  await cp(join(deployed, 'hold'), join(folder, 'lib/hold'), { recursive: true });

  const values: Record<string, string | number> = { ...settings, ...programs.folders, folder };
  for (const name of await readdir(ownFiles))
    await write(
      name,
      (await read(ownFiles, name)).replaceAll(/@(\w+)@/g, (_, key: string) => String(values[key])),
    );
}

const read = (folder: string, name: string) => readFile(join(folder, name), 'utf8');

/** What an administrator is asked to put in, and what else must differ between labs on one machine. */
function blanks(settings: AsteriskSettings, folder: string): [string, string, string][] {
  const { address, httpPort, sipPort, password } = settings;
  return [
    ['ari.conf', 'CHANGE-ME', password],
    ['prometheus.conf', 'CHANGE-ME', password],
    ['musiconhold.conf', '/var/lib/asterisk', join(folder, 'lib')],
    ['http.conf', 'bindaddr=127.0.0.1', `bindaddr=${address}`],
    ['http.conf', 'bindport=8088', `bindport=${httpPort}`],
    ['pjsip.conf', '0.0.0.0:5060', `${address}:${sipPort}`],
    ['pjsip.conf', ';external_signaling_address=203.0.113.10', `external_signaling_address=${address}`],
    ['pjsip.conf', ';external_media_address=203.0.113.10', `external_media_address=${address}`],
    ['pjsip.conf', ';local_net=', 'local_net='],
  ];
}
