import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeOf } from '../../platform/error-code.ts';
import type { Logger } from '../../platform/log.ts';
import { type Detail, moreFaults, Problem, problem } from '../../platform/problem.ts';
import { isJsonType } from '../input/json-body.ts';
import { idsOf } from './request-id.ts';

/** The envelope of every error. */
export function errorBody({ code, message, details }: Problem, requestId: string) {
  return { error: { code, message, details: fitting(details), request_id: requestId } };
}

/** The most bytes of all details together, so that no answer exceeds 256 KiB. */
const mostBytes = 240 * 1024;

/** As many details as fit into an answer. No honest client makes more faults. */
function fitting(details: readonly Detail[]): readonly Detail[] {
  let bytes = 0;
  const end = details.findIndex((detail) => {
    bytes += Buffer.byteLength(JSON.stringify(detail)) + 1;
    return bytes > mostBytes;
  });
  return end === -1 ? details : [...details.slice(0, end), moreFaults(details.slice(end))];
}

/** The one place that turns errors into HTTP. Expected refusals are problems; anything else is a logged 500. */
export function sendError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toProblem(error, request);
  // Fastify would close the connection while the client is still sending, and the client would lose the answer. The rest of the
  // body is read and dropped instead, for as long as a request may take.
  if (isTooLarge(error)) reply.removeHeader('connection');
  if (refusal.status >= 500) log('request.failed', { ...idsOf(request), err: refusal.cause ?? error });
  return sendProblem(refusal, request, reply);
}

export function sendProblem(refusal: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(refusal, request.id)));
}

const MiB = 1024 * 1024;

function payloadTooLarge(limit = MiB): Problem {
  if (limit >= MiB) return problem('payload_too_large');
  return problem('payload_too_large', { message: `The request body is too large. Send at most ${limit / 1024} KiB.` });
}

const isTooLarge = (error: unknown) => codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE';

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  // The client left in the middle of its body. No client reads the answer, but the log must not show a failure of ours.
  if (request.raw.destroyed && !request.raw.complete) return problem('malformed_request');
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      // A body of the wrong type is refused for its type, however large it is.
      if (!isJsonType(request.headers['content-type'])) return problem('unsupported_media_type');
      return payloadTooLarge(request.routeOptions.bodyLimit);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('unsupported_media_type');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problem('malformed_json', {
        message: 'The request body is not as long as its Content-Length. Send the whole body.',
      });
    case 'FST_ERR_NOT_FOUND':
      // Fastify routes no request, not even to the handler of unknown paths, whose method is not in Node's list: Node's parser
      // also takes PRI, in a request without a version.
      return problem('malformed_request');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return problem('not_found');
    default:
      return problem('internal_error', { cause: error });
  }
}
