import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settings } from '../../src/config.ts';

const text = readFileSync(join(import.meta.dirname, '../../../deploy/cluster/kamailio.cfg'), 'utf8');
const milliseconds = (name: string) => Number(new RegExp(`modparam\\("tm", "${name}", (\\d+)\\)`).exec(text)?.[1]);

test('Kamailio lets a phone ring for as long as the settings allow', () => {
  for (const { expects } of [settings.RING_SECONDS_STAFF, settings.RING_SECONDS_CUSTOMER]) {
    const longest = Number(/ to (\d+)$/.exec(expects)?.[1]) * 1_000;
    assert.ok(milliseconds('fr_inv_timer') > longest, expects);
    assert.ok(milliseconds('max_inv_lifetime') > milliseconds('fr_inv_timer'));
  }
});
