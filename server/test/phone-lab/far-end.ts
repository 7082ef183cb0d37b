import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.ts';
import { startProgram } from './child.ts';
import { freeUdpPort, isTaken } from './free-port.ts';
import type { Program } from './programs.ts';
import { answeringScenario } from './scenarios/answering-scenario.ts';
import { type Caller, callingScenario } from './scenarios/calling-scenario.ts';
import { type Credentials, challengingScenario } from './scenarios/challenging-scenario.ts';
import { tone } from './tone.ts';

// Whoever is at the other end of a line: SIPp, playing a tone to those it talks with.

export type FarEnd = {
  /** Whom it was asked to ring, and by whom, as the INVITEs said, the oldest first. */
  invites(): Invite[];
  /** The requests of one kind that were sent to a user, or without a user to all. */
  requests(method: string, user: string): string[];
  /** The status codes of what its own requests of one kind were answered with. */
  answersTo(method: string): number[];
  /** How many milliseconds it took to answer each call that it answered, by the number of the customer. */
  answerDelays(): Map<string, number>;
  stop(): Promise<void>;
};

type Invite = {
  /** The user that was called. */
  to: string;
  from: string;
  assertedIdentity: string | undefined;
  /** All of it. */
  text: string;
};

type Place = {
  folder: string;
  address: string;
  port: number;
  hertz: number;
  credentials?: Credentials | undefined;
  transport?: 'udp' | 'tcp' | undefined;
};

/** Answers whoever calls it, as `answering-scenario.ts` says; with credentials those who have them: `challenging-scenario.ts`. */
export async function startFarEnd(
  sipp: Program,
  { folder, address, port, hertz, credentials, transport = 'udp' }: Place,
): Promise<FarEnd> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tone.ulaw'), tone(hertz));
  const scenario = credentials ? challengingScenario(credentials, 'tone.ulaw') : answeringScenario('tone.ulaw');
  await writeFile(join(folder, 'scenario.xml'), scenario);
  const args = [...common({ address, port }), ...(transport === 'tcp' ? ['-t', 't1'] : [])];
  const child = startProgram(sipp, args, folder);
  const received = () => receivedIn(folder);
  await until(() => {
    if (!child.isRunning())
      throw new Error(
        `SIPp did not start: ${['errors', 'output'].map((file) => endOf(join(folder, file))).join('\n')}`,
      );
    return isTaken(address, port, transport);
  });
  return {
    invites: () => received().flatMap((text) => (text.startsWith('INVITE ') ? [readInvite(text)] : [])),
    requests: (method, user) =>
      received().filter((text) => text.startsWith(`${method} sip:${user === '' ? '' : `${user}@`}`)),
    answersTo: (method) =>
      received().flatMap((text) => (new RegExp(`^CSeq: *\\d+ ${method}\\b`, 'm').test(text) ? statusOf(text) : [])),
    answerDelays: () => answerDelaysIn(folder),
    stop: () => child.end('SIGKILL'),
  };
}

const endOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').slice(-2_000) : '');

export type CallIn = {
  /** 0 when it went as the caller wanted, or was refused to him properly. */
  ended: Promise<number | string>;
  /** The status codes that the caller was answered with so far. */
  statuses(): number[];
};

/** Somebody calls in. */
export async function startCaller(
  sipp: Program,
  caller: Caller,
  { folder, address, target, hertz }: { folder: string; address: string; target: string; hertz: number },
): Promise<CallIn> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tone.ulaw'), tone(hertz));
  await writeFile(join(folder, 'scenario.xml'), callingScenario(caller, 'tone.ulaw'));
  const port = await freeUdpPort(address);
  const args = [...common({ address, port }), '-m', '1', '-s', caller.to, target];
  return {
    ended: startProgram(sipp, args, folder).ended,
    statuses: () => receivedIn(folder).flatMap(statusOf),
  };
}

function common({ address, port }: { address: string; port: number }): string[] {
  const where = ['-i', address, '-mi', address, '-p', `${port}`];
  const traces = ['-trace_err', '-error_file', 'errors', '-trace_msg', '-message_file', 'messages'];
  return ['-sf', 'scenario.xml', ...where, '-nostdin', ...traces];
}

/** All messages, either way. SIPp puts each behind a line of dashes with the time, and one that says which way it went. */
function tracedIn(folder: string): { at: number; text: string }[] {
  const file = join(folder, 'messages');
  const [, ...parts] = (existsSync(file) ? readFileSync(file, 'utf8') : '').split(/^-{20,} *(\S+)\n/m);
  return parts.flatMap((time, i) => (i % 2 === 0 ? [{ at: Date.parse(time), text: parts[i + 1] ?? '' }] : []));
}

function receivedIn(folder: string): string[] {
  return tracedIn(folder).flatMap(
    ({ text }) => text.match(/^(?:UDP|TCP) message received \[\d+\] bytes ?:\s+([\s\S]*)/)?.[1] ?? [],
  );
}

/** From the INVITE to the 200 of each call, in milliseconds. The customer is whom we call, or whose call staff are shown. */
function answerDelaysIn(folder: string): Map<string, number> {
  const invited = new Map<string, { at: number; number: string }>();
  const delays = new Map<string, number>();
  for (const { at, text } of tracedIn(folder)) {
    const callId = text.match(/^Call-ID: *(\S+)/m)?.[1] ?? '';
    const invite = invited.get(callId);
    const { to, from } = readInvite(text);
    const number = to.startsWith('+') ? to : from;
    if (to !== '' && !invite) invited.set(callId, { at, number });
    else if (invite && /^SIP\/2.0 200 [\s\S]*^CSeq: *\d+ INVITE/m.test(text)) delays.set(invite.number, at - invite.at);
  }
  return delays;
}

/** Nothing where it is a request. */
const statusOf = (text: string): number[] => [text.match(/^SIP\/2.0 (\d+)/)?.[1] ?? []].flat().map(Number);

function readInvite(text: string): Invite {
  const header = (name: string) => text.match(new RegExp(`^${name}: *(.*?)\\r?$`, 'mi'))?.[1];
  const to = text.match(/^INVITE sip:([^@ ]+)/m)?.[1] ?? '';
  return { to, from: userOf(header('From')) ?? '', assertedIdentity: userOf(header('P-Asserted-Identity')), text };
}

const userOf = (value: string | undefined) => value?.match(/sips?:([^@>;]+)/)?.[1];
