import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uuidv7 } from '../../platform/ids.ts';
import { type Problem, problem } from '../../platform/problem.ts';
import { errorBody, sendProblem } from './error-response.ts';
import { requestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

// Errors that Node would answer itself get our envelope too: broken HTTP, too large a header, no Host or several, a client that
// never finishes its request or takes this server for a proxy.

/**
 * How long a connection stays open after its last answer: closed at once, it could be reset before the client reads the answer.
 */
const lingering = 1_000;

type Exchange = { request: FastifyRequest; reply: FastifyReply };

export function clientErrors() {
  const latest = new WeakMap<Socket, Exchange>();
  return {
    watch(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        latest.set(request.raw.socket, { request, reply });
        const message = hostFault(request.raw);
        done(message ? problem('malformed_request', { message }) : undefined);
      });
      app.addHook('onResponse', (request, _reply, done) => {
        // An idle connection must not keep a body of megabytes in memory. A request that is still arriving is kept.
        const { socket, complete } = request.raw;
        if (complete && latest.get(socket)?.request === request) latest.delete(socket);
        done();
      });
      // RFC 9110, 10.1.1: a server may ignore an expectation, and Node itself handles 100-continue.
      app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
      app.server.on('connect', (request, stream) => {
        const socket = stream as Socket;
        socket.on('error', () => socket.destroy()); // Node has handed over the socket, so no other listener handles its errors.
        refuse(problem('malformed_request', { message: noProxy }), socket, latest.get(socket), requestId(request));
      });
    },
    answer(error: Error & { code?: string }, socket: Socket): void {
      if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
      else refuse(refusalOf(error.code), socket, latest.get(socket));
    },
  };
}

const noProxy = 'This server is not a proxy and does not support CONNECT. Send your request directly to its URL.';
const hostForm = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** RFC 9112, 3.2: a request names one host. An empty name counts. */
function hostFault({ httpVersion, headers: { host }, rawHeaders }: IncomingMessage): string | undefined {
  if (host === undefined)
    return httpVersion === '1.1' ? 'The request has no Host header. Send exactly one.' : undefined;
  // `headers` has only the first of several.
  const isHost = (name: string, i: number) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';
  if (rawHeaders.filter(isHost).length > 1) return 'The request has more than one Host header. Send exactly one.';
  return hostForm.test(host)
    ? undefined
    : 'The Host header is not valid. Send a host name or an IP address, with or without a port.';
}

function refuse(refusal: Problem, socket: Socket, exchange: Exchange | undefined, requestId = uuidv7()): void {
  const isInBody = exchange?.request.raw.complete === false;
  const isAnswered = exchange?.reply.raw.headersSent ?? true;
  if (isInBody && isAnswered) {
    socket.destroy();
  } else if (exchange && !isAnswered) {
    exchange.reply.header('connection', 'close');
    // Broken input after a complete request does not cancel the answer to that request.
    if (isInBody) sendProblem(refusal, exchange.request, exchange.reply);
  } else {
    socket.end(wholeAnswer(refusal, requestId));
    setTimeout(() => socket.destroy(), lingering).unref();
  }
}

function refusalOf(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('headers_too_large');
  return problem(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_request');
}

/** An answer on a connection without a request, and so without a reply object. */
function wholeAnswer(refusal: Problem, requestId: string): string {
  const body = JSON.stringify(errorBody(refusal, requestId));
  const headers = {
    ...securityHeaders,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`;
}
