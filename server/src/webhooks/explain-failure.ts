import { ForbiddenAddress } from './guarded-agent.ts';

// Why an exchange came to nothing, in words for the person who looks after the endpoint. What the libraries say themselves
// is for us: it names addresses of our network and functions of theirs.

const reasons: Record<string, string> = {
  ENOTFOUND: 'The host name of the URL is not known.',
  ENODATA: 'The host name of the URL has no address.',
  ESERVFAIL: 'The name servers of the host failed to answer.',
  EREFUSED: 'The name servers of the host refused to answer.',
  EAI_AGAIN: 'The name servers of the host did not answer.',
  ETIMEOUT: 'The name servers of the host did not answer in time.',
  ECONNREFUSED: 'The connection was refused: nothing listens at this host and port.',
  ECONNRESET: 'The endpoint broke the connection.',
  EPIPE: 'The endpoint broke the connection.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  ETIMEDOUT: 'No connection could be made in time.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection could be made in time.',
  EPROTO: 'No secure connection could be made: the endpoint does not speak TLS there, or none that is safe.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed: nobody known has issued it.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate was issued by an authority that is not known.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate was issued by an authority that is not known.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate cannot be verified: its issuer is not known, or the endpoint does not send the certificates in between.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  CERT_REVOKED: 'The certificate was revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large: more than 16 KiB.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer has another length than it said.',
};

/** How far the exchange had come. */
type Stage = 'waiting' | 'answering';

export function explainFailure(error: Error, stage: Stage): string {
  const code = (error as { code?: string }).code ?? '';
  if (error instanceof ForbiddenAddress)
    return 'The URL leads to a private or otherwise special address, to which nothing is sent.';
  if (code === 'HPE_HEADER_OVERFLOW') return explain('UND_ERR_HEADERS_OVERFLOW');
  if (error.name === 'HTTPParserError') return 'The answer is not valid HTTP.';
  const isBroken = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
  if (isBroken && stage === 'answering') return 'The connection was closed in the middle of the answer.';
  if (isBroken) return 'The endpoint closed the connection without an answer.';
  if (/^ERR_(SSL|TLS)/.test(code) && !(code in reasons)) return explain('EPROTO');
  return explain(code);
}

function explain(code: string): string {
  return reasons[code] ?? `The exchange failed${code && ` (${code})`}.`;
}
