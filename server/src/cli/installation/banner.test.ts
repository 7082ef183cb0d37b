import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { idOf } from '../../platform/ids.ts';
import { firstBanner } from './banner.ts';

const demo = {
  tenantId: idOf('tenant', 1),
  projectId: idOf('project', 1),
  email: 'a@b.example',
  password: 'p',
  testKey: 'tl_test_1',
  liveKey: 'tl_live_1',
};
const banner = (address: string, DATA_DIR: string, ASTERISK_URL: string[] = []) =>
  firstBanner(address, { DATA_DIR, ASTERISK_URL }, demo);
const usualFolder = join(import.meta.dirname, '../../../../.data');

test('commands name the data folder where it is not the usual one', () => {
  assert.match(banner('http://127.0.0.1:8080', usualFolder), /^ {2}\.\/trunkline key create/m);
  assert.match(banner('http://127.0.0.1:8080', '/srv/data'), /^ {2}DATA_DIR=\/srv\/data \.\/trunkline key/m);
});

test('a shell reads a quoted text back unchanged', () => {
  for (const folder of [`/srv/it's "my" $HOME/データ`, '/srv/*;`id`', '/srv/a\\b ~']) {
    const line = /^ {2}(DATA_DIR=.*) \.\/trunkline key create/m.exec(banner('http://127.0.0.1:8080', folder))?.[1];
    assert.equal(execFileSync('sh', ['-c', `${line}; printf %s "$DATA_DIR"`], { encoding: 'utf8' }), folder);
  }
  assert.match(banner('http://[::1]:8080', '/srv/data'), /^ {2}curl 'http:\/\/\[::1\]:8080\/api\/v1\/customers' /m);
});

test('it says whether telephones ring', () => {
  assert.match(banner('http://127.0.0.1:8080', usualFolder), /Live calls are simulated here/);
  assert.match(banner('http://127.0.0.1:8080', usualFolder, ['http://a:b@pbx/ari']), /Live calls are real/);
});
