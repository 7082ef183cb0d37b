import type { FastifyRequest } from 'fastify';

// Fastify types the parts of a request by route; for all of ours they are these.

/** Bodies reach the handlers as bytes. */
export const bytesOf = ({ body }: Pick<FastifyRequest, 'body'>) => (Buffer.isBuffer(body) ? body : undefined);

/** What stands for each `:name` of the path. */
export const parametersOf = ({ params }: FastifyRequest) => params as Record<string, string>;

/** The query string, as `query-string.ts` reads it. */
export const queryOf = ({ query }: FastifyRequest) => query as Record<string, unknown>;
