import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../until.ts';
import { type LabProcess, startProgram } from './lab-process.ts';
import type { Programs } from './programs.ts';

// One Asterisk with its own complete configuration.

export type LabAsterisk = {
  url: string;
  user: string;
  password: string;
  /** The address and port for carriers and phones. */
  sipAddress: string;
  /** The file that fail2ban reads. */
  securityLog: string;
  /** The process id; 0 before the first start. */
  pid(): number;
  /** Starts or restarts Asterisk, and waits until it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Kills Asterisk like a power cut: it cannot close anything. */
  kill(): Promise<void>;
  /** Deletes, while Asterisk is stopped, the objects that it received while it ran. */
  forget(): Promise<void>;
  /** Reads from ARI, as an operator may. */
  ask<T>(path: string): Promise<T>;
  /** Changes something through ARI, as an operator may. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<void>;
  /** Writes a configuration file, which Asterisk reads when it starts, or when a command reloads it. */
  write(name: 'pjsip_local.conf' | 'extensions_local.conf', text: string): Promise<void>;
  /** Runs a console command and returns its output. */
  command(line: string): Promise<string>;
  /** Makes Asterisk accept no more calls, and stop once its current calls are over. */
  stopGracefully(): Promise<void>;
  /** Cancels a graceful stop. */
  stayUp(): Promise<void>;
  /** Hangs up a channel without the knowledge of any node. */
  hangUp(channel: string): Promise<void>;
};

export type AsteriskSettings = {
  name: string;
  address: string;
  httpPort: number;
  sipPort: number;
  password: string;
};

/** The configuration of a real server: see the README there. */
const deployed = join(import.meta.dirname, '../../../deploy/asterisk');
const dialplan = join(import.meta.dirname, '../../src/engine/asterisk/dialplan.conf');
/** The configuration that only the lab needs: the folders of this Asterisk. */
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
  let child: LabProcess | undefined;

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
      // ARI answers 404 until it is loaded.
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
    async send(method, path, body) {
      const response = await request(path, method, body);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    },
    command,
    async stopGracefully() {
      command('core stop gracefully').catch(() => {}); // The command returns when Asterisk has stopped.
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
 * As on a real server: Debian's files, overwritten by those of `deploy/asterisk` with the values filled in. They contain no
 * trunk and no phone, so every test begins like an administrator on the first day.
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

/** The values that an administrator must fill in, and others that must differ between labs on one machine. */
function blanks(settings: AsteriskSettings, folder: string): [string, string, string][] {
  const { address, httpPort, sipPort, password } = settings;
  return [
    ['ari.conf', 'CHANGE-ME', password],
    ['prometheus.conf', 'CHANGE-ME', password],
    ['manager.conf', 'CHANGE-ME', password],
    ['manager.conf', 'bindaddr=127.0.0.1', `bindaddr=${address}`],
    ['musiconhold.conf', '/var/lib/asterisk', join(folder, 'lib')],
    ['http.conf', 'bindaddr=127.0.0.1', `bindaddr=${address}`],
    ['http.conf', 'bindport=8088', `bindport=${httpPort}`],
    ['pjsip.conf', '0.0.0.0:5060', `${address}:${sipPort}`],
    ['pjsip.conf', ';external_signaling_address=203.0.113.10', `external_signaling_address=${address}`],
    ['pjsip.conf', ';external_media_address=203.0.113.10', `external_media_address=${address}`],
    ['pjsip.conf', ';local_net=', 'local_net='],
  ];
}
