import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCountries } from 'libphonenumber-js/min';
import { countries, countryName } from './countries.ts';

test('the countries are those that the server accepts', () => {
  assert.deepEqual(countries, getCountries().sort());
});

test('countries have names in the language of the person', () => {
  assert.deepEqual([countryName('JP', 'en'), countryName('JP', 'ja')], ['Japan', '日本']);
});
