import type { Schema } from '../../openapi/reading.ts';
import { type Html, html } from '../html.ts';
import { inlineMarkdown } from '../markdown.ts';

type Field = { name: string; schema: Schema; description?: string | undefined; isRequired: boolean };

/** The fields of an object, each with its type, rules and description. */
export function objectFields({ properties = {}, required = [] }: Schema): Html {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    description: schema.description,
    isRequired: required.includes(name),
  }));
  return fieldList(fields.filter(({ schema }) => !schema.readOnly));
}

export function fieldList(fields: Field[]): Html {
  return html`<dl class="fields">${fields.map(
    ({ name, schema, description, isRequired }) => html`
      <dt>
        <code>${name}</code>
        <span class="type">${typeOf(schema)}</span>
        ${isRequired && html`<span class="required">required</span>`}
      </dt>
      <dd>
        ${description && html`<p>${inlineMarkdown(description)}</p>`}
        ${rulesOf(schema).length > 0 && html`<p class="rules">${rulesOf(schema).join(' · ')}</p>`}
        ${innerFields(name, schema)}
      </dd>`,
  )}</dl>`;
}

function innerFields(name: string, schema: Schema): Html | undefined {
  const inner = innerObject(schema);
  // Readers look for the one field of the envelope, so it is open.
  return (
    inner &&
    html`<details ${name === 'data' && 'open'}><summary>Fields of <code>${name}</code></summary>${objectFields(inner)}</details>`
  );
}

/** The first object with fields in a value, in the items of a list, or among alternatives. */
export const innerObject = (schema: Schema): Schema | undefined =>
  [schema, schema.items ?? {}]
    .flatMap((part) => [part, ...(part.anyOf ?? [])])
    .find(({ properties = {} }) => Object.keys(properties).length > 0);

export function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  const types = [schema.type ?? 'anything'].flat();
  return types
    .map((type) => (type === 'array' && schema.items ? `array of ${typeOf(schema.items)}` : type))
    .join(' or ');
}

export function rulesOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format } = schema;
  const rules = [
    range(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    schema.const !== undefined && `always ${schema.const}`,
    schema.enum && `one of ${schema.enum.join(', ')}`,
    schema.pattern && `pattern ${schema.pattern}`,
    format === 'date-time' && 'RFC 3339',
    schema.default !== undefined && `default ${schema.default}`,
  ];
  return rules.filter((rule) => typeof rule === 'string');
}

function range(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  const words = (bound: number) => `${bound.toLocaleString('en')}${unit}`;
  if (from !== undefined && to !== undefined) return `${from.toLocaleString('en')} to ${words(to)}`;
  if (to !== undefined) return `at most ${words(to)}`;
  return from === undefined ? undefined : `at least ${words(from)}`;
}
