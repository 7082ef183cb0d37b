import type { TSchema } from 'typebox';
import type { Caller } from '../platform/caller.ts';
import type { ProblemCode } from '../platform/problem.ts';
import type { Demands } from './access/authenticate.ts';

type ObjectSchema = { properties: Record<string, TSchema>; required?: readonly string[] | undefined };

/** The description of an operation in the OpenAPI document; see `openapi/document.ts`. */
export type Described = Demands & {
  method: string;
  /** Relative to the base path of the API. */
  url: string;
  operationId: string;
  summary: string;
  description?: string;
  tag: { name: string; description: string };
  /** The schema of each `:name` in the url. */
  path?: Record<string, TSchema>;
  query?: ObjectSchema;
  /** Headers beyond those that every operation of its method accepts. */
  headers?: Record<string, TSchema>;
  body?: ObjectSchema;
  bodyExamples?: Record<string, { summary: string; value: object }>;
  /** An answer without a schema has no body. */
  answers: Record<
    number,
    { description: string; schema?: TSchema; example?: object | string; type?: string | string[] }
  >;
  /** A POST that must run every time, because a kept answer would be outdated. */
  isDoneEachTime?: boolean;
  /** Refusals beyond those that follow from the other fields. */
  refusals?: ProblemCode[];
};

/** Every POST, except those without a session (answers are kept by caller) and those that must run every time. */
export const takesIdempotencyKey = ({ method, role, isDoneEachTime }: Described) =>
  method === 'POST' && role !== 'anybody' && !isDoneEachTime;

export function routeOf(described: Described) {
  const { method, url } = described;
  return { method, url, config: { demands: described satisfies Demands, described } };
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    refusedPart: number;
  }
  interface FastifyContextConfig {
    demands?: Demands;
    described?: Described;
  }
}
