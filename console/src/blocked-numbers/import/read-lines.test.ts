import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLines } from './read-lines.ts';

const read = (text: string) => readLines(text).lines.map(({ number, reason }) => [number, reason]);

test('a line has a number and maybe a reason, as spreadsheets and people write them', () => {
  assert.deepEqual(read('+81 90-1234-5678\r\n090-1234-5679, asked, twice\n\n"090-1234-5680";"says ""no"", loudly";'), [
    ['+81 90-1234-5678', null],
    ['090-1234-5679', 'asked, twice'],
    ['090-1234-5680', 'says "no", loudly'],
  ]);
  assert.deepEqual(read('０９０ー１２３４ー５６７８，本人の依頼\n+44 (0)20 7946 0000\tmoved'), [
    ['０９０ー１２３４ー５６７８', '本人の依頼'],
    ['+44 (0)20 7946 0000', 'moved'],
  ]);
});

test('titles are skipped in the first line only, and empty cells are no line', () => {
  for (const title of ['number', 'Phone number,Reason', 'tel', '携帯電話'])
    assert.deepEqual(readLines(`${title}\n`), { lines: [], faulty: [] }, title);
  for (const line of ['Mr. Smith', ',Asked']) assert.equal(readLines(line).faulty.length, 1, line);
  const { lines, faulty } = readLines('\uFEFF電話番号,理由\n,,\n09012345678\nnumber');
  assert.deepEqual(
    lines.map(({ at }) => at),
    [3],
  );
  assert.deepEqual(
    faulty.map(({ line, fault }) => [line.at, line.text, fault.code]),
    [[4, 'number', 'invalid_format']],
  );
});

test('lines that cannot be a number, and long reasons, are found before anything is sent', () => {
  const texts = ['12', 'Mr. Smith', '+0312345678', '09012345678x', `09012345678,${'a'.repeat(256)}`];
  const { lines, faulty } = readLines(`1234567\n${texts.join('\n')}`);
  assert.equal(lines.length, 1);
  assert.deepEqual(
    faulty.map(({ fault }) => fault.field),
    ['number', 'number', 'number', 'number', 'reason'],
  );
});
