import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countriesOf, isSupportedCountry, parsePhoneNumber, possibleNumbers } from './phone-number.ts';

const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

test('a number with + loses its separators, from any keyboard', () => {
  const written = [
    '+819012345678',
    '+81 90-1234-5678',
    '+81.90.1234.5678',
    '(+81) 90 (1234) 5678',
    '＋８１　９０－１２３４－５６７８',
    '+81\u00a090\u20111234\u22125678',
    '+81ー90ー1234ー5678',
  ];
  for (const text of written) assert.equal(parsePhoneNumber(text, null), '+819012345678', text);
});

test('a number with + reads the same with any default country', () => {
  assert.equal(parsePhoneNumber('+1 555 010 1234', 'JP'), '+15550101234');
});

test('any 7 to 15 digits after + are a number unless the first is 0', () => {
  fc.assert(
    fc.property(digits(0, 20), (text) => {
      const expected = text.length >= 7 && text.length <= 15 && text[0] !== '0' ? `+${text}` : undefined;
      assert.equal(parsePhoneNumber(`+${text}`, null), expected);
    }),
  );
});

test('a trunk zero in parentheses is left out where the country leaves it out', () => {
  assert.equal(parsePhoneNumber('+44 (0)20 7946 0000', null), '+442079460000');
  assert.equal(parsePhoneNumber('+81 (0)90-1234-5678', null), '+819012345678');
  assert.equal(parsePhoneNumber('+39 (0)6 1234 5678', null), '+390612345678');
  assert.equal(parsePhoneNumber('+999 (0)123 4567', null), '+9991234567');
});

test('a number without + is read in the default country, fictional ones too', () => {
  const cases = [
    ['090-1234-5678', 'JP', '+819012345678'],
    ['０３（００００）００００', 'JP', '+81300000000'],
    ['03-0000-0000', 'JP', '+81300000000'],
    ['010 1 555 010 1234', 'JP', '+15550101234'],
    ['(555) 010-1234', 'US', '+15550101234'],
    ['1 555 010 1234', 'US', '+15550101234'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['8 912 345-67-89', 'RU', '+79123456789'],
    ['06 20 123 4567', 'HU', '+36201234567'],
    ['020 7946 0000', 'GB', '+442079460000'],
  ] as const;
  for (const [text, country, expected] of cases) assert.equal(parsePhoneNumber(text, country), expected, text);
});

test('a number without + is refused when no default country is known', () => {
  assert.equal(parsePhoneNumber('090-1234-5678', null), undefined);
  assert.equal(parsePhoneNumber('090-1234-5678', 'XX'), undefined);
  assert.equal(parsePhoneNumber('090-1234-5678', 'jp'), undefined);
});

test('letters, extensions, dialling commands and misplaced plus signs make it no number', () => {
  const refused = [
    '1-800-FLOWERS',
    '+1-800-FLOWERS',
    '+81 90-1234-5678 ext. 9',
    '+81 90-1234-5678;ext=9',
    '090-1234-5678#',
    '*31#0312345678',
    '++819012345678',
    '+81+9012345678',
    '0+9012345678',
    'tel:+819012345678',
    '+81,9012345678',
    '+٨١٩٠١٢٣٤٥٦٧٨',
    '',
    '+',
    '-',
  ];
  for (const text of refused) assert.equal(parsePhoneNumber(text, 'JP'), undefined, text);
});

test('any number that is read is E.164 and reads as itself', () => {
  const unit = fc.constantFrom(...'00112345678999+-() .');
  const country = fc.constantFrom('JP', 'US', 'IT', 'GB', 'AR', 'RU', 'BR', null);
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 24 }), country, (text, country) => {
      const number = parsePhoneNumber(text, country);
      if (number === undefined) return;
      assert.match(number, /^\+[1-9]\d{6,14}$/);
      assert.equal(parsePhoneNumber(number, country), number);
    }),
    { numRuns: 2000 },
  );
});

test('any text at all is read without an exception', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => void parsePhoneNumber(text, 'JP')));
});

test('countries are ISO codes in upper case', () => {
  assert.equal(isSupportedCountry('JP'), true);
  for (const code of ['jp', 'XX', '001', '', 'constructor', '__proto__']) assert.equal(isSupportedCountry(code), false);
});

test('a number belongs to the country of its code, or of its area where several share one', () => {
  const one = {
    '+819012345678': 'JP',
    '+12125550100': 'US',
    '+14165550100': 'CA',
    '+18765550100': 'JM',
    '+77012345678': 'KZ',
    '+74951234567': 'RU',
    '+441534456789': 'JE',
    '+390669812345': 'VA',
  };
  for (const [number, country] of Object.entries(one)) assert.deepEqual(countriesOf(number), [country], number);
  assert.ok(countriesOf('+15555551234').length > 20, 'an area that nobody has');
  for (const number of ['+881612345678', '+882161234567', '+883510001234567', '+979123456789', '+99912345678'])
    assert.deepEqual(countriesOf(number), [], number);
});

test('a number without + may mean what it means in any country', () => {
  const cases = [
    ['+819012345678', '819012345678', '81-90-1234-5678', '00819012345678', '011819012345678', '090-1234-5678'],
    ['+819012345678', '186-090-1234-5678', '18409012345678', '184010819012345678'],
    ['+442079460000', '141 020 7946 0000'],
    ['+15550101234', '15550101234', '010-1-555-010-1234', '5550101234', '1-555-010-1234'],
    ['+390612345678', '0612345678'],
    ['+79123456789', '89123456789', '81079123456789'],
    ['+36201234567', '06201234567'],
  ] as const;
  for (const [number, ...written] of cases)
    for (const text of written) assert.ok(possibleNumbers(text).includes(number), `${text} ${number}`);
  assert.ok(!possibleNumbers('090-1234-5678').includes('+819012345679'));
  assert.deepEqual(possibleNumbers('--0--'), []);
});
