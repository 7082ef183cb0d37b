import { AriRefusal } from '../../../engine/asterisk/ari/ari-http.ts';

/**
 * Explains why a request to Asterisk failed and what to do, instead of showing the raw answer. Rethrows errors that are not
 * Asterisk's.
 */
export function explainAri(error: unknown): string {
  if (error instanceof AriRefusal) return explainRefusal(error.status);
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  const isBroken = error instanceof TypeError && error.message === 'fetch failed';
  if (!isTimeout && !isBroken) throw error;
  return 'It stopped answering while it was examined. See whether Asterisk is being restarted or is overloaded, and run doctor again.';
}

function explainRefusal(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return 'The user of ASTERISK_URL may not do everything that Trunkline needs. Give it read_only=no in ari.conf, and restart Asterisk.';
    case 404:
      return 'Its trunks and phones cannot be read, because a part of ARI is missing. Take modules.conf of deploy/asterisk, and restart Asterisk.';
    default:
      return `Its trunks and phones cannot be read: it answers with an error of its own (${status}). If it is starting or being stopped, run doctor again in a minute; otherwise see what /var/log/asterisk/messages.log says.`;
  }
}
