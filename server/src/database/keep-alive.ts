import type pg from 'pg';

// A machine that loses power, or its network, closes no connection. Both ends ask after 30 s of silence instead of after two
// hours, which is the usual delay of operating systems and longer than networks remember a silent connection.

export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } satisfies pg.ClientConfig;

/**
 * For a session that holds locks and has no time limits: PostgreSQL ends a silent one, and its locks, a minute after the
 * machine is gone. It accepts and ignores these settings on a Unix socket.
 */
export const endWithMachine =
  'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';
