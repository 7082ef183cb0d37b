import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.ts';
import { type Child, startProgram } from './child.ts';
import type { Programs } from './programs.ts';

// One Asterisk with a complete configuration of its own.

export type LabAsterisk = {
  url: string;
  user: string;
  password: string;
  /** Its process; 0 when it has none. */
  pid(): number;
  /** Starts it, or starts it again, and waits until it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** As a power cut would: it gets no chance to close anything. */
  kill(): Promise<void>;
  /** Asks Asterisk, as an operator may. */
  ask<T>(path: string): Promise<T>;
  /** Ends a line behind everybody's back. */
  hangUp(channel: string): Promise<void>;
};

export type AsteriskSettings = {
  name: string;
  address: string;
  httpPort: number;
  sipPort: number;
  password: string;
  carrierAddress: string;
  carrierPort: number;
  deadAddress: string;
  /** The endpoints of phones, as pjsip.conf wants them. */
  phones: string;
};

const templates = join(import.meta.dirname, 'configuration');
const dialplan = join(import.meta.dirname, '../../src/engine/asterisk/dialplan.conf');
/** Files that Asterisk misses loudly, though nothing needs to stand in them. */
const emptyFiles = [
  'cel',
  'features',
  'acl',
  'udptl',
  'geolocation',
  'pjproject',
  'websocket_client',
  'ccss',
  'statsd',
];

export async function prepareAsterisk(
  folder: string,
  programs: Programs,
  settings: AsteriskSettings,
): Promise<LabAsterisk> {
  await writeConfiguration(folder, { ...settings, folder, dialplan, modules: programs.modules, data: programs.data });
  const { address, httpPort, password } = settings;
  const url = `http://${address}:${httpPort}/ari`;
  const headers = { authorization: `Basic ${Buffer.from(`trunkline:${password}`).toString('base64')}` };
  const request = (path: string, method = 'GET') => fetch(`${url}${path}`, { method, headers });
  let child: Child | undefined;

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (child?.isRunning()) await child.end(signal);
  }

  return {
    url,
    user: 'trunkline',
    password,
    pid: () => child?.pid ?? 0,
    async start() {
      child = startProgram(programs.asterisk, ['-C', join(folder, 'etc/asterisk.conf'), '-f', '-q'], folder);
      // It answers 404 until ARI is loaded.
      await until(() => {
        if (!child?.isRunning()) throw new Error(`Asterisk did not start; see ${folder}/output and log/full.`);
        return request('/asterisk/info').then(
          ({ status }) => status === 200,
          () => false,
        );
      });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
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

async function writeConfiguration(folder: string, values: Record<string, string | number>): Promise<void> {
  for (const name of ['etc', 'lib/keys', 'run', 'log', 'spool/recording'])
    await mkdir(join(folder, name), { recursive: true });
  const write = (name: string, text: string) => writeFile(join(folder, 'etc', name), text);
  for (const name of emptyFiles) await write(`${name}.conf`, '');
  for (const name of await readdir(templates)) {
    const template = await readFile(join(templates, name), 'utf8');
    await write(
      name,
      template.replaceAll(/@(\w+)@/g, (_, key: string) => String(values[key])),
    );
  }
}
