import type { FastifyRequest } from 'fastify';

// Fastify types the parts of a request by route; these are the types of all our routes.

/** Bodies reach the handlers as bytes. */
export const bytesOf = ({ body }: Pick<FastifyRequest, 'body'>) => (Buffer.isBuffer(body) ? body : undefined);

/** The value of each `:name` in the path. */
export const parametersOf = ({ params }: FastifyRequest) => params as Record<string, string>;

/** The query string, as parsed by `query-string.ts`. */
export const queryOf = ({ query }: FastifyRequest) => query as Record<string, unknown>;
