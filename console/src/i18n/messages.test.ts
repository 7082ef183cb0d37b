import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fillIn, languages, type Messages } from './messages.ts';

const source = join(import.meta.dirname, '..');
const files = globSync('**/*messages.ts', { cwd: source }).filter((file) => file !== join('i18n', 'messages.ts'));

const tables = await Promise.all(
  files.map(async (file) => {
    const exported: Record<string, Messages> = await import(join(source, file));
    return { file, messages: Object.values(exported) };
  }),
);

test('every text is there in every language, with the same values in it', () => {
  assert.ok(tables.length > 5, `only ${tables.length} tables of messages were found`);
  for (const { file, messages } of tables) {
    for (const { en, ja } of messages) {
      assert.deepEqual(Object.keys(ja).sort(), Object.keys(en).sort(), file);
      for (const [key, text] of Object.entries(en)) {
        assert.deepEqual(valuesIn(ja[key] ?? ''), valuesIn(text), `${file}: ${key}`);
      }
    }
  }
});

test('no text is empty', () => {
  for (const { file, messages } of tables)
    for (const table of messages)
      for (const language of languages)
        for (const [key, text] of Object.entries(table[language])) assert.notEqual(text.trim(), '', `${file}: ${key}`);
});

test('a value is put where its name stands, and a name without a value stays', () => {
  assert.equal(fillIn('{count} of {total}', { count: 3 }), '3 of {total}');
});

test('a word goes with its number', () => {
  const text = '{count} {count|row was|rows were} rejected';
  assert.equal(fillIn(text, { count: 1 }), '1 row was rejected');
  for (const count of [0, 2, 11, '1,001']) assert.equal(fillIn(text, { count }), `${count} rows were rejected`);
});

const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
