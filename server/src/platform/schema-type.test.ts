import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from './schema-type.ts';

type Constructors = Pick<typeof TypeBox, keyof typeof Type>;

/** Each constructor, with and without options, and inside of others. */
const schemas = (type: Constructors) => {
  const text = type.String({ maxLength: 3, description: 'A text.' });
  const whole = type.Object(
    {
      text,
      count: type.Optional(type.Integer({ minimum: 1 })),
      price: type.Number(),
      yes: type.Optional(type.Boolean({ default: true })),
      list: type.Array(text, { maxItems: 2 }),
      either: type.Union([type.String(), type.Null()], { description: 'Either.' }),
      one: type.Literal('one', { description: 'One.' }),
      unsafe: type.Optional(type.Unsafe<'a'>({ type: 'string', enum: ['a'] })),
    },
    { additionalProperties: false, title: 'Whole' },
  );
  return [
    whole,
    type.Partial(whole),
    type.Partial(whole, { title: 'Part' }),
    type.Object({}),
    type.Object({ ...whole.properties, more: type.Optional(whole) }),
    type.Object({ again: type.Unsafe<string>(type.Optional(text)) }),
    type.Object({ spread: { ...type.Optional(text), title: 'Not optional any more' } }),
    type.Array(type.Partial(whole)),
  ];
};

test('schemas are those of TypeBox', () => {
  assert.equal(JSON.stringify(schemas(Type), null, 1), JSON.stringify(schemas(TypeBox), null, 1));
});
