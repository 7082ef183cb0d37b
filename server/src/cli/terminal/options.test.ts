import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flag, idOption, listOption, optional, readOptions, required, text, time } from './options.ts';

const options = {
  tenant: required(idOption('tenant', 'T', 'The tenant.')),
  name: optional(text('N', 'A name.')),
  allow: optional(listOption('A,...', 'Addresses.')),
  expires: optional(time('DATE', 'An end.')),
  yes: flag('No question.'),
};
const read = (...args: string[]) => readOptions(options, args);
const refuses = (args: string[], message: RegExp) => assert.throws(() => read(...args), { message }, args.join(' '));

test('options are read by their types', () => {
  const { given, json } = read(
    '--tenant',
    '7',
    '--name=-x',
    '--allow',
    '10.0.0.0/8, ::1',
    '--expires',
    '2027-04-01',
    '--yes',
    '--json',
  );
  assert.deepEqual(given, {
    tenant: 7,
    name: '-x',
    allow: ['10.0.0.0/8', '::1'],
    expires: new Date('2027-04-01T00:00:00Z'),
    yes: true,
  });
  assert.equal(json, true);
});

test('an omitted option is undefined', () => {
  const { given, json } = read('--tenant=1');
  assert.deepEqual(given, { tenant: 1, name: undefined, allow: undefined, expires: undefined, yes: undefined });
  assert.equal(json, false);
});

test('a time has an offset, and is read with it', () => {
  assert.deepEqual(
    read('--tenant', '1', '--expires', '2027-04-01T09:00:00+09:00').given.expires,
    new Date('2027-04-01'),
  );
});

test('an unknown option is refused with the nearest one', () => {
  refuses(['--tennant', '7'], /^There is no option --tennant\. Did you mean --tenant\?$/);
  refuses(['--tenant', '7', '-x'], /^There is no option -x\. Use --tenant, --name/);
});

test('a missing option, a missing value, a second value and a stray word are refused', () => {
  refuses([], /^--tenant is missing\. Add --tenant T\.$/);
  refuses(['--tenant'], /^--tenant needs a value/);
  refuses(['--tenant', '--json'], /^--tenant needs a value/);
  refuses(['--tenant', '1', '--tenant', '2'], /^--tenant is given more than once\.$/);
  refuses(['--tenant', '1', 'please'], /^"please" is not expected here\.$/);
  refuses(['--tenant', '1', '--json=yes'], /^--json takes no value\.$/);
  refuses(['--tenant', '1', '--yes=no'], /^--yes takes no value\.$/);
});

test('a value of the wrong form is refused with the right form', () => {
  for (const value of ['0', '-1', '1.5', '1e3', 'one', '99999999999999999'])
    refuses([`--tenant=${value}`], /^--tenant must be a number such as 1\.$/);
  for (const value of ['', '10.0.0.0/8,', ',', ' '])
    refuses(['--tenant=1', `--allow=${value}`], /^--allow must be a list/);
  for (const value of ['tomorrow', '2027-02-30', '2027-04-01T09:00', '2027-13-01'])
    refuses(['--tenant=1', `--expires=${value}`], /^--expires must be a day/);
  refuses(['--tenant=1', '--name= '], /^--name must be a text that is not empty\.$/);
});

test('all faults are reported at once', () => {
  refuses(['--tenant=x', '--name=', '--nmae=y'], /--nmae.*\n--tenant.*\n--name/);
});
