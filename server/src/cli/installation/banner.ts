import { join, resolve } from 'node:path';
import { type Config, settings } from '../../config.ts';
import { program } from '../terminal/command.ts';
import type { DemoTenant } from './demo-tenant.ts';

/** The banner of a later start. */
export function banner(address: string): string {
  return `Trunkline is running at ${address}, its reference at ${address}/docs. Ctrl-C stops it.\n`;
}

/** Follows the banner until the first log-in. */
export function demoHint(dataDir: string): string {
  return `Nobody has logged in yet: ${commandOn(dataDir)} demo shows the log-in and the keys.\n`;
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
      ? 'Live calls are real: telephones ring, and somebody pays for it. Test calls are simulated.'
      : 'Live calls are simulated here, like test calls: no telephone rings.';
  return `
Trunkline is running.

  Address     ${address}
  Reference   ${address}/docs

The database was empty, so there is a demo tenant (number ${tenantId}) now. Open the address in a browser to log in:
the password is good for one log-in, where you choose your own.

  Log-in      ${email}
  Password    ${password}
  Test key    ${testKey}
  Live key    ${liveKey}

${liveCalls} Try it:

  ${curlLine(address, demo)}

This shows the log-in and the keys again, until they are used or revoked; the next two make new ones:

  ${command} demo
  ${command} key create --tenant ${tenantId} --kind test --scopes all
  ${command} admin create --tenant ${tenantId} --email you@example.com

Ctrl-C stops everything.

`;
}

/** Can be pasted into any shell, and run repeatedly. */
function curlLine(address: string, { projectId, testKey }: DemoTenant): string {
  const url = quoted(`${address}/api/v1/customers`);
  const body = JSON.stringify({ project_id: projectId, name: 'Taro Yamada', tel1: '090-1234-5678' });
  return `curl ${url} -H 'Authorization: Bearer ${testKey}' -H 'Content-Type: application/json' -d '${body}'`;
}

/** npm runs every command in the folder of the program, wherever it is typed. */
const usualFolder = join(import.meta.dirname, '../../../..', settings.DATA_DIR.default);

/** The command to type so that it finds this data folder. */
export function commandOn(dataDir: string): string {
  const folder = resolve(dataDir);
  return folder === usualFolder ? program : `DATA_DIR=${quoted(folder)} ${program}`;
}

/** Quotes a word for a shell if it contains blanks, quotes or the brackets of an IPv6 address. */
function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
