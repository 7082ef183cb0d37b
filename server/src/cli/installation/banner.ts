import { join, resolve } from 'node:path';
import { type Config, settings } from '../../config.ts';
import { program, shellQuoted } from '../terminal/program-name.ts';
import type { DemoTenant } from './demo-tenant.ts';

/** The banner of a later start. */
export function banner(address: string): string {
  return `Trunkline is running at ${address}, with the API reference at ${address}/docs. Ctrl-C stops it.\n`;
}

/** Follows the banner until the first sign-in. */
export function demoHint(dataDir: string): string {
  return `For the sign-in and the keys of the demo tenant, run: ${commandOn(dataDir)} demo\n`;
}

/** The banner of the first start. The command `demo` shows its secrets again while they are valid. */
export function firstBanner(
  address: string,
  { DATA_DIR, ASTERISK_URL }: Pick<Config, 'DATA_DIR' | 'ASTERISK_URL'>,
  demo: DemoTenant,
): string {
  const { tenantId, email, password, testKey, liveKey } = demo;
  const command = commandOn(DATA_DIR);
  const liveCalls =
    ASTERISK_URL.length > 0
      ? 'Live calls are real: phones ring, and the carrier charges for them. Test calls are simulated.'
      : 'Live calls are simulated here, like test calls: no phone rings.';
  return `
Trunkline is running.

  Address     ${address}
  Reference   ${address}/docs

The database was empty, so this start has created a demo tenant (id ${tenantId}).
Open the address in a browser and sign in. The password works once: you choose
your own at the first sign-in.

  Email       ${email}
  Password    ${password}
  Test key    ${testKey}
  Live key    ${liveKey}

${liveCalls}
Try it:

  ${curlLine(address, demo)}

The first command shows the password and the keys again, until they are used or
revoked. The others create a new key and a new administrator.

  ${command} demo
  ${command} key create --tenant ${tenantId} --kind test --scopes all
  ${command} admin create --tenant ${tenantId} --email you@example.com

Ctrl-C stops everything.

`;
}

/** Can be pasted into any shell, and run repeatedly. */
function curlLine(address: string, { projectId, testKey }: DemoTenant): string {
  const url = shellQuoted(`${address}/api/v1/customers`);
  const body = JSON.stringify({ project_id: projectId, name: 'Taro Yamada', tel1: '090-1234-5678' });
  return `curl ${url} -H 'Authorization: Bearer ${testKey}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** npm and ./trunkline run every command in the folder of the program, wherever it is typed. */
const usualFolder = join(import.meta.dirname, '../../../..', settings.DATA_DIR.default);

/** The command to type so that it finds this data folder. */
export function commandOn(dataDir: string): string {
  const folder = resolve(dataDir);
  return folder === usualFolder ? program : `DATA_DIR=${shellQuoted(folder)} ${program}`;
}
