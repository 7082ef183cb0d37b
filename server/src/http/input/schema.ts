import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Id, NumberKind } from '../../platform/ids.ts';
import { Type } from '../../platform/schema-type.ts';

// The few shapes that every slice's schema.ts uses. Our own keywords start with `x-`: `read-input.ts` obeys them, and all other
// readers ignore them.

/** The value or null. A list of types rather than a union, so that a fault is one sentence and not three. */
export function nullable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });
}

/** Ids are positive and at most the largest safe integer, which is what `readId` accepts. */
export const id = <Kind extends NumberKind>(
  _kind: Kind,
  description: string,
  options: { title?: string; examples?: number[] } = {},
) => Type.Unsafe<Id<Kind>>(integerId(description, options));
export const idOrNull = <Kind extends NumberKind>(_kind: Kind, description: string) =>
  Type.Unsafe<Id<Kind> | null>(nullable(integerId(description)));

const integerId = (description: string, options = {}) =>
  Type.Integer({ ...options, minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

export const timestamp = (description: string) =>
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', description, examples: ['2026-11-15T09:30:00.000Z'] });

export const timestampOrNull = (description: string) =>
  Type.Unsafe<Date | null>({ ...timestamp(description), type: ['string', 'null'] });

export const word = <const W extends string>(words: readonly W[], description: string) =>
  Type.Unsafe<W>({ type: 'string', enum: words, description });
export const wordOrNull = <const W extends string>(words: readonly W[], description: string) =>
  Type.Unsafe<W | null>({ type: ['string', 'null'], enum: [...words, null], description });
// Shorthands for nullable values.
export const textOrNull = (description: string) => nullable(Type.String({ description }));
export const numberOrNull = (description: string) => nullable(Type.Number({ description }));
export const countOrNull = (description: string) => nullable(Type.Integer({ minimum: 0, description }));
export const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** An object from a client: unknown fields are refused, and fields that only the service sets are ignored. */
export function inputObject<P extends TProperties>(
  properties: P,
  options: { outputOnly?: string[]; aliases?: Record<string, string>; title?: string; description?: string } = {},
): TObject<P> {
  const { outputOnly = [], aliases = {}, ...rest } = options;
  return Type.Object(properties, {
    ...rest,
    additionalProperties: false,
    'x-output-only': outputOnly,
    'x-aliases': aliases,
  });
}

export const single = <T extends TSchema>(schema: T) => Type.Object({ data: schema });

const pagination = Type.Object(
  {
    current_page: Type.Integer({ minimum: 1, description: 'Number of this page, starting at 1.' }),
    per_page: Type.Integer({ minimum: 1, maximum: 200, description: 'Maximum number of items per page.' }),
    total: Type.Integer({ minimum: 0, description: 'Exact number of items on all pages.' }),
    last_page: Type.Integer({ minimum: 1, description: 'Number of the last page; 1 if there are no items.' }),
  },
  { title: 'Pagination', description: 'Position of this page in the whole list.' },
);

export const list = <T extends TSchema>(item: T) => Type.Object({ data: Type.Array(item), pagination });
