import type { TSchema } from 'typebox';
import type { Caller } from '../platform/caller.ts';
import type { ProblemCode } from '../platform/problem.ts';
import type { Demands } from './access/authenticate.ts';

type ObjectSchema = { properties: Record<string, TSchema>; required?: readonly string[] | undefined };

/** What the OpenAPI document tells of an operation; see `openapi/document.ts`. */
export type Described = Demands & {
  method: string;
  /** Relative to the base path of the API. */
  url: string;
  operationId: string;
  summary: string;
  description?: string;
  tag: { name: string; description: string };
  /** What stands for each `:name` of the url. */
  path?: Record<string, TSchema>;
  query?: ObjectSchema;
  /** Headers beyond those that every operation of its method takes. */
  headers?: Record<string, TSchema>;
  body?: ObjectSchema;
  bodyExamples?: Record<string, { summary: string; value: object }>;
  /** One without a schema has no body. */
  answers: Record<
    number,
    { description: string; schema?: TSchema; example?: object | string; type?: string | string[] }
  >;
  /** A POST that is the same however often it is done, so that an answer from before would be a lie. */
  isDoneEachTime?: boolean;
  /** Refusals beyond those that follow from the rest. */
  refusals?: ProblemCode[];
};

/**
 * Any POST, but for those that nobody is signed in for yet, because answers are kept by who has asked, and those that are to be
 * done each time.
 */
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
