import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.ts';
import { freeUdpPort, isTaken } from './free-port.ts';
import { startProgram } from './lab-process.ts';
import type { Program } from './programs.ts';
import { answeringScenario } from './scenarios/answering-scenario.ts';
import { callingScenario, type ScriptedCaller } from './scenarios/calling-scenario.ts';
import { challengingScenario, type SipCredentials } from './scenarios/challenging-scenario.ts';
import { tone } from './tone.ts';

// The far end of a call: SIPp, which plays a tone to the other party.

export type FarEnd = {
  pid: number;
  /** The INVITEs that it received, the oldest first. */
  invites(): Invite[];
  /** The received requests with this method to a user, or to no user if `user` is empty. */
  requests(method: string, user: string): string[];
  /** The status codes of the answers to its own requests with this method. */
  answersTo(method: string): number[];
  /** How many milliseconds it took to answer each answered call, by the customer's number. */
  answerDelays(): Map<string, number>;
  stop(): Promise<void>;
};

type Invite = {
  /** The called user. */
  to: string;
  from: string;
  assertedIdentity: string | undefined;
  /** The whole request. */
  text: string;
};

type Place = {
  folder: string;
  address: string;
  port: number;
  hertz: number;
  credentials?: SipCredentials | undefined;
  transport?: 'udp' | 'tcp' | undefined;
};

/** Answers calls as in `answering-scenario.ts`; with credentials, only authenticated calls: see `challenging-scenario.ts`. */
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
    pid: child.pid,
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
  /** 0 if the call went as the caller wanted, or was refused properly. */
  ended: Promise<number | string>;
  /** The status codes of the answers that the caller received so far. */
  statuses(): number[];
};

/** Starts an inbound call. */
export async function startCaller(
  sipp: Program,
  caller: ScriptedCaller,
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

/** All messages in both directions. SIPp precedes each by a line of dashes with the time, and a line with the direction. */
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

/** Milliseconds from the INVITE to the 200 of each call. The customer is the called number, or the caller that staff see. */
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

/** Empty for a request. */
const statusOf = (text: string): number[] => [text.match(/^SIP\/2.0 (\d+)/)?.[1] ?? []].flat().map(Number);

function readInvite(text: string): Invite {
  const header = (name: string) => text.match(new RegExp(`^${name}: *(.*?)\\r?$`, 'mi'))?.[1];
  const to = text.match(/^INVITE sip:([^@ ]+)/m)?.[1] ?? '';
  return { to, from: userOf(header('From')) ?? '', assertedIdentity: userOf(header('P-Asserted-Identity')), text };
}

const userOf = (value: string | undefined) => value?.match(/sips?:([^@>;]+)/)?.[1];
