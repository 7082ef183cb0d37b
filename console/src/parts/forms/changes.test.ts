import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf } from './changes.ts';

test('only fields that differ are changes, also if a field is a list or an object', () => {
  const before = { id: 7, name: 'A', phone: null, events: ['a', 'b'], filters: { project_ids: [1] } };
  assert.deepEqual(changesOf(before, { ...before, events: ['a', 'b'], filters: { project_ids: [1] } }), {});
  assert.deepEqual(changesOf(before, { name: 'A', phone: '+81312340000', events: ['b'], filters: null }), {
    ...{ phone: '+81312340000', events: ['b'], filters: null },
  });
});

test('a field that was not known before is a change', () => {
  assert.deepEqual(changesOf({ username: 'a' }, { username: 'a', password: 'secret' }), { password: 'secret' });
});
