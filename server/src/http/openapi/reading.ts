import type { OpenApiPart } from './schemas.ts';

// The parts of an OpenAPI document that pages and tools show.

export type Schema = {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
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
};
type Example = { summary?: string; value: unknown };
type Media = { schema: Schema; example?: unknown; examples?: Record<string, Example> };
export type Parameter = { name: string; in: string; required?: boolean; description: string; schema: Schema };
export type Response = {
  description: string;
  headers: Record<string, { description: string }>;
  /** By media type; missing if the response has no body. */
  content?: Record<string, Media>;
};
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': Media } };
  responses: Record<string, Response>;
};
export type Document = {
  info: { title: string; version: string; summary: string; description: string };
  servers: [{ url: string }];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Omit<EventRequest, 'name'> }>;
};
/** A request that the server sends to webhooks. */
export type EventRequest = {
  name: string;
  description: string;
  parameters: Parameter[];
  requestBody: { content: { 'application/json': Media } };
  responses: Record<string, { description: string }>;
};

/** The document with every reference replaced by its target. None of our schemas is recursive. */
export function withoutReferences(document: OpenApiPart): Document {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return resolve(find(document, value.$ref as string));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
  };
  return resolve({ ...document, components: undefined }) as Document;
}

function find(document: OpenApiPart, reference: string): unknown {
  const names = reference.slice('#/'.length).split('/');
  return names.reduce<unknown>((part, name) => (part as OpenApiPart)[name], document);
}

export function mediaOf({ content = {} }: Response): { type: string; media: Media } | undefined {
  const [entry] = Object.entries(content);
  if (!entry) return undefined;
  return { type: entry[0], media: entry[1] };
}

/** Forms and assistants wait for the end of a response and show it as text, so streams and recordings are not for them. */
export const isAllJson = (responses: Record<string, Response>) =>
  Object.values(responses).every((response) => mediaOf(response)?.type === 'application/json');

/** An operation with its method and path. */
export type Placed = { method: string; path: string; base: string; operation: Operation };

export function placedOperations({ paths, servers }: Document): Placed[] {
  const [{ url: base }] = servers;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, base, operation })),
  );
}

export const eventRequests = ({ webhooks = {} }: Document): EventRequest[] =>
  Object.entries(webhooks).map(([name, { post }]) => ({ ...post, name }));
