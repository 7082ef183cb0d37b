import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fetchTree } from '../debian-programs.ts';
import { type LabAsterisk, prepareAsterisk } from '../phone-lab/asterisk.ts';
import { freeTcpPort, freeUdpPort, isTaken } from '../phone-lab/free-port.ts';
import { type LabProcess, startProgram } from '../phone-lab/lab-process.ts';
import { fetchPrograms } from '../phone-lab/programs.ts';
import { until } from '../until.ts';
import { type Service, serviceOf } from './service.ts';
import { fillIn } from './shipped-file.ts';
import { signalProcess } from './signal-process.ts';

// The SIP part of deploy/cluster: Kamailio and two Asterisk servers. The first time downloads Kamailio (160 MB on the disk).

export type Sip = {
  kamailio: Service & { isReady(): Promise<boolean> };
  asterisks: LabAsterisk[];
  /** Where phones and carriers reach Kamailio. */
  place: { address: string; port: number };
  /** The settings of the nodes. */
  settings: { ASTERISK_URL: string[]; ASTERISK_RECORDINGS: string; SIP_PROXY: string; SIP_REGISTRAR: string };
  stop(): Promise<void>;
};

/** `network` are the first three numbers of free addresses. */
export async function startSip(folder: string, network: string): Promise<Sip> {
  await using starting = new AsyncDisposableStack();
  const programs = await fetchPrograms();
  const port = await freeUdpPort(`${network}.20`);
  const asterisks = await Promise.all(
    [21, 22].map(async (host, index) =>
      prepareAsterisk(join(folder, `asterisk${index + 1}`), programs, {
        name: `asterisk${index + 1}`,
        address: `${network}.${host}`,
        httpPort: await freeTcpPort(`${network}.${host}`),
        // dispatcher.list has one port for both.
        sipPort: port,
        password: randomBytes(16).toString('hex'),
      }),
    ),
  );
  for (const asterisk of asterisks) {
    await asterisk.write('pjsip_local.conf', await fillIn('pjsip_local.conf', [['SIP-ADDRESS', `${network}.20`]]));
    await asterisk.start();
    starting.defer(asterisk.kill);
  }
  const place = { address: `${network}.20`, port };
  const kamailio = await prepareKamailio(join(folder, 'kamailio'), place, network);
  kamailio.start();
  starting.defer(kamailio.stop);
  await until(kamailio.isReady);

  const recordings = join(folder, 'recordings');
  for (const { url } of asterisks) await mkdir(join(recordings, new URL(url).host), { recursive: true });
  const started = starting.move();
  const address = `${place.address}:${port}`;
  return {
    ...{ kamailio, asterisks, place },
    settings: {
      ASTERISK_URL: asterisks.map(
        ({ url, user: username, password }) => Object.assign(new URL(url), { username, password }).href,
      ),
      ...{ ASTERISK_RECORDINGS: recordings, SIP_PROXY: address, SIP_REGISTRAR: address },
    },
    stop: () => started.disposeAsync(),
  };
}

async function prepareKamailio(folder: string, place: Sip['place'], network: string): Promise<Sip['kamailio']> {
  const { root, libraries, program } = await fetchTree({
    ...{ name: 'kamailio', packages: ['kamailio', 'kamailio-sqlite-modules'], suites: ['bookworm'], version: 1 },
  });
  await mkdir(folder, { recursive: true });
  const within = (name: string) => join(folder, name);
  const fill = async (name: string, values: [string, string][]) => writeFile(within(name), await fillIn(name, values));
  const { address, port } = place;
  await fill('dispatcher.list', [
    ['10.20.0', network],
    ['5060', `${port}`],
  ]);
  await fill('kamailio.cfg', [
    ['log_stderror=no', 'log_stderror=yes'],
    ['/var/lib/kamailio/location.sqlite', within('location.sqlite')],
    ['/etc/kamailio/dispatcher.list', within('dispatcher.list')],
    ['SIP-ADDRESS', address],
    ['5060', `${port}`],
  ]);
  const database = new DatabaseSync(within('location.sqlite'));
  for (const name of ['standard-create.sql', 'usrloc-create.sql'])
    database.exec(await readFile(join(root, 'usr/share/kamailio/db_sqlite', name), 'utf8'));
  database.close();
  const modules = join(libraries, 'kamailio/modules');
  const args = ['-DD', '-f', within('kamailio.cfg'), '-L', modules, '-Y', folder, '-m', '32', '-M', '8'];
  return {
    ...serviceOf(() => withChildren(startProgram(program('usr/sbin/kamailio'), args, folder))),
    isReady: async () => isTaken(address, port),
  };
}

/** Kamailio's workers outlive a main process that is killed. */
function withChildren(kamailio: LabProcess): LabProcess {
  const { pid } = kamailio;
  const killAll = () => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    signalProcess(pid, 'SIGKILL');
    for (const child of children) signalProcess(Number(child), 'SIGKILL');
  };
  const atExit = () => {
    if (kamailio.isRunning()) killAll();
  };
  process.prependListener('exit', atExit);
  return {
    ...kamailio,
    async end(signal) {
      if (signal === 'SIGKILL') killAll();
      else process.kill(pid, signal);
      await kamailio.ended;
      process.off('exit', atExit);
    },
  };
}
