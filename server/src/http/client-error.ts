import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uuidv7 } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { errorBody, sendProblem } from './error-response.ts';
import { securityHeaders } from './security-headers.ts';

// What Node would answer by itself gets the envelope too: broken HTTP, too large a header, no Host, a client that never
// finishes.

/** How long a connection stays open after its last answer: closed at once, it could be reset before the answer is read. */
const lingering = 1_000;

type Exchange = { request: FastifyRequest; reply: FastifyReply };

export function clientErrors() {
  const latest = new WeakMap<Socket, Exchange>();
  return {
    watch(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        latest.set(request.raw.socket, { request, reply });
        // RFC 9112, 3.2.
        const lacksHost = request.raw.httpVersion === '1.1' && request.headers.host === undefined;
        done(
          lacksHost
            ? problem('malformed_request', { message: 'The request has no Host header. Send one.' })
            : undefined,
        );
      });
      app.addHook('onResponse', (request, _reply, done) => {
        // An idle connection must not keep a body of megabytes in memory. What is still being sent is still of interest.
        const { socket, complete } = request.raw;
        if (complete && latest.get(socket)?.request === request) latest.delete(socket);
        done();
      });
      // RFC 9110, 10.1.1: what a client expects may be ignored, and Node has seen to 100-continue.
      app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    },
    answer(error: Error & { code?: string }, socket: Socket): void {
      if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
      else refuse(error.code, socket, latest.get(socket));
    },
  };
}

function refuse(code: string | undefined, socket: Socket, exchange: Exchange | undefined): void {
  const isInBody = exchange?.request.raw.complete === false;
  const isAnswered = exchange?.reply.raw.headersSent ?? true;
  if (isInBody && isAnswered) {
    socket.destroy();
  } else if (exchange && !isAnswered) {
    exchange.reply.header('connection', 'close');
    // What is broken after a whole request does not take its answer away.
    if (isInBody) sendProblem(refusalOf(code), exchange.request, exchange.reply);
  } else {
    socket.end(wholeAnswer(code));
    setTimeout(() => socket.destroy(), lingering).unref();
  }
}

function refusalOf(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('headers_too_large');
  return problem(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_request');
}

/** An answer on a connection that has no request, and so no reply to give it with. */
function wholeAnswer(code: string | undefined): string {
  const refusal = refusalOf(code);
  const requestId = uuidv7();
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
