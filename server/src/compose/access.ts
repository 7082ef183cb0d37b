import { forgetAudit } from '../administrators/audit/forget-audit.ts';
import { forgetSessions } from '../administrators/forget-sessions.ts';
import { sessionVerifier } from '../administrators/sessions/verify-session.ts';
import { listenToChannel } from '../database/listen-to-channel.ts';
import { exchangeEvery, forgetOldUsage, rateLimits } from '../http/access/rate-limit.ts';
import { forgetOldAnswers } from '../http/input/idempotency.ts';
import { keyMemory, keyVerifier } from '../keys/verify-key.ts';
import { forgetRequests } from '../request-log/forget-requests.ts';
import { requestNotes } from '../request-log/note-requests.ts';
import type { Ground } from './capability.ts';

/** Authentication and rate limits. */
export function startAccess({ config, db, databaseUrl, log, parent }: Ground) {
  const memory = keyMemory();
  const announcements = listenToChannel(databaseUrl, 'keys', {
    onNotification: memory.forgetAll,
    onConnect: memory.forgetAll,
    onDisconnect: (error) => log('key.notify_lost', { err: error }),
  });
  const keys = keyVerifier(db, announcements.receivedUpTo, Date.now, memory);
  const sessions = sessionVerifier(db);

  const own = rateLimits(config); // Unused if a parent counts for all workers.
  const exchange = () => own.exchange(db);

  const requests = requestNotes();

  return {
    noteRequest: requests.note,
    verifyKey: keys.verify,
    verifySession: sessions.verify,
    limits: parent?.limits ?? own,
    chores: [
      { name: 'exchange rate usage', everyMs: exchangeEvery, run: exchange, ofProcess: true },
      { name: 'forget old rate usage', everyMs: 60_000, run: () => forgetOldUsage(db) },
      { name: 'forget old answers', everyMs: 600_000, run: () => forgetOldAnswers(db) },
      { name: 'write when keys were used', everyMs: 5_000, run: keys.writeLastUsed, ofProcess: true },
      { name: 'write when sessions were used', everyMs: 5_000, run: sessions.writeLastUsed, ofProcess: true },
      { name: 'write the request log', everyMs: 1_000, run: () => requests.write(db), ofProcess: true },
      { name: 'forget old requests', everyMs: 600_000, run: () => forgetRequests(db) },
      { name: 'forget old audit rows', everyMs: 3_600_000, run: () => forgetAudit(db) },
      { name: 'forget old sessions', everyMs: 600_000, run: () => forgetSessions(db) },
    ],
    finish: () => Promise.all([keys.writeLastUsed(), sessions.writeLastUsed(), requests.write(db), exchange()]),
    stop: announcements.stop,
  };
}
