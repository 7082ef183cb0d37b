import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCsv, parseCsv, writeCsv } from './csv.ts';

test('quotes hold commas, line breaks and quotes', () => {
  assert.deepEqual(parseCsv('name,notes\r\n"Smith, Alice","said ""hi""\nand left"\r\n'), [
    ['name', 'notes'],
    ['Smith, Alice', 'said "hi"\nand left'],
  ]);
});

test('semicolons and tabs are found out from the first line', () => {
  assert.deepEqual(parseCsv('a;b\n1,5;2'), [
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  assert.deepEqual(parseCsv('a\tb\n1\t'), [
    ['a', 'b'],
    ['1', ''],
  ]);
});

test('empty lines are no rows, and the last line needs no end', () => {
  assert.deepEqual(parseCsv('a,b\n\n , \n1,2'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('what is not UTF-8 is read as Shift_JIS, and a byte order mark is no part of the first name', () => {
  assert.equal(decodeCsv(new Uint8Array([0x8e, 0x52, 0x93, 0x63]).buffer), '山田');
  assert.equal(decodeCsv(new TextEncoder().encode('\uFEFF名前').buffer), '名前');
});

test('what is written is read back', () => {
  const rows = [
    ['name', 'tel1'],
    ['山田, "太郎"', '+81-90-1234-5678'],
  ];
  assert.deepEqual(parseCsv(decodeCsv(new TextEncoder().encode(writeCsv(rows)).buffer)), rows);
});

test('a field that a spreadsheet would run is written as text, and a telephone number as it is', () => {
  assert.equal(writeCsv([['=1+1', '+81 (0)3-1234', '-cmd', '@x']]), "\uFEFF'=1+1,+81 (0)3-1234,'-cmd,'@x\r\n");
  assert.equal(writeCsv([['＝1+1', '＋８１－３', '－cmd', '＠x']]), "\uFEFF'＝1+1,＋８１－３,'－cmd,'＠x\r\n");
});
