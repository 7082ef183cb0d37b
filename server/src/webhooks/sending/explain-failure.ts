import { codeOf } from '../../platform/error-code.ts';
import { ForbiddenAddress } from './guarded-agent.ts';

// Why an exchange failed: a code for programs, and a message for the person who runs the endpoint. The libraries' own messages
// stay inside, because they name addresses of our network and their own functions.

export const failureCodes = [
  'name_not_found',
  'name_servers_failed',
  'address_not_allowed',
  'connection_refused',
  'host_unreachable',
  'connect_timeout',
  'tls_failed',
  'certificate_not_trusted',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_revoked',
  'certificate_for_other_host',
  'answer_timeout',
  'connection_closed',
  'answer_incomplete',
  'answer_not_http',
  'answer_headers_too_large',
  'redirected',
  'refused',
  'interrupted',
  'exchange_failed',
] as const;

export type Failure = { code: (typeof failureCodes)[number]; reason: string };

const failure = (code: Failure['code'], reason: string): Failure => ({ code, reason });

const broken = failure('connection_closed', 'The endpoint closed the connection unexpectedly.');
const tooSlow = failure('connect_timeout', 'The connection timed out.');
const unknownIssuer = failure('certificate_not_trusted', 'The certificate was issued by an unknown authority.');

const failures: Record<string, Failure> = {
  ENOTFOUND: failure('name_not_found', 'The host name of the URL does not exist in DNS.'),
  ENODATA: failure('name_not_found', 'The host name of the URL has no address in DNS.'),
  ESERVFAIL: failure('name_servers_failed', 'The name servers of the host failed to respond.'),
  EREFUSED: failure('name_servers_failed', 'The name servers of the host refused the query.'),
  EAI_AGAIN: failure('name_servers_failed', 'The name servers of the host did not respond.'),
  ETIMEOUT: failure('name_servers_failed', 'The name servers of the host did not respond in time.'),
  ECONNREFUSED: failure('connection_refused', 'The connection was refused: nothing listens at this host and port.'),
  ECONNRESET: broken,
  EPIPE: broken,
  EHOSTUNREACH: failure('host_unreachable', 'The host cannot be reached.'),
  ENETUNREACH: failure('host_unreachable', 'The network of the host cannot be reached.'),
  ETIMEDOUT: tooSlow,
  UND_ERR_CONNECT_TIMEOUT: tooSlow,
  EPROTO: failure(
    'tls_failed',
    'The TLS handshake failed: the port does not use TLS, or only an insecure version of it.',
  ),
  DEPTH_ZERO_SELF_SIGNED_CERT: failure(
    'certificate_not_trusted',
    'The certificate is self-signed, so it cannot be trusted.',
  ),
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: failure(
    'certificate_not_trusted',
    'The certificate cannot be verified: its issuer is unknown, or the endpoint does not send the intermediate certificates.',
  ),
  CERT_HAS_EXPIRED: failure('certificate_expired', 'The certificate has expired.'),
  CERT_NOT_YET_VALID: failure('certificate_not_yet_valid', 'The certificate is not valid yet.'),
  CERT_REVOKED: failure('certificate_revoked', 'The certificate was revoked.'),
  ERR_TLS_CERT_ALTNAME_INVALID: failure('certificate_for_other_host', 'The certificate is for another host name.'),
  UND_ERR_HEADERS_OVERFLOW: failure('answer_headers_too_large', 'The response headers are larger than 16 KiB.'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: failure(
    'answer_incomplete',
    'The length of the response differs from its Content-Length.',
  ),
};

/** How far the exchange had progressed. */
type Stage = 'connecting' | 'waiting' | 'answering';

export function explainFailure(error: Error, stage: Stage): Failure {
  const code = codeOf(error);
  if (error instanceof ForbiddenAddress)
    return failure(
      'address_not_allowed',
      'The URL has a private, local or other special address, which is not allowed.',
    );
  if (code === 'HPE_HEADER_OVERFLOW') return explain('UND_ERR_HEADERS_OVERFLOW');
  if (error.name === 'HTTPParserError') return failure('answer_not_http', 'The response is not valid HTTP.');
  // The library refuses it, without a code of its own.
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad response')
    return failure(
      'exchange_failed',
      'The endpoint responded with 100 (continue), which the request did not ask for. Turn this off at the endpoint or the proxy in front of it.',
    );
  const isBroken = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
  if (isBroken && stage === 'answering')
    return failure('answer_incomplete', 'The endpoint closed the connection in the middle of the response.');
  if (isBroken) return failure('connection_closed', 'The endpoint closed the connection without a response.');
  if (/^ERR_(SSL|TLS)/.test(code) && !(code in failures)) return explain('EPROTO');
  return explain(code);
}

function explain(code: string): Failure {
  return failures[code] ?? failure('exchange_failed', `The request failed${code && ` (${code})`}.`);
}

/** Why there was no complete answer in time. */
export function explainTimeout(stage: Stage, limitMs: number): Failure {
  const within = `within ${limitMs / 1_000} seconds.`;
  if (stage === 'connecting') return failure('connect_timeout', `The endpoint did not accept a connection ${within}`);
  if (stage === 'waiting') return failure('answer_timeout', `The endpoint did not respond ${within}`);
  return failure('answer_timeout', `The response was not complete ${within}`);
}

/** Why an answer is not a success. */
export function explainStatus(status: number): Failure {
  if (status === 304)
    return failure(
      'refused',
      'The endpoint responded with 304 (not modified), which is no answer to a POST: the request had no condition. Respond with 2xx to confirm an event.',
    );
  if (status >= 300 && status < 400)
    return failure(
      'redirected',
      `The endpoint responded with ${status}, a redirect. Redirects are not followed: set the URL to the final address.`,
    );
  return failure('refused', `The endpoint responded with ${status}.`);
}
