import { isDeepStrictEqual } from 'node:util';
import type { TObject, TSchema } from 'typebox';

// Turns the schemas that read requests and write answers into those of the OpenAPI document: our own keywords are replaced by
// standard ones, and schemas with a title are listed once, under `components`.

export type OpenApiPart = Record<string, unknown>;

export type Components = ReturnType<typeof createComponents>;

/** Collects the shared parts of a document; each is listed once and referred to by name. */
export function createComponents() {
  const parts: Record<string, OpenApiPart> = {};
  return {
    refer(kind: string, name: string, part: OpenApiPart): OpenApiPart {
      parts[kind] ??= {};
      const before = parts[kind][name];
      if (before && !isDeepStrictEqual(before, part)) throw new Error(`Two different ${kind} are called ${name}.`);
      parts[kind][name] = part;
      return { $ref: `#/components/${kind}/${name}` };
    },
    all: () => sorted(mapValues(parts, sorted)),
  };
}

const sorted = (part: OpenApiPart): OpenApiPart =>
  Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));

export function publicSchema(schema: TSchema, components: Components): OpenApiPart {
  const { title, ...shown } = unfold(schema, components);
  return typeof title === 'string' ? components.refer('schemas', title, shown) : shown;
}

/** The same schema without our own keywords; the schemas inside it are public already. */
function unfold(schema: TSchema, components: Components): OpenApiPart {
  const inner = (value: unknown) => publicSchema(value as TSchema, components);
  const shown: OpenApiPart = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith('x-') || keyword.startsWith('~')) continue;
    if (keyword === 'properties') shown.properties = mapValues(knownProperties(schema as InputSchema), inner);
    else if (keyword === 'anyOf') shown.anyOf = (value as unknown[]).map(inner);
    else if (keyword === 'items') shown.items = inner(value);
    else shown[keyword] = value;
  }
  return shown;
}

type InputSchema = TObject & { 'x-output-only'?: string[]; 'x-aliases'?: Record<string, string> };

/** All fields that a body may have without being refused, including aliases and ignored fields. */
function knownProperties(schema: InputSchema): OpenApiPart {
  const { properties, 'x-aliases': aliases = {}, 'x-output-only': outputOnly = [] } = schema;
  const other = Object.entries(aliases).map(([alias, name]) => [
    alias,
    { ...properties[name], description: `Alias of \`${name}\`. Send only one of the two.` },
  ]);
  // A field of the answer that the request has too is not ignored.
  const ignored = outputOnly
    .filter((name) => !(name in properties))
    .map((name) => [name, { readOnly: true, description: 'Set by the service. Ignored in requests.' }]);
  return { ...properties, ...Object.fromEntries([...other, ...ignored]) };
}

/** The schema's description moves to the parameter. */
export function parameter(
  place: { name: string; in: 'path' | 'query' | 'header'; required: boolean },
  schema: TSchema,
  components: Components,
): OpenApiPart {
  const { title, description, ...rest } = unfold(schema, components);
  const shown = { ...place, description, schema: rest };
  return typeof title === 'string' ? components.refer('parameters', title, shown) : shown;
}

export const mapValues = <T>(values: Record<string, T>, change: (value: T) => unknown): OpenApiPart =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
