import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maskNumber, maskText } from './mask.ts';

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

test('a number shows its first three and last four digits and a star for each one between', () => {
  assert.equal(maskNumber('+81 90-1234-5678'), '819*****5678');
  assert.equal(maskNumber('+15550101234'), '155****1234');
  assert.equal(maskNumber('12345678'), '123*5678');
  assert.equal(maskNumber('٠٩٠١٢٣٤٥٦٧٨'), '٠٩٠****٥٦٧٨');
});

test('a number of seven digits or fewer shows its last four, one of four or fewer nothing', () => {
  assert.equal(maskNumber('1234567'), '***4567');
  assert.equal(maskNumber('12-345'), '*2345');
  assert.equal(maskNumber('+1234'), '****');
  assert.equal(maskNumber('110'), '***');
  assert.equal(maskNumber(''), '');
  assert.equal(maskNumber('anonymous'), 'anonymous', 'it hides nothing');
});

test('a masked number is as long as its digits and hides one at least', () => {
  fc.assert(
    fc.property(digits(1, 20), (number) => {
      const masked = maskNumber(number);
      assert.equal(masked.length, number.length);
      assert.ok(masked.includes('*'));
    }),
  );
});

test('numbers inside text are masked however they are written', () => {
  const cases = [
    ['dialling +819012345678 now', 'dialling 819*****5678 now'],
    ['dialling +81 90-1234-5678.', 'dialling 819*****5678.'],
    ['"phone_number":"090-1234-5678",', '"phone_number":"090****5678",'],
    ['tel=0312345678&page=2', 'tel=031***5678&page=2'],
    ['GET /customers?tel1=%2B819012345678&page=2', 'GET /customers?tel1=819*****5678&page=2'],
    ['GET /customers?tel1=%2B81%2090-1234-5678', 'GET /customers?tel1=819*****5678'],
    ['GET /customers?tel1=%2b81+90+1234+5678', 'GET /customers?tel1=819*****5678'],
    ['call (555) 010-1234 or +1 (555) 010-1234', 'call 555***1234 or 155****1234'],
    ['call 555-010-1234, 555.010.1234, 5550101234', 'call 555***1234, 555***1234, 555***1234'],
    ['sip:+819012345678@pbx.example', 'sip:819*****5678@pbx.example'],
    ['Key (tel1)=(+819012345678) already exists', 'Key (tel1)=(819*****5678) already exists'],
    ['電話03 1234 5678へ', '電話031***5678へ'],
    ['01 23 45 67 89', '012***6789'],
    ['+819012345678 203.0.113.195', '819*****5678 203.0.113.195'],
    ['+819012345678 2026-11-15T02:41:00.123Z', '819*****5678 2026-11-15T02:41:00.123Z'],
    ['0120-12-3456', '012***3456'],
    ['+1234567', '***4567'],
  ] as const;
  for (const [text, expected] of cases) assert.equal(maskText(text), expected);
});

test('times, places and identifiers stay as they are', () => {
  const kept = [
    '2026-11-15T02:41:00.123Z',
    '2026-11-15T02:41:00.123456789+09:00',
    '2026-11-15 02:41:00.123+00',
    '[15/Nov/2026:02:41:00 +0000] "GET / HTTP/1.1" 200 1234567 15',
    '{"time":1763171234567,"pid":4194304,"responseTime":12.345678901234567}',
    't=1763171234,v1=0123456789abcdef0123456789abcdef',
    '01a1dd16-ae44-7923-b85a-0db33ff675e4',
    '00000000-0000-0000-0000-000000000000',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'call_01KA3HDNJ47K45VGPGDPSZXXF4',
    'connect ECONNREFUSED 203.0.113.195:5432',
    '::ffff:192.168.100.200 in 10.100.200.0/24, 2001:db8:1234:5678::1',
    'customer_id 12345678 of tenant 7, page 3 of 1000',
    'at start (server/src/main.ts:120:33) 0.123456789 ms, 0 203.0.113.195',
  ];
  for (const text of kept) assert.equal(maskText(text), text);
});

test('every timestamp, UUID and IPv4 address stays as it is', () => {
  const times = fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  const kept = fc.oneof(
    times.map((time) => time.toISOString()),
    fc.uuid(),
    fc.ipV4(),
  );
  const line = fc.array(kept, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
  fc.assert(fc.property(line, (text) => assert.equal(maskText(text), text)));
});

test('no E.164 number survives in any text around it', () => {
  const number = fc.tuple(fc.constantFrom(...'123456789'), digits(6, 14)).map((parts) => `+${parts.join('')}`);
  const around = fc.string({ unit: fc.constantFrom(...'ab :,"{}[]=/\n電話') });
  fc.assert(
    fc.property(around, number, around, (before, number, after) => {
      assert.equal(maskText(before + number + after), before + maskNumber(number) + after);
    }),
  );
});

test('keys, signing secrets, bearer tokens and passwords in addresses are hidden', () => {
  const cases = [
    ['key tl_test_0aZ9 is revoked', 'key tl_test_*** is revoked'],
    ['"tl_live_AbC123"', '"tl_live_***"'],
    ['x_tl_live_AbC123', 'x_tl_live_***'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+/==', 'whsec_***'],
    ['authorization: Bearer abc.DEF-123_x', 'authorization: Bearer ***'],
    ['{"authorization":"bearer tl_test_abc"}', '{"authorization":"bearer ***"}'],
    ['postgres://user:pw@db:5432/main', 'postgres://user:***@db:5432/main'],
    ['redis://:p%40w@cache and postgres://u:p@ss@db', 'redis://:***@cache and postgres://u:***@db'],
  ] as const;
  for (const [text, expected] of cases) assert.equal(maskText(text), expected);
});

test('addresses without a password stay as they are', () => {
  const kept = ['http://127.0.0.1:8080/a@b', 'https://example.com:443?to=me@example.com', '"http://a:1","me@b.c"'];
  for (const text of kept) assert.equal(maskText(text), text);
});

test('long hostile text is masked in time linear in its length', () => {
  const parts = '0,1,9,+,-,.,(,), ,a,%20,%2B,://,:,@,Bearer ,whsec_,tl_test_,2026-11-15T,10.0.0.1,+81 90,(03) ,16';
  const part = fc.constantFrom(...parts.split(','));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.array(part, { maxLength: 2 }), (repeated, end) => {
      const hostile = repeated.join('').repeat(50_000) + end.join('');
      const before = process.threadCpuUsage();
      maskText(hostile);
      // Quadratic work on texts of this length would take minutes.
      assert.ok(process.threadCpuUsage(before).user < 2_000_000);
    }),
    { numRuns: 50 },
  );
});
