import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerOf, duplicateIn, guessMapping } from './columns.ts';

test('columns are recognized in English and Japanese, each field once', () => {
  assert.deepEqual(guessMapping(['Customer ID', '氏名', 'Phone Number', '電話番号', 'Colour']), [
    'external_id',
    'name',
    'tel1',
    undefined,
    undefined,
  ]);
});

test('empty cells and columns that are left out are not sent', () => {
  const customer = customerOf(['7', ' Alice ', ''], ['external_id', 'name', 'tel1'], 3);
  assert.deepEqual(customer, { project_id: 3, external_id: '7', name: 'Alice' });
  assert.deepEqual(customerOf(['7', 'Alice'], [undefined, 'name'], 3), { project_id: 3, name: 'Alice' });
});

test('two columns for one field are noticed', () => {
  assert.equal(duplicateIn(['name', undefined, 'name']), 'name');
  assert.equal(duplicateIn(['name', undefined, undefined]), undefined);
});
