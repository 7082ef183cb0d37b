import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LookUp, urlChecker } from './check-url.ts';

const names: Record<string, string[]> = {
  'hooks.example.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'inside.example.com': ['10.1.2.3'],
  'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
  'mapped.example.com': ['::ffff:192.168.0.1'],
  'translated.example.com': ['64:ff9b::a9fe:a9fe'],
};
const lookUp: LookUp = async (name) => {
  const addresses = names[name];
  if (!addresses) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  return addresses.map((address) => ({ address }));
};
const check = urlChecker({ allowPrivate: false, lookUp });
const checkFreely = urlChecker({ allowPrivate: true, lookUp });

test('public hosts are taken, by name and by address, resolvable or not', async () => {
  const urls = [
    ...['https://hooks.example.com/hook?a=1&b=%20', 'HTTPS://HOOKS.EXAMPLE.COM', 'https://hooks.example.com:8443/'],
    ...['https://unknown.example.com/', 'https://unknown.example.com./', 'https://例え.jp/フック', 'https://8.8.8.8/x'],
    ...[
      'https://[2606:4700::1111]/',
      'https://foo_bar.example.com/',
      'https://example.com/@user',
      'https://example.com?@',
    ],
    ...['https://local.example.com/', 'https://mylocalhost.example/', 'https://arpa.example/', 'https://home.example/'],
  ];
  for (const url of urls) assert.equal(await check(url), undefined, url);
});

test('a URL that leads to a special address is refused, in any spelling', async () => {
  const hosts = [
    ...['127.0.0.1', '127.1', '0x7f.1', '0x7f000001', '2130706433', '017700000001', '0177.0.0.1', '１２７.0.0.1', '0'],
    ...['10.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1', '255.255.255.255', '203.0.113.7', '[::1]', '[::]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2001::1]'],
    ...['[fd00::1]', '[fe80::1]', '[ff02::1]', '[2001:db8::1]', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost'],
    ...['%6cocalhost', 'printer.local', 'printer.local.', 'db.internal', 'metadata.google.internal', 'nas.home.arpa'],
    ...['home.arpa', 'intranet', 'intranet.', 'inside.example.com', 'mixed.example.com', 'mapped.example.com'],
    ...['translated.example.com', '127.0.0.1.', 'evil.mylocalhost'],
  ];
  for (const host of hosts) assert.equal((await check(`https://${host}/hook`))?.code, 'address_not_allowed', host);
});

test('other schemes, credentials, fragments and malformed URLs are refused', async () => {
  const longest = `https://${'a'.repeat(63)}.example.com/`;
  assert.equal(await check(longest), undefined, longest);
  const urls = [
    ...[
      '',
      'hook',
      'example.com/hook',
      '//example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'file:///etc/passwd',
    ],
    ...[
      'http://example.com/',
      'https://',
      'https:///',
      'https://exa mple.com/',
      'https://example.com/a b',
      'https://a..b/',
    ],
    ...['https:example.com', 'https:///example.com/', 'https://example.com:0/'],
    ...[
      'https://user@example.com/',
      'https://user:pass@example.com/',
      'https://@example.com/',
      'https:user@example.com',
    ],
    ...[
      'https://example.com/#',
      'https://example.com/#part',
      'https:\\\\example.com',
      'https://example.com\\@evil.example',
    ],
    ...[`https://${'a'.repeat(64)}.example.com/`, `https://${'a.'.repeat(124)}example.com/`],
    ...['https://exa\nmple.com/', 'https://example.com:99999/', 'https://[::1', 'https://./', 'https://1.2.3.4.5/'],
  ];
  for (const url of urls) assert.equal((await check(url))?.code, 'invalid_format', url);
});

test('a refusal that a setting takes away names it, and no other does', async () => {
  for (const url of [
    'http://localhost:3000/hook',
    'http://example.com/',
    'https://127.0.0.1/',
    'https://printer.local/',
  ]) {
    const refusal = await check(url);
    assert.match(refusal?.message ?? '', / WEBHOOK_ALLOW_PRIVATE=true npm start permits /, url);
    assert.equal(refusal?.permitted_by, 'WEBHOOK_ALLOW_PRIVATE');
  }
  for (const url of ['ftp://example.com', 'https://user@example.com/', 'https://example.com/#part', 'hook'])
    assert.doesNotMatch(JSON.stringify(await check(url)), /WEBHOOK_ALLOW_PRIVATE/, url);
});

test('if private addresses are allowed, so is http; the rest is unchanged', async () => {
  for (const url of [
    'http://localhost:3000/hook',
    'http://127.0.0.1/',
    'https://[::1]/',
    'https://inside.example.com/',
  ])
    assert.equal(await checkFreely(url), undefined, url);
  for (const url of [
    'ftp://localhost/',
    'http://user@localhost/',
    'http://localhost/#part',
    'localhost:3000',
    `http://${'a'.repeat(64)}/`,
  ])
    assert.equal((await checkFreely(url))?.code, 'invalid_format', url);
});

test('a name whose server is silent is not waited for, and disables the check for no other name', async () => {
  const silent = new Promise<never>(() => {});
  const impatient = urlChecker({
    allowPrivate: false,
    patienceMs: 20,
    lookUp: (name) => (name.startsWith('silent') ? silent : lookUp(name)),
  });
  const slow = Promise.all(Array.from({ length: 10 }, (_, i) => impatient(`https://silent${i}.example.com/`)));
  assert.equal((await impatient('https://inside.example.com/'))?.code, 'address_not_allowed');
  assert.deepEqual(await slow, new Array(10).fill(undefined));
});

test('if private addresses are allowed, nothing is resolved', async () => {
  const asked: string[] = [];
  const freely = urlChecker({
    allowPrivate: true,
    lookUp: async (name) => {
      asked.push(name);
      return [];
    },
  });
  assert.equal(await freely('https://hooks.example.com/'), undefined);
  assert.deepEqual(asked, []);
});
