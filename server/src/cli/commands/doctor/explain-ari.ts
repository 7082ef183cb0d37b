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
  return 'Asterisk stopped answering during the check. Check whether it is restarting or overloaded, and run doctor again.';
}

function explainRefusal(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return 'The user of ASTERISK_URL lacks permissions. Give it read_only=no in ari.conf, and restart Asterisk.';
    case 404:
      return 'The trunks and phones cannot be read, because a part of ARI is missing. Use modules.conf of deploy/asterisk, and restart Asterisk.';
    default:
      return `The trunks and phones cannot be read: Asterisk answers ${status}. If it is starting or stopping, run doctor again in a minute; otherwise read /var/log/asterisk/messages.log.`;
  }
}
