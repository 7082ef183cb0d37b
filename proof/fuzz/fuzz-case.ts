import type { semaphore } from '../../server/src/platform/concurrency/semaphore.ts';
import type { Installation, Node } from '../installation.ts';
import type { Random } from '../random.ts';
import { type Answer, commonFaults } from './answer.ts';
import type { Operation } from './document.ts';
import { foreignFaults, markOf, type Ownership } from './ownership.ts';
import { rawRequest } from './raw-requests.ts';
import { type FuzzRequest, requestFor } from './requests.ts';
import type { FuzzResult } from './result.ts';
import { type Client, sendBytes } from './send.ts';
import { type FuzzedTenant, keepIds, plantFuzzedTenant } from './tenant.ts';

// The requests of two tenants, one after the other.

export type FuzzCase = { number: number; random: Random; requests: number };

export type Target = {
  installation: Installation;
  node: Node;
  hookUrl: string;
  operations: Operation[];
  sender: Client;
  ownership: Ownership;
  result: FuzzResult;
  /** The server hashes a few passwords at a time and refuses more with 503: the cases of a run take turns. */
  hashing: ReturnType<typeof semaphore>;
};

/** Operations that make a record with an id: each tenant begins with one of each. */
const makers = [
  ...['/trunks', '/numbers', '/projects', '/staff', '/customers', '/calls/initiate', '/webhooks', '/blocked-numbers'],
  ...['/keys', '/administrators', '/invitations', '/erasures'],
];

export async function fuzzCase(target: Target, { number, random, requests }: FuzzCase): Promise<void> {
  const { installation, operations, hookUrl } = target;
  const north = await plantFuzzedTenant(installation, markOf(number, 'n'));
  const south = await plantFuzzedTenant(installation, markOf(number, 's'));
  const openings = [north, south].flatMap((tenant) =>
    makers.flatMap((path) => {
      const found = operations.find((o) => o.base === '/admin/v1' && o.method === 'POST' && o.path === path);
      return found ? [{ tenant, operation: found }] : [];
    }),
  );
  for (let index = 0; index < requests; index++) {
    const opening = openings[index];
    const tenant = opening?.tenant ?? random.pick([north, south]);
    const stranger = tenant === north ? south : north;
    const operation = opening?.operation ?? pickOperation(operations, random);
    const request = requestFor(operation, { random, tenant, hookUrl }, stranger, opening ? 'allowed' : 'any');
    const isRaw = !opening && random.chance(0.15);
    const at = { case: number, index, tenant, operation, source: addressOf(number) };
    target.result.requests += 1;
    const bytes = isRaw ? rawRequest(request, random) : undefined;
    const attempt = () => (bytes ? tryBytes(target, at, bytes) : tryRequest(target, at, request));
    await (hashes.test(operation.name) ? target.hashing(attempt) : attempt());
  }
}

/** Each of these hashes a password, which takes as long as a hundred other requests. */
const hashes =
  /^(POST|PUT|DELETE) .*\/(administrators|reset-password|session|password|totp|recovery-codes|invitation)$/;

function pickOperation(operations: Operation[], random: Random): Operation {
  const picked = random.pick(operations);
  return hashes.test(picked.name) && random.chance(0.9) ? pickOperation(operations, random) : picked;
}

type At = { case: number; index: number; tenant: FuzzedTenant; operation: Operation; source: string | undefined };

/** Each case comes from a network of its own, so that limits for a network depend on no other case. */
const addressOf = (number: number) =>
  process.platform === 'linux' ? `127.${1 + (number >> 8)}.${number & 0xff}.1` : undefined;

async function tryRequest(target: Target, at: At, request: FuzzRequest): Promise<void> {
  const { sender, ownership, result } = target;
  const { tenant, operation } = at;
  const sent = `${request.method} ${request.path}\n${JSON.stringify(request.headers)}\n${request.body ?? ''}`;
  try {
    const answer = await sender.send(request, at.source);
    const faults = [
      ...commonFaults(answer),
      ...operation.faultsOf(answer),
      ...ownership.faultsOf(tenant, answer, sent),
      ...foreignFaults(request.foreign, answer),
    ];
    count(target, answer);
    if (answer.status < 300) result.succeeded.set(operation.name, (result.succeeded.get(operation.name) ?? 0) + 1);
    if (faults.length > 0) fail(target, at, faults, sent, answer);
    keepIds(tenant, operation, answer);
    // The request may have ended the session.
    if (operation.base === '/admin/v1' && !(await isSignedIn(operation, answer))) await tenant.signIn();
  } catch (error) {
    fail(target, at, [`no answer: ${error}`], sent);
  }
}

/** Only operations on sessions can end one. */
const isSignedIn = ({ path, method }: Operation, { status }: Answer) =>
  status !== 401 && !(path.startsWith('/session') && method !== 'GET' && status < 300);

async function tryBytes(target: Target, at: At, bytes: Buffer): Promise<void> {
  const sent = bytes.toString('latin1');
  try {
    for (const answer of await sendBytes(target.node.address, bytes, at.source)) {
      const faults = [...commonFaults(answer), ...target.ownership.faultsOf(at.tenant, answer, sent)];
      count(target, answer);
      if (faults.length > 0) fail(target, at, faults, JSON.stringify(sent), answer);
    }
  } catch (error) {
    fail(target, at, [`no answer: ${error}`], JSON.stringify(sent));
  }
}

function count({ result }: Target, { status }: Answer): void {
  result.statuses[status] = (result.statuses[status] ?? 0) + 1;
}

function fail(target: Target, at: At, faults: string[], request: string, answer?: Answer): void {
  const id = answer?.headers['x-request-id'];
  const lines = target.node.output().split('\n');
  target.result.failures.push({
    case: at.case,
    index: at.index,
    operation: at.operation.name,
    faults,
    request: request.slice(0, 4_000),
    answer: answer ? `${answer.status} ${answer.text.slice(0, 1_000)}` : '',
    log: lines
      .filter((line) => id !== undefined && line.includes(id))
      .join('\n')
      .slice(0, 4_000),
  });
}
