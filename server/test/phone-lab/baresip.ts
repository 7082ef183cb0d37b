import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.ts';
import { freeUdpPort } from './free-port.ts';
import { startProgram } from './lab-process.ts';
import { fetchBaresip } from './programs.ts';
import type { SoftphoneAccount } from './softphone.ts';

// A third-party telephone with codecs that SIPp lacks: baresip. It answers every call at once, and plays a tone.

export type Codec = 'pcmu' | 'g722' | 'opus';

export type BaresipOptions = {
  folder: string;
  address: string;
  /** The supported codecs, the preferred one first. */
  codecs: Codec[];
  hertz: number;
  /** The account and registrar. Without them the telephone is a carrier, which is called at its address, or calls. */
  registration?: { account: SoftphoneAccount; registrar: string };
  /** The address to call at once, and the caller's name. */
  calls?: string;
  name?: string;
};

export type Baresip = {
  host: string;
  port: number;
  /** Hangs up, if in a call, and ends. */
  stop(): Promise<void>;
};

const codecModules: Record<Codec, string> = { pcmu: 'g711.so', g722: 'g722.so', opus: 'opus.so' };

export async function startBaresip(options: BaresipOptions): Promise<Baresip> {
  const { folder, address, registration, calls } = options;
  const { baresip, modules } = await fetchBaresip();
  const port = await freeUdpPort(address);
  await mkdir(folder, { recursive: true });
  const write = (file: string, lines: string[]) => writeFile(join(folder, file), `${lines.join('\n')}\n`);
  await write('config', settings(options, port, modules));
  await write('accounts', [accountLine(options, `${address}:${port}`)]);
  await write('contacts', []);
  const child = startProgram(baresip, ['-f', folder, ...(calls ? ['-e', `/dial ${calls}`] : [])], folder);
  await until(() => {
    const output = readFileSync(join(folder, 'output'), 'utf8');
    if (!child.isRunning()) throw new Error(`baresip did not start: ${output.slice(-2_000)}`);
    return output.includes(registration ? '200 OK' : 'baresip is ready');
  });
  return { host: address, port, stop: () => child.end('SIGTERM') };
}

function settings({ address, codecs, hertz }: BaresipOptions, port: number, modules: string): string[] {
  return [
    `sip_listen ${address}:${port}`,
    `net_interface ${address}`,
    `module_path ${modules}`,
    ...[...codecs.map((codec) => codecModules[codec]), 'ausine.so', 'aubridge.so'].map((module) => `module ${module}`),
    'module_tmp account.so',
    'module_app menu.so',
    // The tone is generated at this rate only; baresip resamples it to the codec's rate.
    'ausrc_srate 48000',
    `audio_source ausine,${hertz}`,
    // An audio bridge with nothing at its other end.
    'audio_player aubridge,nowhere',
    'audio_alert aubridge,nowhere',
  ];
}

function accountLine({ registration, name = 'carrier' }: BaresipOptions, ownAddress: string): string {
  const { account, registrar = ownAddress } = registration ?? {};
  const { username = name, password = '' } = account ?? {};
  const rest = `auth_pass=${password};answermode=auto;regint=${registration ? 300 : 0}`;
  return `<sip:${username}@${registrar};transport=udp>;${rest}`;
}
