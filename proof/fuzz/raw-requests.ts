import type { Random } from '../random.ts';
import type { FuzzRequest } from './requests.ts';

// The bytes of a request, damaged: broken framing, huge headers, bytes that are no UTF-8, tricks with paths.

export function rawRequest(request: FuzzRequest, random: Random): Buffer {
  const body = Buffer.from(request.body ?? '');
  let { method, path } = request;
  let version = 'HTTP/1.1';
  let content = body;
  const fields: [string, string][] = [['Host', 'localhost'], ...Object.entries(request.headers)];
  if (body.length > 0) fields.push(['Content-Length', `${body.length}`]);
  const tricks: (() => void)[] = [
    () => {
      path = random.pick(pathTricks)(path);
    },
    () => {
      method = random.pick(methods);
    },
    () => {
      version = random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1.1', 'http/1.1', '', 'HTTP/9.9']);
    },
    () => fields.push(random.pick(framing)(content.length)),
    () => {
      const [field, broken] = chunked(content, random);
      content = broken;
      fields.splice(0, fields.length, ...fields.filter(([name]) => name !== 'Content-Length'), field);
    },
    () => fields.push(['X-Long', 'x'.repeat(random.pick([7_000, 17_000, 70_000]))]),
    () => {
      for (let i = 0; i < random.pick([99, 500, 2_100]); i++) fields.push([`x-${i}`, '1']);
    },
    () => fields.push(random.pick(oddFields)),
    () => {
      content = damaged(content, random);
    },
  ];
  for (let i = random.between(1, 2); i > 0; i--) random.pick(tricks)();
  const head = `${method} ${path} ${version}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), content]);
  return random.chance(0.3) ? damaged(whole, random) : whole;
}

const methods = [
  'get',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PRI',
  'PROPFIND',
  'SOURCE',
  'QUERY',
  'X'.repeat(99),
  '',
  'G\u0000T',
];

const pathTricks: ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => path.replace('/v1/', '/v1/./'),
  (path) => path.replace('/v1/', '/v1/../v1/'),
  (path) => path.replace('/v1/', '/v1/%2e%2e/v1/'),
  (path) => path.replaceAll('/', '%2F'),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.toUpperCase(),
  (path) => `${path}%00`,
  (path) => `${path}\u0000`,
  (path) => `${path}%`,
  (path) => `${path}%ff%fe`,
  (path) => `${path}\u00ff`,
  (path) => `${path};a=b`,
  (path) => `${path}#fragment`,
  (path) => `${path}?${'a&'.repeat(3_000)}`,
  (path) => `${path}?__proto__[a]=1&constructor=2`,
  (path) => `${path}/${'a'.repeat(9_000)}`,
  (path) => `${path}/${'../'.repeat(500)}etc/passwd`,
  (path) => `http://evil.example${path}`,
  (path) => `http://localhost:99999999${path}`,
  () => '*',
  () => '',
  () => '/',
  () => '//',
  () => '/docs/../../etc/passwd',
  () => '/docs/%2e%2e%2fserver',
  () => '/metrics/..',
  () => '/llms.txt?a',
];

/** Header fields that disagree about the length of the body. */
const framing: ((length: number) => [string, string])[] = [
  (length) => ['Content-Length', `${length}`],
  (length) => ['Content-Length', `${length + 1}`],
  () => ['Content-Length', '-1'],
  () => ['Content-Length', '0x10'],
  () => ['Content-Length', '99999999999999999999'],
  () => ['Content-Length', '2000000'],
  () => ['Content-Length', '1, 1'],
  () => ['Transfer-Encoding', 'chunked'],
  () => ['Transfer-Encoding', 'gzip, chunked'],
  () => ['Transfer-Encoding', 'identity'],
  () => ['Transfer-Encoding', 'xchunked'],
];

function chunked(body: Buffer, random: Random): [[string, string], Buffer<ArrayBuffer>] {
  const size = random.pick([
    body.length.toString(16),
    'ffffffffffffffff',
    '-1',
    'zz',
    `${body.length.toString(16)};${'x'.repeat(20_000)}`,
  ]);
  const end = random.pick(['\r\n0\r\n\r\n', '\r\n0\r\nX-Trailer: 1\r\n\r\n', '', '\n0\n\n']);
  return [['Transfer-Encoding', 'chunked'], Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from(end)])];
}

const oddFields: [string, string][] = [
  ['Host', 'evil.example'],
  ['Host', ''],
  ['Connection', 'upgrade'],
  ['Connection', 'close, content-length, authorization'],
  ['Upgrade', 'websocket'],
  ['Upgrade', 'h2c'],
  ['Expect', '100-continue'],
  ['Expect', 'nothing'],
  ['X-Bad', 'a\u0000b'],
  ['X-Bad', 'a\rb'],
  ['X-Bad', '\u00ff\u00fe'],
  ['X Bad', '1'],
  ['', '1'],
  [' folded', 'x'],
  ['Authorization', 'Bearer \u00ff'],
  ['Cookie', `${'a=b; '.repeat(1_000)}`],
  ['Accept-Encoding', 'gzip;q=0, *;q=NaN'],
  ['If-Modified-Since', 'never'],
  ['Trailer', 'Content-Length'],
];

const oddBytes = [
  '\u0000',
  '\r',
  '\n',
  '\r\n\r\n',
  '\u00ff',
  '\u00ed\u00a0\u0080',
  '\u00c0\u0080',
  '\u00f4\u0090\u0080\u0080',
  '"',
  '{',
  ':',
];

/** Some bytes replaced, removed, repeated or added. */
function damaged(bytes: Buffer, random: Random): Buffer<ArrayBuffer> {
  const at = random.between(0, bytes.length);
  const end = Math.min(bytes.length, at + random.between(1, 30));
  const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  const noise = Buffer.from(Array.from({ length: random.between(1, 8) }, () => random.between(0, 255)));
  const odd = Buffer.from(random.pick(oddBytes), 'latin1');
  return Buffer.concat(
    random.pick([
      [before, after],
      [before, part, part, after],
      [before, odd, part, after],
      [before, noise, after],
      [before],
    ]),
  );
}
