import type { Type as TypeBox } from 'typebox';

// The constructors of TypeBox that the schemas use. TypeBox itself is more than 200 files, a fifth of the work of a start; its types
// cost nothing at run time. A schema is JSON Schema and nothing else: a mark that spreading and JSON leave out says which properties
// are optional.

type Schema = Record<string, unknown>;
type Properties = Record<string, object>;

const optionalMark = '~optional';

const copyOf = (schema: object): Schema => Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
const isOptional = (schema: object) => Object.hasOwn(schema, optionalMark);

const ofType = (type: string) => (options?: Schema) => ({ type, ...options });

function object(properties: Properties, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name] ?? {}));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

const optional = (schema: object) =>
  Object.defineProperty(copyOf(schema), optionalMark, { value: true, enumerable: false, configurable: true });

function partial({ properties }: { properties: Properties }, options?: Schema): Schema {
  const changed = Object.entries(properties).map(([name, schema]) => [name, optional(schema)]);
  return object(Object.fromEntries(changed), options);
}

const constructors = {
  String: ofType('string'),
  Integer: ofType('integer'),
  Number: ofType('number'),
  Boolean: ofType('boolean'),
  Null: ofType('null'),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Array: (items: object, options?: Schema) => ({ type: 'array', items, ...options }),
  Union: (anyOf: object[], options?: Schema) => ({ anyOf, ...options }),
  Unsafe: copyOf,
  Object: object,
  Optional: optional,
  Partial: partial,
};

export const Type = constructors as unknown as Pick<typeof TypeBox, keyof typeof constructors>;
