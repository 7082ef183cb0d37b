import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJson, asTable } from './print.ts';

const at = new Date('2026-11-15T09:30:00Z');

test('JSON is one line, with ids as numbers and times as text', () => {
  assert.equal(
    asJson({ facts: { key_id: 7, at }, note: 'For people.' }),
    '{"key_id":7,"at":"2026-11-15T09:30:00.000Z"}\n',
  );
  assert.equal(asJson({ rows: [{ name: 'a\nb' }], none: 'None.' }), '[{"name":"a\\nb"}]\n');
  assert.equal(asJson({ rows: [], none: 'None.' }), '[]\n');
});

test('one thing is a line for each fact, and a note', () => {
  assert.equal(asTable({ facts: { key_id: 7, key: 'tl_' }, note: 'Keep it.' }), 'key_id  7\nkey     tl_\n\nKeep it.\n');
});

test('many things are a table whose columns stand below each other, in Japanese too', () => {
  const rows = [
    { id: 1, name: '佐藤 花子', active: true, at, tags: ['a', 'b'] },
    { id: 10, name: 'Ann', active: false, at: null, tags: [] },
  ];
  assert.equal(
    asTable({ rows, none: 'None.' }),
    `id  name       active  at                        tags
1   佐藤 花子  yes     2026-11-15T09:30:00.000Z  a,b
10  Ann        no      -                         -
`,
  );
  assert.equal(asTable({ rows: [], none: 'None.' }), 'None.\n');
});

test('names cannot rewrite the screen', () => {
  const shown = asTable({ facts: { name: '\u001b[2Jgone\r\n\u009b1m' } });
  assert.equal(shown, 'name  \ufffd[2Jgone\ufffd\ufffd\ufffd1m\n');
});
