import type { FastifyInstance } from 'fastify';
import { problem } from '../platform/problem.ts';
import type { Described } from './described.ts';
import type { AnswerMessage } from './mcp/answer-message.ts';
import { callerOf } from './operation.ts';

// The MCP server for assistants, at /mcp (Streamable HTTP). It keeps nothing between two requests, so any worker of any node
// answers any of them:
//
//   POST /mcp ──► key, address, 429 ──► origin ──► one JSON-RPC message ──► the SDK ──► tools/list: what the key may use
//                                                                             └───────► tools/call: a request to the API
//                                                                                       (mcp/perform-tool.ts)

type Parts = { operations: Described[]; publicUrl: string };

/** Assistants write their arguments themselves. Programs that send more use the API. */
const bodyLimit = 256 * 1024;

export function mcpRoutes(app: FastifyInstance, { operations, publicUrl }: Parts): void {
  let making: Promise<AnswerMessage> | undefined;
  async function makeAnswerer() {
    const { messageAnswerer } = await import('./mcp/answer-message.ts');
    return messageAnswerer(app, operations);
  }
  // The first assistant loads the SDK and makes the tools; a start does not.
  const answerer = () => {
    making ??= makeAnswerer();
    making.catch(() => {
      making = undefined; // The next request tries again.
    });
    return making;
  };

  app.post('/mcp', { bodyLimit, config: { demands: { scope: 'any' } } }, async (request, reply) => {
    if (!isAllowed(request.headers.origin, publicUrl)) throw foreignOrigin();
    const answer = await answerer();
    const { status, headers, body } = await answer(request, callerOf(request));
    return reply.code(status).headers(headers).send(body);
  });
}

/**
 * Browsers send the origin of a page. A page can make its own name resolve to this server (DNS rebinding), so the Host header proves
 * nothing, and only names that the page cannot choose are accepted: the public URL, and this machine.
 */
function isAllowed(origin: string | undefined, publicUrl: string): boolean {
  if (origin === undefined || origin === publicUrl) return true;
  const { hostname } = URL.parse(origin) ?? {};
  return hostname !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const foreignOrigin = () =>
  problem('cross_site_request', {
    message:
      'A web page of another site sent this request. Connect the assistant directly; behind a proxy, set PUBLIC_URL to the address of this server.',
  });
