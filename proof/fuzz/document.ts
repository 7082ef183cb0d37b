import { documentSchemas } from '../../server/test/document-schemas.ts';
import type { Answer } from './answer.ts';

// The operations of a served OpenAPI document, and whether an answer is one that the document declares.

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  readOnly?: boolean;
  additionalProperties?: boolean | Schema;
};

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };

export type Operation = {
  /** Such as `GET /admin/v1/calls/{callId}`. */
  name: string;
  base: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: { schema: Schema; examples: unknown[] } | undefined;
  /** The faults of an answer to a request for this operation. */
  faultsOf(answer: Answer): string[];
};

type Media = { schema: object; examples?: Record<string, { value: unknown }> };
type Content = Record<string, Media>;
type Found = { part: Record<string, unknown>; pointer: string };

/** A value at a place of the document, references followed. */
type Follow = (pointer: string) => Found;

export async function readOperations(address: string, base: string): Promise<Operation[]> {
  const document = (await (await fetch(`${address}${base}/openapi.json`)).json()) as { paths: object };
  const schemaFaults = documentSchemas(document);
  const follow: Follow = (pointer) => {
    const names = pointer.split('/').slice(1);
    const part = names.reduce<unknown>((within, name) => fieldOf(within, name.replaceAll('~1', '/')), document);
    if (!isRecord(part)) throw new Error(`${pointer} leads nowhere.`);
    return typeof part.$ref === 'string' ? follow(part.$ref) : { part, pointer };
  };
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (!isRecord(value)) return value;
    if (typeof value.$ref === 'string') return resolved(follow(value.$ref).part);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner)]));
  };
  return Object.entries<Record<string, object>>(document.paths as Record<string, Record<string, object>>).flatMap(
    ([path, methods]) =>
      Object.keys(methods).map((method): Operation => {
        const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method}`;
        const { part } = follow(pointer);
        const media = (resolved(part.requestBody) as { content: Content } | undefined)?.content['application/json'];
        return {
          name: `${method.toUpperCase()} ${base}${path}`,
          base,
          method: method.toUpperCase(),
          path,
          parameters: resolved(part.parameters ?? []) as Parameter[],
          body: media && {
            schema: media.schema,
            examples: Object.values(media.examples ?? {}).map(({ value }) => value),
          },
          faultsOf: (answer) => answerFaults(answer, pointer, follow, schemaFaults),
        };
      }),
  );
}

function answerFaults(
  { status, contentType, text, body }: Answer,
  operation: string,
  follow: Follow,
  schemaFaults: ReturnType<typeof documentSchemas>,
): string[] {
  const { responses } = follow(operation).part as { responses: object };
  if (!(`${status}` in responses)) return [`status ${status} is not declared`];
  const { part, pointer } = follow(`${operation}/responses/${status}`);
  const content = part.content as Content | undefined;
  if (!content) return text === '' ? [] : [`status ${status} has a body, and none is declared`];
  const type = contentType.split(';', 1)[0] ?? '';
  if (!(type in content)) return [`status ${status} has the type "${type}", which is not declared`];
  if (type !== 'application/json') return [];
  const faults = schemaFaults(`${pointer}/content/application~1json/schema`, body);
  return faults ? [`the body does not match its schema: ${faults}`] : [];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
