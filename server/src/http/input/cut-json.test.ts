import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../platform/problem.ts';
import { wasTooLarge } from './cut-json.ts';
import { readJson } from './json-body.ts';

const headers = { 'content-type': 'application/json' };
const read = (text: string, itemsOf?: string) => readJson(headers, Buffer.from(text), itemsOf);
const KiB = 1024;

/** The parsed body, or that it is refused. */
const outcome = (text: string, itemsOf?: string) =>
  read(text, itemsOf).catch((error: unknown) => {
    assert.ok(error instanceof Problem && error.code === 'malformed_json', `${error}`);
    return 'malformed';
  });

function expected(text: string): unknown {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : 'malformed';
  } catch {
    return 'malformed';
  }
}

const object = fc.dictionary(fc.string({ unit: 'binary', maxLength: 8 }), fc.jsonValue({ maxDepth: 5 }), {
  maxKeys: 8,
});
const indents = fc.constantFrom(0, 1, '\t', 4);

test('an ordinary body is read as JSON.parse reads it, items or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      object,
      fc.array(fc.oneof(object, fc.jsonValue()), { maxLength: 6 }),
      indents,
      async (rest, items, indent) => {
        const text = JSON.stringify({ ...rest, items }, null, indent);
        for (const itemsOf of [undefined, 'items', 'others'])
          assert.deepEqual(await read(text, itemsOf), JSON.parse(text));
      },
    ),
    { numRuns: 300 },
  );
});

test('a body that is broken anywhere is refused as JSON.parse refuses it, items or not', async () => {
  const characters = fc.constantFrom('', ',', ':', '"', '{', '}', '[', ']', '\\', ' ', '0', 'x', '\\u', '\ufeff');
  await fc.assert(
    fc.asyncProperty(
      object,
      fc.array(object, { maxLength: 4 }),
      fc.nat(),
      fc.nat(3),
      characters,
      async (rest, items, at, drop, insert) => {
        const sound = JSON.stringify({ ...rest, items });
        const place = at % (sound.length + 1);
        const text = `${sound.slice(0, place)}${insert}${sound.slice(place + drop)}`.toWellFormed();
        for (const itemsOf of [undefined, 'items'])
          assert.deepEqual(await outcome(text, itemsOf), expected(text), text);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('the last of two equal fields counts, and the first must be JSON too', async () => {
  const bodies = [
    '{"items":[1],"items":[2]}',
    '{"items":[1],"it\\u0065ms":[2]}',
    '{"it\\u0065ms":[1],"items":[2]}',
    '{"items":[1],"items":3}',
    '{"items":[x],"items":[2]}',
    '{"items":[1,],"items":3}',
    '{"items":[\ufeff{}]}',
  ];
  for (const text of bodies) assert.deepEqual(await outcome(text, 'items'), expected(text), text);
});

test('no value of up to 16 KiB of JSON is cut, in any spelling', async () => {
  const filled = (item: (i: number) => string, brackets = '[]') => {
    let text = item(0);
    for (let i = 1; text.length + item(i).length + 3 <= 16 * KiB; i++) text += `,${item(i)}`;
    return `${brackets[0]}${text}${brackets[1]}`;
  };
  const values = [
    filled(() => '0'),
    filled(() => '""'),
    filled(() => '{}'),
    filled(() => '[]'),
    filled((i) => `{"${i}":0}`),
    filled((i) => `"${i.toString(36)}":0`, '{}'),
    `"${'x'.repeat(16 * KiB - 2)}"`,
    `{"${'日本'.repeat(2_700)}":"${'😀'.repeat(40)}"}`,
  ];
  for (const value of values) {
    const spaced = JSON.stringify(JSON.parse(value), null, 10);
    const escaped = value.replace(/[^\p{ASCII}]|[a-z]/gu, (character) =>
      Array.from(
        { length: character.length },
        (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
      ).join(''),
    );
    for (const text of [value, spaced, escaped]) {
      assert.deepEqual(await read(`{"a":${text},"b":["c"]}`), { a: JSON.parse(value), b: ['c'] });
      assert.deepEqual(await read(`{"i":[{"a":${text}},1]}`, 'i'), { i: [{ a: JSON.parse(value) }, 1] });
    }
  }
});

test('a far larger value is cut out, and everything around it stays', async () => {
  const large = `{"deep":[${'{"k":1},'.repeat(20_000)}0]}`;
  const { before, cut, after } = await read(`{"before":[1,"]"],"cut":${large},"after":{"x":"}"}}`);
  assert.deepEqual([before, wasTooLarge(cut), after], [[1, ']'], true, { x: '}' }]);
  const { items } = await read(`{"items":[{"a":1},{"b":${large},"c":2},${large},[${large}],"d"]}`, 'items');
  const [first, second, third, fourth, fifth] = items as [unknown, { b: unknown; c: number }, object, unknown, unknown];
  assert.deepEqual([first, wasTooLarge(second.b), second.c, fourth, fifth], [{ a: 1 }, true, 2, [], 'd']);
  assert.ok('deep' in third && wasTooLarge(third.deep));
});

test('a list with too many items is read far enough to refuse it', async () => {
  const { items, after } = await read(`{"items":[${'0,'.repeat(1_000_000)}0],"after":1}`, 'items');
  assert.equal((items as unknown[]).length, 1_000);
  assert.equal(after, 1);
});

test('a value that is too deep is cut there, and as a whole if it is so more than once', async () => {
  const nested = (inside: string) => `${'['.repeat(126)}${inside}${']'.repeat(126)}`;
  const { once, often } = await read(`{"once":${nested('[[0]]')},"often":${nested('[[0]],[[0]]')}}`);
  assert.equal(JSON.stringify(once), nested('[[]]'));
  assert.ok(wasTooLarge(often));
});
