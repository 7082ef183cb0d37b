import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CsvFault, decodeCsv, NoTextFault, parseCsv, writeCsv } from './csv.ts';

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

test('empty lines are skipped, and the last line needs no line break', () => {
  assert.deepEqual(parseCsv('a,b\n\n , \n1,2'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('a file that is not UTF-8 is read as Shift_JIS, and a byte order mark is not part of the first name', () => {
  assert.equal(decodeCsv(new Uint8Array([0x8e, 0x52, 0x93, 0x63]).buffer), '山田');
  assert.equal(decodeCsv(new TextEncoder().encode('\uFEFF名前').buffer), '名前');
});

test('a file with a byte order mark of UTF-16 is read as that, and one with zero bytes otherwise is refused', () => {
  assert.equal(decodeCsv(new Uint8Array([0xff, 0xfe, 0x71, 0x5c, 0x30, 0x75]).buffer), '山田');
  assert.equal(decodeCsv(new Uint8Array([0xfe, 0xff, 0x5c, 0x71, 0x75, 0x30]).buffer), '山田');
  assert.throws(() => decodeCsv(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]).buffer), NoTextFault);
});

test('a written file reads back the same', () => {
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

test('lines may end in three ways, in one file too', () => {
  const rows = [
    ['a', 'b'],
    ['1', '2'],
    ['3', 'x\ny'],
    ['4', '5'],
  ];
  assert.deepEqual(parseCsv('a,b\n"1","2"\r\n3,"x\r\ny"\r\n4,5'), rows);
  assert.deepEqual(parseCsv('a,b\r1,2\r3,"x\ry"\r4,5\r'), rows);
});

test('a byte order mark and quotes around the first name are removed', () => {
  assert.deepEqual(parseCsv(decodeCsv(new TextEncoder().encode('\uFEFF"名前",電話\r\n山田,1').buffer)), [
    ['名前', '電話'],
    ['山田', '1'],
  ]);
});

test('rows keep their own number of fields, and fields their text', () => {
  assert.deepEqual(parseCsv('id,name\n007\n1e5,true, x ,\n=1,__proto__'), [
    ['id', 'name'],
    ['007'],
    ['1e5', 'true', ' x ', ''],
    ['=1', '__proto__'],
  ]);
});

test('a quote inside of a field without quotes is one of its letters', () => {
  assert.deepEqual(parseCsv('name,size\nBoard,15"\n'), [
    ['name', 'size'],
    ['Board', '15"'],
  ]);
});

test('quotes in a wrong place are refused with their line, and join no rows', () => {
  const lineOf = (line: number) => (error: unknown) => error instanceof CsvFault && error.line === line;
  assert.throws(() => parseCsv('name,tel\nA,1\n"Smith" Ltd,2\n"C","3"\n'), lineOf(3));
  assert.throws(() => parseCsv('name,tel\r\nA,1\r\n"open,2\r\nC,3\r\n'), lineOf(3));
});

test('values with a comma, a quote, a line break or a semicolon are quoted', () => {
  assert.equal(writeCsv([['a,b', 'c"d', 'e\nf', 'g;h', null, 5]]), '\uFEFF"a,b","c""d","e\nf","g;h",,5\r\n');
});
