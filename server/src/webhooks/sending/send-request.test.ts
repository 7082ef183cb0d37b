import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import {
  type AnswerRequest,
  type Receiver,
  receiverAnswers,
  startReceiver,
} from '../../../test/stand-ins/webhook-receiver.ts';
import { isSpecialAddress } from '../../platform/network/special-addresses.ts';
import { attemptOf } from './attempt.ts';
import { type GuardedAgentOptions, makeAgent } from './guarded-agent.ts';
import { type SendLimits, sendRequest } from './send-request.ts';

// Only addresses of this machine are available here. So 127.0.0.1 stands for the internet, and everything else is what it
// always is: 127.0.0.2 is private.

const isForbidden = (address: string) => address !== '127.0.0.1' && isSpecialAddress(address);
const receiver = await startReceiver();

function agentFor(answers: Record<string, string[]>, options: Partial<GuardedAgentOptions> = {}) {
  const agent = makeAgent({
    isForbidden,
    resolve: async (name) => {
      const addresses = answers[name] ?? [];
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    ca: receiver.ca,
    ...options,
  });
  atEnd(() => agent.destroy());
  return agent;
}

const agent = agentFor({ 'hook.test': ['127.0.0.1'] });
const request = { headers: { 'content-type': 'application/json' }, body: '{"hello":"world"}' };

function send(answer: AnswerRequest, limits: SendLimits = { exchangeMs: 15_000 }) {
  receiver.answerWith(answer);
  return sendRequest(agent, { url: receiver.url, ...request }, limits);
}

test('any 2xx is a success, and connections are kept alive', async () => {
  const before = receiver.connections();
  for (const status of [200, 201, 202, 204, 299]) {
    const outcome = await send(receiverAnswers.status(status));
    assert.deepEqual(
      { kind: outcome.kind, status: 'status' in outcome && outcome.status },
      { kind: 'delivered', status },
    );
  }
  // A connection is briefly busy after each answer, so two connections serve the requests in turn.
  assert.ok(receiver.connections() - before <= 2, `${receiver.connections() - before} connections were made`);
  assert.equal(receiver.received.at(-1)?.body, '{"hello":"world"}');
});

test('any other status is a refusal that names it', async () => {
  for (const status of [300, 304, 400, 401, 404, 410, 429, 500, 503]) {
    const outcome = await send(receiverAnswers.status(status, { 'retry-after': '120' }));
    assert.ok(outcome.kind === 'refused');
    assert.equal(outcome.status, status);
    assert.equal(outcome.retryAfter, '120');
    assert.match(outcome.reason, new RegExp(`responded with ${status}`));
  }
});

test('304 is not explained as a redirect', async () => {
  const outcome = await send(receiverAnswers.status(304));
  assert.ok(outcome.kind === 'refused');
  assert.equal(outcome.code, 'refused');
  assert.match(outcome.reason, /^The endpoint responded with 304 \(not modified\).* Respond with 2xx/);
});

test('a redirect, also one to a private address, is not followed', async () => {
  const inside = await startReceiver({ host: '127.0.0.2', protocol: 'http' });
  const outcome = await send(receiverAnswers.redirectTo(inside.url));
  assert.ok(outcome.kind === 'refused');
  assert.match(outcome.reason, /302, a redirect. Redirects are not followed/);
  assert.equal(inside.connections(), 0);
});

const troubles: [string, AnswerRequest, string, RegExp][] = [
  ['hangs', receiverAnswers.hang, 'answer_timeout', /^The endpoint did not respond within 1.5 seconds/],
  [
    'drips a byte at a time',
    receiverAnswers.drip,
    'answer_timeout',
    /^The response was not complete within 1.5 seconds/,
  ],
  [
    'is slow with its headers',
    receiverAnswers.slowHeaders,
    'answer_timeout',
    /^The endpoint did not respond within 1.5 seconds/,
  ],
  [
    'has endless headers',
    receiverAnswers.endlessHeaders,
    'answer_headers_too_large',
    /^The response headers are larger than 16 KiB/,
  ],
  [
    'closes half way',
    receiverAnswers.halfClose,
    'answer_incomplete',
    /^The endpoint closed the connection in the middle of the response/,
  ],
  [
    'closes without an answer',
    receiverAnswers.close,
    'connection_closed',
    /^The endpoint closed the connection without a response/,
  ],
  [
    'answers 100 (continue) first',
    (response) => {
      response.writeContinue();
      response.end();
    },
    'exchange_failed',
    /^The endpoint responded with 100 \(continue\), which the request did not ask for/,
  ],
  ['answers garbage', receiverAnswers.garbage, 'answer_not_http', /^The response is not valid HTTP/],
];
for (const [what, answer, code, words] of troubles)
  test(`an endpoint that ${what} is reported in plain words and with a code`, async () => {
    // Only endless exchanges have to be cut off soon.
    const isEndless = words.source.includes('1.5');
    const outcome = await send(answer, { exchangeMs: isEndless ? 1_500 : 15_000 });
    assert.ok(outcome.kind === 'broken', JSON.stringify(outcome));
    assert.match(outcome.reason, words);
    assert.equal(outcome.code, code);
  });

test('only the beginning of an answer of a gigabyte is read, and it counts', async () => {
  const outcome = await send(receiverAnswers.gigabyte);
  assert.ok(outcome.kind === 'delivered');
  assert.equal(outcome.responseBody.length, 4_096);
});

test('an answer is kept as 500 characters of valid text, with numbers and secrets masked', async () => {
  const said = Buffer.concat([
    Buffer.from(`call +81 90-1234-5678 whsec_c2VjcmV0 \0 ${'電話😀'.repeat(400)}`),
    Buffer.from([0xff, 0xfe]),
  ]);
  const outcome = await send((response) => response.end(said));
  assert.ok(outcome.kind === 'delivered');
  const { response_body, ...attempt } = attemptOf(outcome, new Date(0), 12.4);
  assert.deepEqual(attempt, { at: new Date(0), duration_ms: 12, response_status: 200, error: null, error_code: null });
  assert.ok(response_body !== null);
  assert.equal([...response_body].length, 500);
  assert.ok(response_body.isWellFormed());
  assert.match(response_body, /^call 819\*{5}5678 whsec_\*{3} \ufffd 電話😀/);
});

test('after the end of sending nothing is sent', async () => {
  const before = receiver.received.length;
  const outcome = await send(receiverAnswers.ok, { startBefore: performance.now() });
  assert.equal(outcome.kind, 'late');
  assert.equal((await send(receiverAnswers.ok)).kind, 'delivered');
  assert.equal(receiver.received.length, before + 1);
});

const broken = async (agent: ReturnType<typeof agentFor>, url: string, limits: SendLimits = {}) => {
  const outcome = await sendRequest(agent, { url, ...request }, limits);
  assert.ok(outcome.kind === 'broken', JSON.stringify(outcome));
  return `${outcome.code}: ${outcome.reason}`;
};
const urlOf = ({ port }: Receiver, host: string, protocol = 'https') => `${protocol}://${host}:${port}/`;

test('certificates are checked', async () => {
  const names = { 'hook.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] };
  const strict = makeAgent({
    isForbidden,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  atEnd(() => strict.destroy());
  assert.match(await broken(strict, receiver.url), /^certificate_not_trusted: The certificate is self-signed/);
  assert.match(
    await broken(agentFor(names), urlOf(receiver, 'other.test')),
    /^certificate_for_other_host: The certificate is for another host name/,
  );
});

test('a plain HTTP server behind an https URL, a closed port and an unknown name are distinguished', async () => {
  const plain = await startReceiver({ protocol: 'http' });
  assert.match(await broken(agent, urlOf(plain, 'hook.test')), /^tls_failed: .* does not use TLS/);
  const closed = createServer();
  closed.listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as { port: number };
  closed.close();
  await once(closed, 'close');
  assert.match(await broken(agent, `https://hook.test:${port}/`), /^connection_refused: .* nothing listens/);
  const unknown = agentFor({}, { resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })) });
  assert.match(await broken(unknown, receiver.url), /^name_not_found: The host name of the URL does not exist/);
});

test('a host that takes no connection is given up in time, and its request is never sent', async () => {
  const slow = agentFor({}, { resolve: () => new Promise(() => {}) });
  assert.match(
    await broken(slow, receiver.url, { exchangeMs: 200 }),
    /^connect_timeout: The endpoint did not accept a connection within 0.2 seconds/,
  );
});

const forbidden = /^address_not_allowed: .* private, local or other special address/;

test('addresses in every notation are checked before anything is connected', async () => {
  const inside = await startReceiver({ host: '127.0.0.2', protocol: 'http' });
  const plain = agentFor({});
  const hosts = [
    ...['127.0.0.2', '2130706434', '0x7f000002', '0177.0.0.2', '127.2', '10.0.0.1', '169.254.169.254', '0.0.0.0'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.2]', '[::ffff:7f00:2]', '[64:ff9b::7f00:2]', '[64:ff9b::10.0.0.1]'],
    ...['[fd00::1]', '[fe80::1]', '[2002:7f00:2::]', '[2001:db8::1]', '192.168.1.1.'],
  ];
  for (const host of hosts) assert.match(await broken(plain, urlOf(inside, host, 'http')), forbidden, host);
  assert.equal(inside.connections(), 0);
});

test('names that resolve to special addresses only are refused, in every form', async () => {
  const inside = await startReceiver({ host: '127.0.0.2', protocol: 'http' });
  for (const answer of ['127.0.0.2', '::1', '::ffff:127.0.0.2', '64:ff9b::7f00:2', 'fd00::1', '169.254.169.254'])
    assert.match(
      await broken(agentFor({ 'inside.test': [answer] }), urlOf(inside, 'inside.test', 'http')),
      forbidden,
      answer,
    );
  assert.equal(inside.connections(), 0);
});

test('special addresses among several are dropped, and a good one is connected to', async () => {
  const inside = await startReceiver({ host: '127.0.0.2' });
  const mixed = agentFor({ 'hook.test': ['127.0.0.2', '::1', '127.0.0.1', 'fd00::1'] });
  receiver.answerWith(receiverAnswers.ok);
  const outcome = await sendRequest(mixed, { url: receiver.url, ...request });
  assert.equal(outcome.kind, 'delivered');
  // Nothing listens on the permitted address at the private receiver's port: the attempt fails rather than connecting to the
  // private one.
  assert.match(await broken(mixed, urlOf(inside, 'hook.test')), /nothing listens/);
  assert.equal(inside.connections(), 0);
});

test('a name that answers differently each time is resolved once per connection, and checked by that answer', async () => {
  const inside = await startReceiver({ host: '127.0.0.2', protocol: 'http' });
  const outside = await startReceiver({ protocol: 'http' });
  let asked = 0;
  const rebinding = (...answers: string[]) =>
    agentFor({}, { resolve: async () => [{ address: answers[asked++ % answers.length] ?? '', family: 4 }] });
  for (const answers of [
    ['127.0.0.1', '127.0.0.2'],
    ['127.0.0.2', '127.0.0.1'],
  ]) {
    for (let round = 0; round < 10; round++) {
      asked = round;
      const agent = rebinding(...answers);
      const url = urlOf(answers[round % 2] === '127.0.0.1' ? outside : inside, 'rebinding.test', 'http');
      const outcome = await sendRequest(agent, { url, ...request });
      assert.equal(asked, round + 1, 'it was asked once');
      assert.equal(outcome.kind, answers[round % 2] === '127.0.0.1' ? 'delivered' : 'broken');
      await agent.destroy();
    }
  }
  assert.equal(inside.connections(), 0);
});

/** Sends one request from a process with these environment variables, and returns its outcome. */
async function sendWith(variables: Record<string, string>): Promise<string> {
  const program = `
    import { makeAgent } from '${new URL('guarded-agent.ts', import.meta.url)}';
    import { sendRequest } from '${new URL('send-request.ts', import.meta.url)}';
    const agent = makeAgent({
      isForbidden: () => false,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      ca: process.env.CA,
    });
    const { kind, reason = '' } = await sendRequest(agent, { url: process.env.URL_TO_SEND_TO, headers: {}, body: '{}' });
    console.log(kind, reason);
    await agent.destroy();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...variables, URL_TO_SEND_TO: receiver.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return output.trim();
}

test('no proxy variable is respected', async () => {
  const proxy = await startReceiver({ host: '127.0.0.2', protocol: 'http' });
  receiver.answerWith(receiverAnswers.ok);
  const before = receiver.received.length;
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const outcome = await sendWith({
    ...Object.fromEntries(proxies.map((name) => [name, proxy.url])),
    NODE_USE_ENV_PROXY: '1',
    NO_PROXY: '',
    no_proxy: '',
    CA: receiver.ca,
  });
  assert.equal(outcome, 'delivered');
  assert.equal(receiver.received.length, before + 1);
  assert.equal(proxy.connections(), 0);
});

test('no variable switches the check of certificates off', async () => {
  const before = receiver.received.length;
  assert.match(await sendWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }), /^broken .*certificate is self-signed/);
  assert.equal(receiver.received.length, before);
});
