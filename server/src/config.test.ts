import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig, settings, UnreadableConfig } from './config.ts';

test('without any variable every setting has its default', () => {
  const config = readConfig({});
  for (const [name, { default: fallback }] of Object.entries(settings))
    assert.deepEqual(config[name as keyof typeof config], fallback);
});

test('an empty variable counts as none', () => {
  assert.equal(readConfig({ PORT: '', HOST: '  ' }).PORT, 8080);
});

test('good values are read', () => {
  const config = readConfig({
    PORT: '0',
    RATE_LIMIT: '0',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    DATABASE_URL: 'postgres://a:b@c/d',
  });
  assert.equal(config.PORT, 0);
  assert.equal(config.RATE_LIMIT, 0);
  assert.deepEqual(config.TRUSTED_PROXIES, ['10.0.0.0/8', '::1']);
  assert.equal(config.DATABASE_URL, 'postgres://a:b@c/d');
});

test('every unreadable value is refused with a sentence of its own, and no value is repeated', () => {
  const environment = {
    PORT: '99999',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: 'proxy.example',
    DATABASE_URL: 'mysql://root:hunter2@db',
  };
  assert.throws(
    () => readConfig(environment),
    (error: Error) => {
      assert.ok(error instanceof UnreadableConfig);
      const sentences = error.message.split('\n');
      assert.equal(sentences.length, 4);
      for (const sentence of sentences) assert.match(sentence, /^[A-Z_]+ must be .*\.$/);
      assert.ok(!error.message.includes('hunter2'));
      return true;
    },
  );
});

test('the SIP proxy is an address, which Kamailio knows as its own', () => {
  const read = (SIP_PROXY: string) => readConfig({ SIP_PROXY }).SIP_PROXY;
  assert.equal(read('10.20.0.20'), '10.20.0.20:5060');
  assert.equal(read('10.20.0.20:5070'), '10.20.0.20:5070');
  assert.equal(read('[2001:db8::20]'), '[2001:db8::20]:5060');
  for (const text of ['sip.example:5060', 'sip.example', '10.20.0.300:5060', '2001:db8::20', '10.20.0.20:70000'])
    assert.throws(() => read(text), /SIP_PROXY must be an IP address/, text);
});

test('the model hub is asked without a password, over HTTP', () => {
  assert.equal(readConfig({ MODEL_HUB_URL: 'http://mirror.example/hub/' }).MODEL_HUB_URL, 'http://mirror.example/hub');
  for (const MODEL_HUB_URL of [
    'https://user:hunter2@hub.example',
    'https://token@hub.example',
    'file:///models',
    'hub',
  ])
    assert.throws(() => readConfig({ MODEL_HUB_URL }), /^(?!.*hunter2).*MODEL_HUB_URL must be an address/s);
});

test('docs/operating.md documents every setting with its default', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  for (const [name, { default: fallback, description }] of Object.entries(settings)) {
    const shown = `${fallback}` === '' ? '' : `\`${fallback}\``;
    assert.ok(
      page.includes(`| \`${name}\` | ${shown} | ${description} |`),
      `| \`${name}\` | ${shown} | ${description} |`,
    );
  }
});
