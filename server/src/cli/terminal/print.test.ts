import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJson, asTable, type Output } from './print.ts';

process.env.TZ = 'Asia/Tokyo';

const at = new Date('2026-11-15T09:30:00Z');
const plain = (_format: string, text: string) => text;
const piped = (output: Output) => asTable(output, { width: undefined, style: plain });
const on = (width: number, output: Output) => asTable(output, { width, style: plain });

test('JSON is one line, with ids as numbers and times in UTC, and has what the table leaves out', () => {
  assert.equal(
    asJson({ facts: { key_id: 7, at }, note: 'For people.' }),
    '{"key_id":7,"at":"2026-11-15T09:30:00.000Z"}\n',
  );
  assert.equal(asJson({ rows: [{ name: 'a\nb' }], table: [{ n: 'a' }], none: 'None.' }), '[{"name":"a\\nb"}]\n');
  assert.equal(asJson({ rows: [], none: 'None.' }), '[]\n');
});

test('one record is a line for each fact, and a note', () => {
  const output = { facts: { key_id: 7, key: 'tl_'.repeat(40) }, note: 'Copy it.' };
  assert.equal(piped(output), `key_id  7\nkey     ${'tl_'.repeat(40)}\n\nCopy it.\n`);
  assert.equal(on(80, output), piped(output), 'a key is never cut');
});

test('many things are a table with aligned columns, in Japanese too, and times of this machine', () => {
  const rows = [
    { id: 1, name: '佐藤 花子', active: true, last_used: at, tags: ['a', 'b'] },
    { id: 10, name: 'Ann', active: false, last_used: null, tags: [] },
  ];
  assert.equal(
    piped({ rows, none: 'None.' }),
    `ID  NAME       ACTIVE  LAST USED         TAGS
1   佐藤 花子  yes     2026-11-15 18:30  a,b
10  Ann        no      -                 -
`,
  );
  assert.equal(piped({ rows: [], none: 'None.' }), 'None.\n');
  assert.equal(piped({ rows, table: [{ id: 1 }, { id: 10 }], none: 'None.' }), 'ID\n1\n10\n');
});

test('on a terminal the longest cells are cut so that a line fits, and nowhere else', () => {
  const rows = [
    { id: 1, name: 'a'.repeat(60), zone: 'Asia/Tokyo', created: at },
    { id: 2, name: '名前'.repeat(20), zone: 'UTC', created: at },
  ];
  const lines = on(60, { rows, none: '' }).split('\n');
  assert.equal(lines[1], `1   ${'a'.repeat(25)}…  Asia/Tokyo  2026-11-15 18:30`);
  assert.equal(lines[2], `2   ${'名前'.repeat(6)}…   UTC         2026-11-15 18:30`);
  assert.ok(piped({ rows, none: '' }).includes('a'.repeat(60)));
});

test('a last column of sentences is wrapped, not cut', () => {
  const rows = [{ check: 'disk', status: 'ok', message: 'There is enough room on it for many years.' }];
  assert.equal(
    on(40, { rows, lastColumn: 'wraps', none: '' }),
    `CHECK  STATUS  MESSAGE
disk   ok      There is enough room on
               it for many years.
`,
  );
});

test('headers are bold and the status of a check has its color', () => {
  const rows = [{ check: 'disk', status: 'fail' }];
  const style = (format: string, text: string) => `<${format}>${text}</>`;
  assert.equal(
    asTable({ rows, none: '' }, { width: 80, style }),
    '<bold>CHECK</>  <bold>STATUS</>\ndisk   <red>fail</>\n',
  );
});

test('names cannot rewrite the screen', () => {
  const shown = piped({ facts: { name: '\u001b[2Jgone\r\n\u009b1m' } });
  assert.equal(shown, 'name  \ufffd[2Jgone\ufffd\ufffd\ufffd1m\n');
});
