import type { Random } from '../random.ts';

// Values that programs handle badly.

/** A text that stands in JSON as it is, for numbers and objects that no parser would give back the same. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const hostileStrings = [
  ...['', ' ', '\t\n', '\u0000', 'a\u0000b', '\ud800', '\udfff', 'a\udc00b', '\ufeff', '\uffff', '\u202e', '\u200b'],
  ...['e\u0301'.repeat(40), '👩‍👩‍👧‍👦'.repeat(30), '𠮷'.repeat(256), 'ﷺ'.repeat(100), 'İıſß', '株式会社', '؁', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'true', '[object Object]'],
  ...[
    "' or 1=1 --",
    '"; drop table calls; --',
    '\\',
    '\\u0000',
    '%',
    '%_',
    '%00',
    '%2e%2e%2f',
    '../../etc/passwd',
    '{{7*7}}',
  ],
  ...[
    '$1',
    '{"a":1}',
    '<script>alert(1)</script>',
    '\r\nX-Injected: 1',
    '=1+1',
    '😀',
    'tl_test_',
    'call_',
    'dlv_',
    'evt_',
  ],
  ...[
    '0',
    '-0',
    '-1',
    '1e3',
    '0x10',
    '01',
    '1.0',
    '9007199254740993',
    '9223372036854775808',
    '99999999999999999999999',
    '∞',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '+275760-09-13',
    '2026-11-15T25:00:00Z',
    '2026-11-15',
    '1969-12-31',
    '٢٠٢٦-١١-١٥',
  ],
  ...[
    '2026-11-15T00:00:00.000Z',
    '0001-01-01T00:00:00Z',
    '294277-01-01T00:00:00Z',
    'infinity',
    'now',
    'Asia/Tokyo',
    'UTC+99',
  ],
  ...[
    '+',
    '+0',
    '++81',
    '+81',
    '+819012345678901234567890',
    '090-1234-5678',
    '(03) 1234.5678',
    '１２３４５６７８',
    '+1\u0000',
  ],
  ...[
    'http://127.0.0.1/',
    'http://[::1]:1/',
    'https://user:pw@example.com/',
    'https://example.com:99999/',
    'file:///etc/passwd',
  ],
  ...[
    'https://xn--',
    'https://a..b/',
    'https://例え.invalid/',
    'javascript:alert(1)',
    '//example.invalid',
    'https://0x7f.1/',
  ],
  ...['sip:a@b', 'sip:\u0000@b', 'sip:a;b=c@d:0', 'a@b', 'a@b.example', `${'a'.repeat(64)}@${'b'.repeat(190)}.example`],
  ...[
    ',',
    ',,',
    '1,2,3',
    '1,,2',
    ',1',
    'asc',
    'desc',
    'live',
    'test',
    '192.0.2.0/24',
    '::/0',
    '0.0.0.0/33',
    '256.1.1.1',
  ],
];

const hostileNumbers = [
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    -0.1,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 32,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 63,
    -(2 ** 63),
  ],
  ...[Number.MAX_VALUE, Number.MIN_VALUE, 1e21, 1e-7, 100, 200, 201, 255, 256, 500, 501, 1_000, 65_535, 65_536],
];

const rawNumbers = ['1e400', '-1e400', '1E+2', '0.1e-999', '9007199254740993', '1.0', '-0', `1${'0'.repeat(400)}`];
const rawObjects = [
  '{"__proto__":{"isAdministrator":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":1,"a":2}',
  '{"":""}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  '{"length":1e9}',
  '{"toString":1,"valueOf":1,"toJSON":1}',
];

export function hostileValue(random: Random): unknown {
  const makers: (() => unknown)[] = [
    () => random.pick(hostileStrings),
    () => random.pick(hostileNumbers),
    () => new RawJson(random.pick(rawNumbers)),
    () => new RawJson(random.pick(rawObjects)),
    () => random.pick([null, true, false, [], {}, [null], [[]], [{}], { a: null }]),
    () =>
      random.pick(['x', '漢', '😀', ' ', '\u0000']).repeat(random.pick([50, 51, 100, 101, 255, 256, 1_000, 10_001])),
    () => nested(random.pick([5, 40, 500]), random.chance(0.5)),
    () => Array.from({ length: random.pick([2, 21, 101, 501]) }, () => random.pick([1, 'a', null])),
    () => Object.fromEntries(Array.from({ length: random.pick([2, 51, 300]) }, (_, i) => [`k${i}`, i])),
    () => randomText(random),
  ];
  return random.pick(makers)();
}

/** Any UTF-16 code units, unpaired surrogates included. */
export function randomText(random: Random): string {
  const units = Array.from({ length: random.between(0, 40) }, () =>
    random.chance(0.5) ? random.between(0, 0x7f) : random.between(0, 0xffff),
  );
  return String.fromCharCode(...units);
}

const nested = (depth: number, isArray: boolean) =>
  new RawJson(isArray ? `${'['.repeat(depth)}${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

/** As `JSON.stringify`, with `RawJson` as it is. */
export function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner)}`)
      .join()}}`;
  return JSON.stringify(value) ?? 'null';
}
