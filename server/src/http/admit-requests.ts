import type { FastifyInstance, FastifyRequest } from 'fastify';
import { after } from '../platform/concurrency/soon.ts';
import { problem } from '../platform/problem.ts';
import { chargeRefusal, type RateLimits } from './access/apply-rate-limits.ts';
import { authenticate, confirmKey, remainsAdmitted, type VerifyKey } from './access/authenticate.ts';
import { type authenticateSession, isConsole } from './access/authenticate-session.ts';
import { sendProblem } from './answers/error-response.ts';
import { knownPaths } from './answers/not-found.ts';
import type { SendMissingPage } from './answers/serve-console.ts';
import { dropBody } from './input/drop-body.ts';

type Parts = {
  verifyKey: VerifyKey;
  sessions: ReturnType<typeof authenticateSession>;
  limits: RateLimits;
  sendMissingPage: SendMissingPage | undefined;
};

/**
 * Checks every request: the path exists, the key or session may use it, and is still valid when the body has arrived. Returns
 * the check that long-lived requests such as event streams repeat.
 */
export function admitRequests(app: FastifyInstance, { verifyKey, sessions, limits, sendMissingPage }: Parts) {
  const refusalOf = knownPaths(app);
  app.setNotFoundHandler((request, reply) => sendProblem(refusalOf(request) ?? problem('not_found'), request, reply));

  const admitKey = authenticate(verifyKey, limits);
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request);
    if (refusal?.status === 404 && sendMissingPage?.(request, reply)) return;
    if (refusal) throw refusal;
    const { demands } = request.routeOptions.config;
    const admit = isConsole(request) ? sessions.admit : admitKey;
    proceed(demands && admit(request, reply, demands), done);
  });
  const confirmed = confirmKey(verifyKey);
  app.addHook('preHandler', (request, _reply, done) => {
    const hasBody = request.caller && request.body !== undefined;
    const confirm = isConsole(request) ? sessions.confirm : confirmed;
    proceed(hasBody ? confirm(request) : undefined, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const charged = chargeRefusal(limits, request, reply);
    if (reply.statusCode >= 400) dropBody(request.raw);
    void after(charged, () => done(null, payload));
  });

  const keyRemains = remainsAdmitted(verifyKey);
  return (request: FastifyRequest) => (isConsole(request) ? sessions.remains(request) : keyRemains(request));
}

/** Continues synchronously if there is nothing to wait for: an async hook would cost every request a promise. */
function proceed(check: unknown, done: (error?: Error) => void): void {
  if (check instanceof Promise) check.then(() => done(), done);
  else done();
}
